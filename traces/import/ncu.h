// Reads what `ncu --csv` prints, by header names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traces/import/measurement.h"

namespace warpglass {

/// One launch of `ncu --page raw --csv`.
struct NcuLaunch {
  std::string kernel;
  Dim3 grid, block;
  std::string device;
  std::map<std::string, double> metrics;  ///< base units; metrics whose cell is empty or no number are left out
};

/// One kernel of `ncu --page source --csv`.
struct NcuSource {
  std::string kernel;
  std::vector<MeasuredInstruction> instructions;
};

/// Everything that was read, and sentences about what was not understood (unknown stall columns, units).
template <typename Row>
struct NcuPage {
  std::vector<Row> rows;
  std::vector<std::string> not_understood;
};

/// Throws BadInput when a needed column is missing, naming it, or a row is cut off.
NcuPage<NcuLaunch> parse_ncu_raw(std::string_view text, const std::string& file);
NcuPage<NcuSource> parse_ncu_source(std::string_view text, const std::string& file);

}  // namespace warpglass
