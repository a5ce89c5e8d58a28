// Whether groups of simulated work took the same time, each for its size.
#pragma once

#include <span>
#include <vector>

#include "sim/sampling/options.h"

namespace warpglass::sim {

/// What was simulated between two meetings of all SMs.
struct WorkGroup {
  double cycles = 0;
  double steps = 0;            ///< by all warps
  std::vector<double> counts;  ///< see counts.h
};

/// Half the width of the 95 % interval of the mean of these values (Student's t), 0 for fewer than two.
double half_interval(std::span<const double> values);

/// Whether the groups pass the thresholds of `options`. `hbm_bytes_per_cycle` is what HBM can move.
bool steady(std::span<const WorkGroup> groups, const SamplingOptions& options, double hbm_bytes_per_cycle);

}  // namespace warpglass::sim
