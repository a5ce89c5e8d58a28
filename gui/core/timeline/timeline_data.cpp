#include "gui/core/timeline/timeline_data.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpglass::gui {
namespace {

constexpr size_t kCachedChunks = 512;

bool is_stall(const sim::Segment& s) { return s.stall != sim::Stall::Selected && s.stall != sim::Stall::NotSelected; }

// The reason with most cycles among bins of [from, to).
int8_t dominant_of(std::span<const StallMix> bins, double from, double to) {
  const auto first = static_cast<size_t>(std::max(0.0, std::floor(from)));
  const auto last = std::min(bins.size(), static_cast<size_t>(std::max(0.0, std::ceil(to))));
  if (first >= last) return -1;
  StallMix sum = bins[first];
  for (size_t i = first + 1; i < last; ++i) sum += bins[i];
  return static_cast<int8_t>(sum.dominant());
}

}  // namespace

TimelineData::TimelineData(std::shared_ptr<const sim::Timeline> timeline, uint64_t most_bytes) : timeline_(std::move(timeline)) {
  const std::vector<sim::TimelineChunk>& chunks = timeline_->chunks;
  size_t lane_count = 0;
  for (size_t i = 0; i < chunks.size(); ++i)
    if (i == 0 || chunks[i].sm != chunks[i - 1].sm || chunks[i].lane != chunks[i - 1].lane) ++lane_count;
  const uint64_t most_bins = most_bytes / (2 * sizeof(StallMix)) / std::max<size_t>(1, lane_count);
  for (size_t i = 0; i < chunks.size();) {
    size_t stop = i;
    uint64_t segments = 0;
    while (stop < chunks.size() && chunks[stop].sm == chunks[i].sm && chunks[stop].lane == chunks[i].lane) segments += chunks[stop++].segments;
    TimelineLane lane{chunks[i].sm, chunks[i].lane, i, stop - i, {}, LaneLod(timeline_->end, suitable_bin_cycles(timeline_->end, segments, most_bins))};
    for (size_t c = i; c < stop; ++c)
      for (const sim::Segment& segment : timeline_->load(c)) lane.lod.add(segment);
    lane.lod.finish();
    segment_count_ += segments;
    lanes_.push_back(std::move(lane));
    i = stop;
  }
  std::map<std::pair<uint32_t, uint32_t>, TimelineLane*> by_place;
  for (TimelineLane& lane : lanes_) by_place[{lane.sm, lane.lane}] = &lane;
  for (const sim::RecordedSm& sm : timeline_->recorded)
    for (const sim::WarpStay& stay : sm.stays)
      if (const auto lane = by_place.find({sm.sm, stay.lane}); lane != by_place.end()) lane->second->stays.push_back(stay);
  for (TimelineLane& lane : lanes_)
    std::stable_sort(lane.stays.begin(), lane.stays.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  for (const auto& rows : timeline_->activity) {
    device_.resize(std::max(device_.size(), rows.size()));
    for (size_t b = 0; b < rows.size(); ++b) device_[b] += rows[b];
  }
}

std::string TimelineData::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

uint64_t TimelineData::memory_bytes() const {
  uint64_t bytes = kCachedChunks * sizeof(Segments) + device_.size() * sizeof(sim::Activity) + timeline_->memory.size() * sizeof(sim::MemoryActivity);
  for (const TimelineLane& lane : lanes_) {
    bytes += sizeof(lane) + lane.stays.size() * sizeof(sim::WarpStay);
    for (size_t level = 0; level < lane.lod.levels(); ++level) bytes += lane.lod.bins(level).size_bytes();
  }
  for (const auto& rows : timeline_->activity) bytes += rows.size() * sizeof(sim::Activity);
  uint64_t largest = 0;
  for (const sim::TimelineChunk& chunk : timeline_->chunks) largest = std::max<uint64_t>(largest, chunk.segments);
  bytes += timeline_->chunks.size() * sizeof(sim::TimelineChunk);
  bytes += std::min<uint64_t>(kCachedChunks, timeline_->chunks.size()) * largest * sizeof(sim::Segment);  // what the cache may grow to
  return bytes + timeline_->bytes_in_memory();
}

TimelineData::Segments TimelineData::chunk(size_t index) const {
  const std::lock_guard lock(mutex_);
  const auto found = cache_.find(index);
  if (found != cache_.end()) {
    recent_.splice(recent_.begin(), recent_, found->second.second);
    return found->second.first;
  }
  // This is called while painting, where nobody could handle an error.
  Segments segments;
  try {
    segments = std::make_shared<const std::vector<sim::Segment>>(timeline_->load(index));
  } catch (const std::exception& error) {
    if (problem_.empty()) problem_ = error.what();
    segments = std::make_shared<const std::vector<sim::Segment>>();
  }
  recent_.push_front(index);
  cache_.emplace(index, std::pair(segments, recent_.begin()));
  if (cache_.size() > kCachedChunks) {
    cache_.erase(recent_.back());
    recent_.pop_back();
  }
  return segments;
}

// The last chunk that starts at or before `cycle`, or the lane's first.
size_t TimelineData::chunk_before(const TimelineLane& lane, sim::Cycle cycle) const {
  const auto begin = timeline_->chunks.begin() + static_cast<ptrdiff_t>(lane.first_chunk);
  const auto after = std::upper_bound(begin, begin + static_cast<ptrdiff_t>(lane.chunks), cycle,
                                      [](sim::Cycle at, const sim::TimelineChunk& c) { return at < c.first; });
  const size_t index = static_cast<size_t>(after - timeline_->chunks.begin());
  return index > lane.first_chunk ? index - 1 : lane.first_chunk;
}

void TimelineData::dominant(const TimelineLane& lane, double start, double cycles_per_pixel, std::vector<int8_t>& columns) const {
  // Some bins a pixel, so that those cut by a pixel's border weigh little; one where there is nothing finer.
  int level = lane.lod.level_for(cycles_per_pixel / 2);
  if (level < 0) level = lane.lod.level_for(cycles_per_pixel);
  if (level >= 0) {
    const std::span<const StallMix> bins = lane.lod.bins(static_cast<size_t>(level));
    const auto width = static_cast<double>(lane.lod.bin_cycles(static_cast<size_t>(level)));
    for (size_t x = 0; x < columns.size(); ++x) {
      const double from = start + static_cast<double>(x) * cycles_per_pixel;
      columns[x] = dominant_of(bins, from / width, std::max(from / width + 1, (from + cycles_per_pixel) / width - 0.5));
    }
    return;
  }
  // Few segments a pixel: those that cover most of each.
  std::fill(columns.begin(), columns.end(), int8_t{-1});
  std::vector<float> covered(columns.size(), 0.0f);
  const double end = start + static_cast<double>(columns.size()) * cycles_per_pixel;
  visit(lane, static_cast<sim::Cycle>(std::floor(start)), static_cast<sim::Cycle>(std::ceil(end)), [&](const sim::Segment& s) {
    const double from = std::max(0.0, (static_cast<double>(s.start) - start) / cycles_per_pixel);
    const double to = std::min(static_cast<double>(columns.size()), (static_cast<double>(s.end()) - start) / cycles_per_pixel);
    for (auto x = static_cast<size_t>(from); x < columns.size() && static_cast<double>(x) < to; ++x) {
      const auto part = static_cast<float>(std::min(to, static_cast<double>(x) + 1) - std::max(from, static_cast<double>(x)));
      if (part <= covered[x]) continue;
      covered[x] = part;
      columns[x] = static_cast<int8_t>(s.stall);
    }
    return true;
  });
}

std::optional<sim::Segment> TimelineData::segment_at(const TimelineLane& lane, sim::Cycle cycle) const {
  std::optional<sim::Segment> found;
  visit(lane, cycle, cycle + 1, [&](const sim::Segment& s) {
    found = s;
    return true;  // where a draining warp and its successor overlap, the later one
  });
  return found;
}

template <typename Wanted>
std::optional<sim::Segment> TimelineData::first_after(const TimelineLane& lane, sim::Cycle cycle, Wanted wanted) const {
  std::optional<sim::Segment> found;
  visit(lane, cycle, sim::kNever, [&](const sim::Segment& s) {
    if (s.start <= cycle || !wanted(s)) return true;
    found = s;
    return false;
  });
  return found;
}

template <typename Wanted>
std::optional<sim::Segment> TimelineData::last_before(const TimelineLane& lane, sim::Cycle cycle, Wanted wanted) const {
  for (size_t i = chunk_before(lane, cycle) + 1; i-- > lane.first_chunk;) {
    const Segments segments = chunk(i);
    for (auto s = segments->rbegin(); s != segments->rend(); ++s)
      if (s->start < cycle && wanted(*s)) return *s;
  }
  return std::nullopt;
}

std::optional<sim::Segment> TimelineData::next_stall(const TimelineLane& lane, sim::Cycle cycle) const { return first_after(lane, cycle, is_stall); }

std::optional<sim::Segment> TimelineData::previous_stall(const TimelineLane& lane, sim::Cycle cycle) const { return last_before(lane, cycle, is_stall); }

std::optional<sim::Segment> TimelineData::next_issue(const TimelineLane& lane, sim::Cycle cycle, uint32_t instruction) const {
  return first_after(lane, cycle, [instruction](const sim::Segment& s) { return s.stall == sim::Stall::Selected && s.instruction == instruction; });
}

std::optional<sim::Segment> TimelineData::previous_issue(const TimelineLane& lane, sim::Cycle cycle, uint32_t instruction) const {
  return last_before(lane, cycle, [instruction](const sim::Segment& s) { return s.stall == sim::Stall::Selected && s.instruction == instruction; });
}

std::optional<sim::Segment> TimelineData::cause(const TimelineLane& lane, const sim::Segment& stalled) const {
  if (stalled.producer == sim::kNoProducer) return std::nullopt;
  return previous_issue(lane, stalled.start, stalled.producer);
}

std::vector<uint64_t> TimelineData::stalls_between(sim::Cycle start, sim::Cycle end, size_t instructions) const {
  std::vector<uint64_t> cycles(instructions, 0);
  for (const TimelineLane& lane : lanes_)
    visit(lane, start, end, [&](const sim::Segment& s) {
      if (s.stall != sim::Stall::Selected && s.instruction < instructions)
        cycles[s.instruction] += static_cast<uint64_t>(std::min(end, s.end()) - std::max(start, s.start));
      return true;
    });
  return cycles;
}

std::optional<sim::WarpStay> TimelineData::stay_at(const TimelineLane& lane, sim::Cycle cycle) const {
  const auto after = std::upper_bound(lane.stays.begin(), lane.stays.end(), cycle, [](sim::Cycle at, const sim::WarpStay& s) { return at < s.start; });
  if (after == lane.stays.begin()) return std::nullopt;
  return *(after - 1);
}

}  // namespace warpglass::gui
