#include "sim/export/recorded_warps.h"

#include <algorithm>

namespace warpglass::sim {
namespace {

class Slot {
 public:
  Slot(const Timeline& timeline, const RecordedSm& sm, uint32_t lane)
      : timeline_(timeline), sm_(sm.sm), lane_(lane) {
    for (const WarpStay& stay : sm.stays)
      if (stay.lane == lane)
        warps_.push_back({sm.sm,
                          lane / timeline.slots,
                          lane % timeline.slots,
                          stay.block,
                          stay.warp,
                          stay.start,
                          stay.start,
                          {}});
  }

  // Segments belong to the last warp that has started.
  void visit(const std::function<void(RecordedWarp&, const Segment&)>& see) {
    size_t at = 0;
    for (size_t c = 0; c < timeline_.chunks.size(); ++c) {
      if (timeline_.chunks[c].sm != sm_ || timeline_.chunks[c].lane != lane_) continue;
      for (const Segment& segment : timeline_.load(c)) {
        while (at + 1 < warps_.size() && warps_[at + 1].start <= segment.start) ++at;
        if (at < warps_.size()) see(warps_[at], segment);
      }
    }
  }

  const std::vector<RecordedWarp>& warps() const { return warps_; }

 private:
  const Timeline& timeline_;
  uint32_t sm_, lane_;
  std::vector<RecordedWarp> warps_;
};

}  // namespace

void for_each_recorded(const Timeline& timeline, const std::function<void(const RecordedWarp&)>& warp,
                       const std::function<void(const RecordedWarp&, const Segment&)>& segment) {
  for (const RecordedSm& sm : timeline.recorded) {
    for (uint32_t lane = 0; lane < timeline.sub_cores * timeline.slots; ++lane) {
      Slot slot(timeline, sm, lane);
      if (slot.warps().empty()) continue;
      slot.visit([](RecordedWarp& w, const Segment& s) {
        w.end = std::max(w.end, s.end());
        w.stalls[static_cast<size_t>(s.stall)] += s.cycles;
      });
      for (const RecordedWarp& w : slot.warps()) warp(w);
      if (segment) slot.visit([&](RecordedWarp& w, const Segment& s) { segment(w, s); });
    }
  }
}

}  // namespace warpglass::sim
