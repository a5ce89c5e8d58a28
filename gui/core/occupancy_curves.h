// Warps an SM over block size, registers and shared memory, with where the kernel is now.
#pragma once

#include <vector>

#include "models/model.h"
#include "sim/occupancy.h"

namespace warpglass::gui {

struct OccupancyPoint {
  double x = 0;
  double warps = 0;      ///< resident an SM; 0: no block fits
};

struct OccupancyCurves {
  std::vector<OccupancyPoint> by_threads, by_registers, by_shared;
  sim::Occupancy now;
  double shared_now = 0;  ///< bytes a block, static and dynamic
  int64_t most_warps = 0;
};

OccupancyCurves occupancy_curves(const Model& model, const sim::BlockResources& block);

/// Warps an SM, or 0 when not a single block fits.
double resident_warps(const Model& model, const sim::BlockResources& block);

}  // namespace warpglass::gui
