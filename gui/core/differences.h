// Run A against run B.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/result.h"

namespace warpglass::gui {

struct Difference {
  std::string name;
  std::string unit;
  std::optional<double> a, b;        ///< absent: not modelled or does not exist in that run
  /// (b - a) / a; for percentages the difference in points / 100. Nothing where it makes no sense.
  std::optional<double> change;
};

/// Metrics, largest relative change first.
std::vector<Difference> metric_differences(const sim::RunResult& a, const sim::RunResult& b);

struct InstructionDifference {
  std::string sass_a, sass_b;        ///< "" on one side: inserted or removed
  std::optional<uint32_t> a, b;      ///< instruction numbers
  uint64_t cycles_a = 0, cycles_b = 0;   ///< stall warp-cycles
};

/// The two programs aligned by opcode, so that what was inserted does not shift the rest.
std::vector<InstructionDifference> instruction_differences(const sim::RunResult& a, const sim::RunResult& b);

}  // namespace warpglass::gui
