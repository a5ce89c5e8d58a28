// The committed results of the probes: one table a probe, with the parameters of each measurement.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpglass {

/// One measurement: the median of its repeats and their range.
struct Measured {
  double median = 0, least = 0, most = 0;
};

using ProbeParameter = std::variant<std::monostate, double, std::string>;
using ProbeCondition = std::pair<std::string_view, ProbeParameter>;

struct ProbeTable {
  std::string probe;   ///< "store_rate"
  std::string source;  ///< "kernels/micro/probes/store_rate.cu"
  std::string date, device, unit;
  std::vector<std::string> columns;  ///< names of the parameters
  struct Row {
    std::vector<ProbeParameter> parameters;
    Measured measured;
  };
  std::vector<Row> rows;

  /// Column `name`; throws BadInput if there is none.
  size_t column(std::string_view name) const;
  /// Rows that meet all conditions, in their order.
  std::vector<const Row*> find(const std::vector<ProbeCondition>& conditions) const;
  /// The one row that meets them; throws BadInput, naming them, if there is none or more than one.
  const Measured& one(const std::vector<ProbeCondition>& conditions) const;
};

class ProbeResults {
 public:
  /// Reads every .json file of `folder`. Throws BadInput for a folder without any and for files that are
  /// wrong.
  explicit ProbeResults(const std::filesystem::path& folder);

  /// Throws BadInput if that probe has no results.
  const ProbeTable& table(const std::string& probe) const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, ProbeTable> tables_;
};

/// One file's text; `file` is for complaints.
ProbeTable parse_probe_table(std::string_view text, const std::string& file);

}  // namespace warpglass
