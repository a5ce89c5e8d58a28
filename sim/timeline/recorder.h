// Records a timeline while simulating.
//
// Contract: an SmRecorder belongs to one SM and is called by whichever thread simulates that SM; it shares nothing with
// others, so what is recorded does not depend on the number of threads. An SM that is not recorded costs nothing.
#pragma once

#include <memory>
#include <vector>

#include "models/model.h"
#include "sim/core/instruction_timing.h"
#include "sim/timeline/detail.h"
#include "sim/timeline/timeline.h"

namespace warpglass::sim {

class SmRecorder {
 public:
  /// `byte_budget` is what its segments may take, 0: none are kept, only activity.
  SmRecorder(uint32_t sm, uint32_t lanes, const std::vector<InstructionTiming>& timings, uint64_t byte_budget);

  void start_warp(unsigned lane, uint64_t block, unsigned warp, Cycle time);
  /// An access entered the data path at `time`.
  void access(Cycle time, const L1Activity& added) { activity_.at(time).l1 += added; }
  void charge(unsigned lane, Stall stall, Cycle start, Cycle end, uint32_t instruction, uint32_t producer);
  /// An instruction waits in a queue until it leaves at `end`.
  void queue(MioQueue queue, Cycle start, Cycle end) { add_span(activity_, queue, start, end); }

 private:
  friend class TimelineRecorder;
  struct Lane {
    Segment open;              // not yet written: the next charge may prolong it
    SegmentEncoder encoder;
    TimelineChunk chunk;
  };
  struct Written {
    TimelineChunk chunk;
    std::vector<uint8_t> bytes;
  };

  void write(unsigned lane);
  void close_chunk(Lane& lane);
  void finish();

  const std::vector<InstructionTiming>& timings_;
  uint64_t budget_;
  uint64_t bytes_ = 0;
  bool recording_;
  RecordedSm recorded_;
  SmActivity activity_;
  std::vector<Lane> lanes_;
  std::vector<Written> written_;
};

class TimelineRecorder {
 public:
  TimelineRecorder(const Model& model, const std::vector<InstructionTiming>& timings, const Detail& detail);

  SmRecorder* sm(size_t number) { return &sms_[number]; }
  Buckets<MemoryActivity>* memory() { return &memory_; }
  /// Takes what was recorded. `end` is the last cycle of any SM.
  std::shared_ptr<const Timeline> finish(Cycle end);

 private:
  uint32_t sub_cores_, slots_;
  std::array<uint32_t, kMioQueues> queue_entries_;
  std::vector<SmRecorder> sms_;
  Buckets<MemoryActivity> memory_;
};

}  // namespace warpglass::sim
