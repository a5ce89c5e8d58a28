// The launch's time at other occupancies: the same instructions with more or less registers and shared memory
// allocated.
#pragma once

#include <vector>

#include "gui/core/document.h"
#include "gui/core/experiments/job_queue.h"

namespace warpglass::gui {

struct SweepPoint {
  double x = 0;  ///< registers a thread, or bytes of shared memory a block
  sim::BlockResources resources;
  uint32_t blocks = 0;  ///< that are resident on an SM
  double warps = 0;
  sim::Cycle cycles = 0;  ///< of the launch, once simulated
};

struct OccupancySweep {
  std::vector<SweepPoint> by_registers, by_shared;  ///< by x
};

/// What to simulate: both ends of each step of the occupancy curves, at most 16 points a curve.
OccupancySweep sweep_points(const Model& model, const sim::BlockResources& block);

/// Simulates all points, `threads` at a time. Throws Error.
OccupancySweep simulate_sweep(const RunDocument& run, unsigned threads, const JobProgress& progress);

}  // namespace warpglass::gui
