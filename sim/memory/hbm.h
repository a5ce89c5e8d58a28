// The channels of HBM.
//
// Contract: work is reserved in the order of the calls; a channel remembers when it is done with what it was given. Reads answer with the
// time at which their data is there, what is written answers nothing. Counts go to the statistics that it was made with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/model.h"
#include "sim/last_times.h"
#include "sim/memory/memory_statistics.h"
#include "sim/obstacles.h"
#include "sim/timeline/activity.h"

namespace warpglass::sim {

class Hbm {
 public:
  /// `model` and `statistics` must outlive it.
  Hbm(const Model& model, Obstacles without, MemoryStatistics& statistics);

  /// Adds what is moved to `activity`, which must outlive it.
  void record(Buckets<MemoryActivity>* activity) { activity_ = activity; }
  size_t channels() const { return channels_.size(); }
  /// When hbm.access_bytes of `address` that are asked for at `time` have arrived.
  double read(double time, uint64_t address, size_t channel);
  /// hbm.access_bytes that L2 evicts.
  void write_back(double time, size_t channel);
  /// An access that nothing waits for: the channel serves it when it has nothing else to do, or when too many have come together.
  void post(double time, uint32_t bytes, size_t channel, bool write);
  /// When a channel is done with what it has to do.
  double free_at(size_t channel) const { return channels_[channel].free; }
  /// When a channel has room for something more that L2 evicts: hbm.write_backlog cycles of writing wait for it.
  double write_room(size_t channel) const { return channels_[channel].written.oldest(); }

 private:
  struct Posted {
    uint64_t accesses = 0, bytes = 0;
  };
  // Of a channel's time, what reads and what writes took lately.
  struct Shares {
    static constexpr double kBucket = 1024;
    double bucket_end = kBucket;
    double read = 0, written = 0;  // in the bucket so far
    double reading = 0, writing = 0;
    void roll(double time);
    void add(double time, double busy, bool write);
  };
  // A channel that did both in so many cycles reads and writes at the same time. Assumed: longer than requests wait for HBM.
  static constexpr double kMixedFor = 2000;
  static constexpr double kMostWrites = 1 << 17;  // that a channel keeps the times of, whatever the model says
  struct Channel {
    double free = 0;
    Posted reads, writes;            // that nothing waits for
    Shares shares;
    LastTimes<double> written;       // when it is done with each of the last write-backs
    double last_read = -kMixedFor;
    double activate_free = 0;        // when it can open another row
    std::vector<uint64_t> open_row;  // by bank, row + 1
    std::vector<double> bank_free;
  };

  double past_refresh(double time, size_t channel) const;
  double transfer() const;
  double interval(const Channel& channel, double time, bool write) const;
  double wait_for_writes(Channel& channel, double time, uint64_t address);
  double open(double time, Channel& channel, size_t number, size_t bank, uint64_t row);
  void reserve(double time, double busy, size_t number);
  void serve_posted(size_t number, Posted& posted, uint64_t count, double time, bool write);
  void use_idle_time(size_t number, double time);
  void moved(double time, uint64_t bytes, bool write);
  bool limited() const { return !without_.has(Obstacle::HbmBandwidth); }

  const Model& model_;
  Obstacles without_;
  MemoryStatistics& statistics_;
  Buckets<MemoryActivity>* activity_ = nullptr;
  double bytes_per_cycle_;  // of a channel
  std::vector<Channel> channels_;
};

}  // namespace warpglass::sim
