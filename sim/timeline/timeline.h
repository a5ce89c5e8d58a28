// What a simulation recorded over time: every warp's segments on some SMs, and activity in buckets on all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/timeline/activity.h"
#include "sim/timeline/segment.h"

namespace warpglass::sim {

/// Some successive segments of one warp slot.
struct TimelineChunk {
  uint32_t sm = 0;
  uint32_t lane = 0;          ///< sub-core * slots + slot
  Cycle first = 0, last = 0;  ///< start of the first segment, latest end
  uint32_t segments = 0;
};

/// A warp that was resident in a slot from `start` on.
struct WarpStay {
  uint32_t lane = 0;
  Cycle start = 0;
  uint64_t block = 0;
  uint32_t warp = 0;          ///< within the block
  bool operator==(const WarpStay&) const = default;
};

/// An SM whose warps were recorded one by one.
struct RecordedSm {
  uint32_t sm = 0;
  bool complete = true;       ///< false: recording ended early because it had grown too large
  Cycle until = 0;            ///< nothing is known of its warps from here on
  std::vector<WarpStay> stays;  ///< by start
};

/// Contract: everything but `load` is in memory; `load` may read a file and may be called from any thread.
class Timeline {
 public:
  virtual ~Timeline() = default;

  uint32_t sub_cores = 4;
  uint32_t slots = 16;                ///< warps a sub-core
  std::array<uint32_t, kMioQueues> queue_entries{};  ///< that an SM's queues hold; 0: a run of an older version, their use was not recorded
  Cycle end = 0;                      ///< last cycle of any SM
  Cycle bucket_cycles = kFirstBucketCycles;
  std::vector<std::vector<Activity>> activity;  ///< by SM, then bucket
  bool has_l1 = true;                           ///< false: a run of before 2 of its format, `activity` says nothing of L1
  std::vector<MemoryActivity> memory;           ///< by bucket
  std::vector<RecordedSm> recorded;
  std::vector<TimelineChunk> chunks;            ///< by SM, lane, time

  /// The segments of chunk `index`. Throws BadInput when a file's bytes make no sense.
  virtual std::vector<Segment> load(size_t index) const = 0;
  /// The bytes of a chunk, as SegmentEncoder made them.
  virtual std::vector<uint8_t> bytes(size_t index) const = 0;
  /// What the segments take in memory; 0 when they are read from a file as they are asked for.
  virtual uint64_t bytes_in_memory() const { return 0; }
};

}  // namespace warpglass::sim
