#include "gui/core/occupancy_curves.h"

#include "base/error.h"

namespace warpglass::gui {

double resident_warps(const Model& model, const sim::BlockResources& block) {
  try {
    return sim::occupancy(model, block).warps;
  } catch (const Error&) {
    return 0;  // does not fit: that is an answer here
  }
}

OccupancyCurves occupancy_curves(const Model& model, const sim::BlockResources& block) {
  OccupancyCurves curves;
  curves.most_warps = model.sm_max_warps;
  curves.shared_now = block.static_shared_bytes + block.dynamic_shared_bytes;
  try {
    curves.now = sim::occupancy(model, block);
  } catch (const Error&) {
    curves.now = {};
  }
  for (uint32_t threads = 32; threads <= 1024; threads += 32) {
    sim::BlockResources other = block;
    other.threads = threads;
    curves.by_threads.push_back({static_cast<double>(threads), resident_warps(model, other)});
  }
  for (uint32_t registers = 16; registers <= static_cast<uint32_t>(model.sm_max_thread_registers); ++registers) {
    sim::BlockResources other = block;
    other.registers = registers;
    curves.by_registers.push_back({static_cast<double>(registers), resident_warps(model, other)});
  }
  for (uint32_t bytes = 0; bytes <= static_cast<uint32_t>(model.sm_shared_block_bytes); bytes += 1024) {
    sim::BlockResources other = block;
    other.static_shared_bytes = 0;
    other.dynamic_shared_bytes = bytes;
    curves.by_shared.push_back({bytes / 1024.0, resident_warps(model, other)});
  }
  return curves;
}

}  // namespace warpglass::gui
