// A run's timeline, ready to be drawn and asked: levels of detail by warp slot, and segments on demand.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gui/core/timeline/lane_lod.h"
#include "sim/timeline/timeline.h"

namespace warpglass::gui {

struct TimelineLane {
  uint32_t sm = 0, lane = 0;
  size_t first_chunk = 0, chunks = 0;   ///< in Timeline::chunks
  std::vector<sim::WarpStay> stays;     ///< by start
  LaneLod lod;
};

class TimelineData {
 public:
  /// Reads every segment once, to build the levels of detail. `most_bytes` bounds what those take.
  explicit TimelineData(std::shared_ptr<const sim::Timeline> timeline, uint64_t most_bytes = uint64_t{256} << 20);

  const sim::Timeline& timeline() const { return *timeline_; }
  const std::vector<TimelineLane>& lanes() const { return lanes_; }
  uint64_t segment_count() const { return segment_count_; }
  /// Why a part of the timeline cannot be read any more (its file was changed while open); "" while all can. Such parts are empty.
  std::string problem() const;
  /// Levels of detail, activity, and the segments as far as they are kept in memory.
  uint64_t memory_bytes() const;
  /// All SMs together, by bucket.
  const std::vector<sim::Activity>& device_activity() const { return device_; }

  /// For each of `pixels` columns of [start, start + pixels * cycles_per_pixel): the reason that fills most of it, -1: none.
  void dominant(const TimelineLane& lane, double start, double cycles_per_pixel, std::vector<int8_t>& columns) const;
  std::optional<sim::Segment> segment_at(const TimelineLane& lane, sim::Cycle cycle) const;
  /// The nearest stall (neither selected nor not_selected) that starts after / before `cycle`.
  std::optional<sim::Segment> next_stall(const TimelineLane& lane, sim::Cycle cycle) const;
  std::optional<sim::Segment> previous_stall(const TimelineLane& lane, sim::Cycle cycle) const;
  /// The nearest issue of `instruction` after / before `cycle`.
  std::optional<sim::Segment> next_issue(const TimelineLane& lane, sim::Cycle cycle, uint32_t instruction) const;
  std::optional<sim::Segment> previous_issue(const TimelineLane& lane, sim::Cycle cycle, uint32_t instruction) const;
  /// The issue of the instruction that `stalled` waits for: its producer's last issue before it.
  std::optional<sim::Segment> cause(const TimelineLane& lane, const sim::Segment& stalled) const;
  /// Stall warp-cycles (without issues) by instruction between `start` and `end`, on the recorded SMs.
  std::vector<uint64_t> stalls_between(sim::Cycle start, sim::Cycle end, size_t instructions) const;
  /// The warp in the slot at `cycle`.
  std::optional<sim::WarpStay> stay_at(const TimelineLane& lane, sim::Cycle cycle) const;
  /// Visits the segments that reach into [start, end), in order, until `visit` returns false.
  template <typename Visit>
  void visit(const TimelineLane& lane, sim::Cycle start, sim::Cycle end, Visit&& visit) const;

 private:
  /// The first segment that starts after `cycle` / the last that starts before it and that `wanted` accepts.
  template <typename Wanted>
  std::optional<sim::Segment> first_after(const TimelineLane& lane, sim::Cycle cycle, Wanted wanted) const;
  template <typename Wanted>
  std::optional<sim::Segment> last_before(const TimelineLane& lane, sim::Cycle cycle, Wanted wanted) const;

  using Segments = std::shared_ptr<const std::vector<sim::Segment>>;
  Segments chunk(size_t index) const;
  size_t chunk_before(const TimelineLane& lane, sim::Cycle cycle) const;

  std::shared_ptr<const sim::Timeline> timeline_;
  std::vector<TimelineLane> lanes_;
  std::vector<sim::Activity> device_;
  uint64_t segment_count_ = 0;

  // The chunks used last.
  mutable std::mutex mutex_;
  mutable std::string problem_;
  mutable std::list<size_t> recent_;
  mutable std::unordered_map<size_t, std::pair<Segments, std::list<size_t>::iterator>> cache_;
};

template <typename Visit>
void TimelineData::visit(const TimelineLane& lane, sim::Cycle start, sim::Cycle end, Visit&& visit) const {
  for (size_t i = chunk_before(lane, start); i < lane.first_chunk + lane.chunks; ++i) {
    if (timeline_->chunks[i].first >= end) return;
    if (timeline_->chunks[i].last <= start) continue;
    for (const sim::Segment& segment : *chunk(i)) {
      if (segment.end() <= start) continue;
      if (segment.start >= end || !visit(segment)) return;
    }
  }
}

}  // namespace warpglass::gui
