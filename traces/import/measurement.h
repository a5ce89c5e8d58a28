// A measurement: what ncu found of one launch on real hardware, as committed under kernels/measured/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/launch.h"

namespace warpglass {

/// One instruction of ncu's source page. Counts that ncu gives for it, -1 where it gives none.
struct MeasuredInstruction {
  std::string text;                      ///< SASS, as nvdisasm prints it
  int64_t executed = -1;                 ///< "Instructions Executed"
  int64_t threads = -1;                  ///< "Thread Instructions Executed"
  int64_t threads_predicated_on = -1;    ///< "Predicated-On Thread Instructions Executed"
  int64_t shared_ways = -1;              ///< "L1 Conflicts Shared N-Way"
  int64_t tag_requests = -1;             ///< "L1 Tag Requests Global"
  int64_t sectors = -1;                  ///< "L2 Theoretical Sectors Global"
  int64_t sectors_ideal = -1;
  std::map<std::string, int64_t> samples; ///< stall samples by reason (our names), zeros left out
};

/// A number measured several times.
struct Repeated {
  double median = 0, least = 0, most = 0;
  int64_t launches = 0;
};

struct Measurement {
  std::string name;                      ///< "transpose-conflict-1024"
  std::string kernel;
  Dim3 grid, block;
  std::map<std::string, std::string> origin;   ///< device, driver, toolkit, ncu, date, clocks, cache state
  std::map<std::string, Repeated> repeated;    ///< cold timing metrics by themselves, base units (byte, cycle, s)
  std::optional<Repeated> warm_seconds;        ///< CUDA events, caches warm
  std::map<std::string, double> metrics;       ///< base units: byte, cycle, second, %
  std::vector<MeasuredInstruction> instructions;

  /// The value to compare with: the median where the metric was repeated, else that of the full set.
  std::optional<double> value(const std::string& metric) const;
  /// Stall samples by reason, summed over instructions; empty if there are none.
  std::map<std::string, int64_t> stall_samples() const;
};

/// Throws BadInput, naming the file and what is wrong.
Measurement read_measurement(const std::filesystem::path& path);
Measurement parse_measurement(const std::string& text, const std::string& file);
void write_measurement(const Measurement& measurement, const std::filesystem::path& path);

}  // namespace warpglass
