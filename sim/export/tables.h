// A run as plain tables: what CSV and SQL write.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "sim/result.h"

namespace warpglass::sim {

using ExportValue =
    std::variant<std::monostate, int64_t, double, std::string>;  ///< monostate: not known (NULL, empty)

struct ExportColumn {
  std::string name;
  const char* type;     ///< of SQL
  std::string meaning;  ///< with its unit
};

struct ExportTable {
  std::string name;
  std::string meaning;
  std::vector<ExportColumn> columns;
  /// Calls with each row, as long as `columns`; rows are made as they are asked for.
  std::function<void(const std::function<void(const std::vector<ExportValue>&)>&)> rows;
};

/// summary, metrics, stalls, instructions and, if warps were recorded over time, warps. `result` must outlive
/// them.
std::vector<ExportTable> export_tables(const RunResult& result);

}  // namespace warpglass::sim
