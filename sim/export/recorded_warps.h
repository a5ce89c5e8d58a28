// The warps of a timeline, one slot of an SM after the other, a few segments in memory at a time.
#pragma once

#include <functional>
#include <vector>

#include "sim/timeline/timeline.h"

namespace warpglass::sim {

/// A warp that was recorded.
struct RecordedWarp {
  uint32_t sm = 0, sub_core = 0, slot = 0;
  uint64_t block = 0;
  uint32_t warp = 0;         ///< within its block
  Cycle start = 0, end = 0;  ///< of its residency, as far as it was recorded
  std::array<Cycle, kStalls> stalls{};
};

/// Slots of the recorded SMs in order of SM, sub-core and slot: first `warp` for each of the slot's warps,
/// then `segment` for each of its segments, both in order of time. Throws BadInput when a file's bytes make
/// no sense.
void for_each_recorded(const Timeline& timeline, const std::function<void(const RecordedWarp&)>& warp,
                       const std::function<void(const RecordedWarp&, const Segment&)>& segment = nullptr);

}  // namespace warpglass::sim
