// A timeline of ten million segments, made up as it is read.
#pragma once

#include <random>

#include "gui/core/document.h"
#include "gui/core/timeline/timeline_data.h"

namespace warpglass::gui::test {

/// 64 warp slots of one SM; every segment is 20 cycles long and of a random reason.
class SyntheticTimeline final : public sim::Timeline {
 public:
  static constexpr uint32_t kLanesRecorded = 64;
  static constexpr uint32_t kChunksALane = 39;
  static constexpr uint32_t kSegmentsAChunk = 4096;
  static constexpr sim::Cycle kSegmentCycles = 20;

  SyntheticTimeline() {
    constexpr sim::Cycle kChunkCycles = sim::Cycle{kSegmentsAChunk} * kSegmentCycles;
    for (uint32_t lane = 0; lane < kLanesRecorded; ++lane)
      for (uint32_t c = 0; c < kChunksALane; ++c)
        chunks.push_back({0, lane, c * kChunkCycles, (c + 1) * kChunkCycles, kSegmentsAChunk});
    end = chunks.back().last;
    recorded.push_back({0, true, end, {}});
    bucket_cycles = end / 1000;
    queue_entries = {64, 64, 64};
    std::minstd_rand random(7);
    activity.resize(132);  // SMs of an H200
    for (auto& rows : activity) {
      rows.resize(1000);
      for (sim::Activity& row : rows) {
        for (uint32_t& cycles : row.stalls)
          cycles = static_cast<uint32_t>(random() % static_cast<unsigned>(bucket_cycles));
        for (uint32_t& cycles : row.units)
          cycles = static_cast<uint32_t>(random() % static_cast<unsigned>(bucket_cycles));
        for (uint32_t& cycles : row.queues)
          cycles = static_cast<uint32_t>(random() % static_cast<unsigned>(bucket_cycles));
      }
    }
    memory.resize(1000);
    for (sim::MemoryActivity& row : memory)
      row = {random() % 1000000, random() % 1000000, random() % 10000, 1, 2};
  }
  std::vector<uint8_t> bytes(size_t) const override { return {}; }
  std::vector<sim::Segment> load(size_t index) const override {
    std::vector<sim::Segment> segments(kSegmentsAChunk);
    std::minstd_rand random(static_cast<unsigned>(index + 1));
    for (uint32_t i = 0; i < kSegmentsAChunk; ++i) {
      segments[i].start = chunks[index].first + sim::Cycle{i} * kSegmentCycles;
      segments[i].cycles = kSegmentCycles;
      segments[i].stall = static_cast<sim::Stall>(random() % sim::kStalls);
    }
    return segments;
  }
};

inline std::shared_ptr<RunDocument> synthetic_run() {
  auto run = std::make_shared<RunDocument>();
  run->name = "synthetic";
  run->result.timeline = std::make_shared<SyntheticTimeline>();
  run->result.hbm_bytes_per_cycle = 2483;
  run->timeline = std::make_shared<TimelineData>(run->result.timeline);
  return run;
}

}  // namespace warpglass::gui::test
