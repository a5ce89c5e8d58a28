// A run against baselines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/result.h"

namespace warpglass::gui {

/// A metric of a run beside the same one of several baselines.
struct MetricRow {
  std::string name;
  std::string unit;
  std::optional<double> value;                  ///< absent: not modelled or does not exist in that run
  std::vector<std::optional<double>> baselines;
  /// (value - baseline) / baseline; for percentages the difference in points / 100. Nothing where it makes no sense.
  std::vector<std::optional<double>> changes;

  /// The largest change against any baseline, without its sign; -1 if there is none.
  double largest_change() const;
};

/// Largest change first.
std::vector<MetricRow> metric_table(const sim::RunResult& run, const std::vector<const sim::RunResult*>& baselines);

struct InstructionDifference {
  std::string sass_a, sass_b;        ///< "" on one side: inserted or removed
  std::optional<uint32_t> a, b;      ///< instruction numbers
  uint64_t cycles_a = 0, cycles_b = 0;   ///< stall warp-cycles
};

/// The two programs aligned by opcode, so that what was inserted does not shift the rest.
std::vector<InstructionDifference> instruction_differences(const sim::RunResult& a, const sim::RunResult& b);

}  // namespace warpglass::gui
