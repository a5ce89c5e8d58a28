#include "sim/timeline/recorder.h"

#include <algorithm>

#include "base/error.h"

namespace warpglass::sim {
namespace {

constexpr uint32_t kChunkSegments = 4096;
// What all segments of a run may take before compression, which makes about a third of it.
constexpr uint64_t kMostBytes = uint64_t{384} << 20;

class RecordedTimeline final : public Timeline {
 public:
  std::vector<std::vector<uint8_t>> data;

  std::vector<uint8_t> bytes(size_t index) const override { return data.at(index); }
  uint64_t bytes_in_memory() const override {
    uint64_t sum = 0;
    for (const std::vector<uint8_t>& chunk : data) sum += chunk.capacity();
    return sum;
  }
  std::vector<Segment> load(size_t index) const override {
    auto segments = decode_segments(data.at(index), chunks[index].first, chunks[index].segments);
    if (!segments) throw internal_error("a recorded timeline cannot be read back");
    return std::move(*segments);
  }
};

}  // namespace

SmRecorder::SmRecorder(uint32_t sm, uint32_t lanes, const std::vector<InstructionTiming>& timings, uint64_t byte_budget)
    : timings_(timings), budget_(byte_budget), recording_(byte_budget > 0), lanes_(byte_budget > 0 ? lanes : 0) {
  recorded_.sm = sm;
  for (uint32_t i = 0; i < lanes_.size(); ++i) lanes_[i].chunk = {sm, i, 0, 0, 0};
}

void SmRecorder::start_warp(unsigned lane, uint64_t block, unsigned warp, Cycle time) {
  if (recording_) recorded_.stays.push_back({lane, time, block, warp});
}

void SmRecorder::charge(unsigned lane, Stall stall, Cycle start, Cycle end, uint32_t instruction, uint32_t producer) {
  add_span(activity_, stall, start, end);
  if (stall == Stall::Selected) {
    const InstructionTiming& timing = timings_[instruction];
    activity_.at(start).units[static_cast<size_t>(timing.unit)] += timing.interval;
  }
  if (!recording_) return;
  Segment& open = lanes_[lane].open;
  const bool prolongs = open.cycles > 0 && open.end() == start && open.stall == stall && open.instruction == instruction && open.producer == producer;
  if (prolongs && stall != Stall::Selected) {
    open.cycles += end - start;
    return;
  }
  write(lane);
  open = {start, end - start, instruction, producer, stall};
}

void SmRecorder::write(unsigned number) {
  Lane& lane = lanes_[number];
  if (lane.open.cycles == 0) return;
  if (lane.chunk.segments == 0) {
    lane.encoder = SegmentEncoder(lane.open.start);
    lane.chunk.first = lane.open.start;
    lane.chunk.last = lane.open.end();
  }
  const size_t before = lane.encoder.bytes().size();
  lane.encoder.add(lane.open);
  bytes_ += lane.encoder.bytes().size() - before;
  lane.chunk.last = std::max(lane.chunk.last, lane.open.end());
  lane.open.cycles = 0;
  if (++lane.chunk.segments == kChunkSegments) close_chunk(lane);
  if (bytes_ < budget_) return;
  recording_ = false;
  recorded_.complete = false;
  recorded_.until = lane.chunk.last;
}

void SmRecorder::close_chunk(Lane& lane) {
  if (lane.chunk.segments == 0) return;
  lane.encoder.bytes().shrink_to_fit();
  written_.push_back({lane.chunk, std::move(lane.encoder.bytes())});
  lane.encoder = SegmentEncoder();
  lane.chunk.segments = 0;
}

void SmRecorder::finish() {
  for (unsigned lane = 0; lane < lanes_.size(); ++lane) {
    if (recorded_.complete) write(lane);
    close_chunk(lanes_[lane]);
  }
  std::stable_sort(written_.begin(), written_.end(), [](const Written& a, const Written& b) {
    return a.chunk.lane != b.chunk.lane ? a.chunk.lane < b.chunk.lane : a.chunk.first < b.chunk.first;
  });
}

TimelineRecorder::TimelineRecorder(const Model& model, const std::vector<InstructionTiming>& timings, const Detail& detail)
    : sub_cores_(static_cast<uint32_t>(model.sm_sub_cores)), slots_(static_cast<uint32_t>(model.sm_max_warps / model.sm_sub_cores)),
      queue_entries_{static_cast<uint32_t>(model.mio_shared_queue + model.mio_shared_lg_queue), static_cast<uint32_t>(model.mio_queue * model.sm_sub_cores), static_cast<uint32_t>(model.mio_lg_queue * model.sm_sub_cores)} {
  const auto count = static_cast<unsigned>(model.device_sms);
  const std::vector<unsigned> selected = detail.select(count);
  const uint64_t budget = selected.empty() ? 0 : kMostBytes / selected.size();
  sms_.reserve(count);
  for (unsigned sm = 0; sm < count; ++sm)
    sms_.emplace_back(sm, sub_cores_ * slots_, timings, std::binary_search(selected.begin(), selected.end(), sm) ? budget : 0);
}

std::shared_ptr<const Timeline> TimelineRecorder::finish(Cycle end) {
  auto timeline = std::make_shared<RecordedTimeline>();
  timeline->sub_cores = sub_cores_;
  timeline->slots = slots_;
  timeline->queue_entries = queue_entries_;
  timeline->end = end;
  Cycle width = memory_.width();
  for (const SmRecorder& sm : sms_) width = std::max(width, sm.activity_.width());
  timeline->bucket_cycles = width;
  while (memory_.width() < width) memory_.widen();
  timeline->memory = memory_.rows();
  for (SmRecorder& sm : sms_) {
    while (sm.activity_.width() < width) sm.activity_.widen();
    timeline->activity.push_back(sm.activity_.rows());
    if (sm.budget_ == 0) continue;
    sm.finish();
    if (sm.recorded_.complete) sm.recorded_.until = end;
    timeline->recorded.push_back(std::move(sm.recorded_));
    for (SmRecorder::Written& written : sm.written_) {
      timeline->chunks.push_back(written.chunk);
      timeline->data.push_back(std::move(written.bytes));
    }
  }
  return timeline;
}

}  // namespace warpglass::sim
