// Interconnect, L2 slices in partitions, HBM channels.
//
// Every line has a home partition with a path to HBM. An SM asks the slice of its own partition; for a line whose home is
// the other one, that slice keeps a copy and fetches it through the fabric. Writes and atomics go to the home, and drop a copy.
//
// Contract: the SMs hand over what they sent during a window; `process` handles everything that reaches L2 before
// `horizon` in order of arrival (ties: SM, then sequence), so the result does not depend on which thread ran which SM.
// Times come from reservations: every port, slice and channel remembers when it is free again. Stores wait in queues
// (store_queues.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/model.h"
#include "sim/clock.h"
#include "sim/last_times.h"
#include "sim/memory/hbm.h"
#include "sim/memory/l2_contents.h"
#include "sim/memory/memory_statistics.h"
#include "sim/memory/messages.h"
#include "sim/memory/partial_lines.h"
#include "sim/memory/sector_cache.h"
#include "sim/memory/store_path.h"
#include "sim/obstacles.h"
#include "sim/timeline/activity.h"

namespace warpglass::sim {

class MemorySystem {
 public:
  MemorySystem(const Model& model, unsigned sms, Obstacles without = {});
  MemorySystem(const MemorySystem&) = delete;  // HBM counts into its statistics
  MemorySystem& operator=(const MemorySystem&) = delete;

  /// Exchanges what is in L2. Throws Internal for contents of another shape.
  void swap(L2Contents& contents);
  /// Takes over the requests (the vector is emptied).
  void accept(std::vector<MemoryRequest>& requests);
  /// Handles requests that arrive before `horizon`; responses are appended to `responses[sm]`.
  void process(Cycle horizon, std::vector<std::vector<MemoryResponse>>& responses);
  /// Earliest arrival of a request that waits, or kNever.
  Cycle next_arrival() const;
  /// Adds what happens to `activity`, which must outlive the memory system, by the time of the transfer.
  void record(Buckets<MemoryActivity>* activity) { hbm_.record(activity_ = activity); }
  const MemoryStatistics& statistics() const { return statistics_; }
  bool accessed() const { return statistics_.requests_read + statistics_.requests_write + statistics_.requests_atomic > 0; }
  /// What each of `sms` SMs that store may send in the `window` cycles from `start` on; called once a meeting.
  StoreAllowance store_allowance(Cycle start, Cycle window, unsigned sms) { return store_path_.allowance(start, window, sms); }
  /// When the last write or atomic so far has reached L2 and its SM knows.
  Cycle last_write() const { return static_cast<Cycle>(last_write_) + model_.noc_response_latency; }
  /// The state of L2 follows an access, with no time passing and nothing counted (warm.cpp).
  void touch(unsigned sm, const LineTouch& access);
  /// Lines of L2 that have been in use, and all there are.
  uint64_t filled_lines() const;
  uint64_t lines() const;
  /// Shortest time from sending a request to its response.
  static Cycle shortest_round_trip(const Model& model);

 private:
  struct Place {
    unsigned near = 0, home = 0;  // slices: in the SM's partition, and in the line's
  };
  struct Waiting {
    Cycle arrival;
    MemoryRequest request;
    Place place;
  };
  struct Slice {
    double free = 0;
    std::array<double, 2> atomics_free{};  // of its halves
    LastTimes<double> misses;              // when HBM has served each of the last l2.miss_queue
    std::deque<Waiting> stores;            // that have come to it and wait for its channel
  };

  uint64_t chunk_of_side(uint64_t line) const;
  Place place_of(unsigned sm, uint64_t line) const;
  using Responses = std::vector<std::vector<MemoryResponse>>;  // by SM
  void arrive(const Waiting& waiting, Responses& responses);
  void handle(const Waiting& waiting, Responses& responses);
  // store_queues.cpp
  void enter_path(const Waiting& waiting, Responses& responses);
  void reach_slice(Waiting waiting, Responses& responses);
  void pass_path(Cycle until, Responses& responses);
  Cycle turn_of(const Slice& slice, Cycle arrival) const;
  void take_stores(Slice& slice, Cycle until, Responses& responses);
  void take_store(const Waiting& waiting, Responses& responses);
  void answer_fence(const Waiting& waiting, Responses& responses);
  double store(const Waiting& waiting, Place place, double start);
  double load(const Waiting& waiting, Place place);
  double reserve_atomic(double time, unsigned number, const MemoryRequest& request);
  unsigned gpc_of(unsigned sm) const { return gpc_of_sm_[sm]; }
  double all_hit(double time, uint8_t sectors);
  double read_copy(double time, uint64_t line, Place place, uint8_t sectors);
  double wait_for_miss(double time, unsigned number);
  void drop_copies(uint64_t line, unsigned home, uint8_t sectors);
  uint32_t line_in(unsigned slice, uint64_t line, double time);
  double read_sectors(double time, uint64_t line, unsigned slice, uint8_t sectors);
  double fetch(double time, unsigned slice, uint32_t bytes);
  void write_sectors(double time, uint64_t line, unsigned slice, uint8_t sectors);
  void write_bytes(double time, const MemoryRequest& request, unsigned slice);
  void fill_and_write(double time, uint8_t sectors, unsigned slice);
  void evict(double time, const SectorCache::Eviction& eviction, unsigned slice, uint32_t index);
  size_t channel_of(unsigned slice) const { return slice / (slices_.size() / hbm_.channels()); }
  SectorCache::Line& touched_line(unsigned slice, uint64_t line, uint8_t sectors);

  const Model& model_;
  Obstacles without_;
  MemoryStatistics statistics_;
  unsigned slices_per_partition_;
  std::vector<SectorCache> caches_;  // by slice
  std::vector<PartialLines> partial_;
  std::vector<std::vector<Cycle>> sector_ready_;
  std::vector<Slice> slices_;
  Hbm hbm_;
  // Reads under way from a GPC, so that others of the GPC join them: a table that forgets, as the hardware's must.
  struct Merge {
    uint64_t line = ~uint64_t{0};
    uint8_t sectors = 0;
    uint8_t answered = 0;  // SMs
    double ready = 0;
  };
  static constexpr size_t kMergeEntries = 4096;
  std::vector<std::vector<Merge>> merges_;  // by GPC
  std::vector<uint8_t> gpc_of_sm_;
  std::vector<double> gpc_free_;
  StorePath store_path_;
  double atomic_sectors_free_ = 0;
  double last_write_ = 0;
  std::vector<double> done_of_sm_;  // when the last write or atomic of each SM is done
  std::vector<Waiting> waiting_;  // not yet handled, unordered
  std::vector<Waiting> batch_;
  std::deque<Waiting> path_;      // stores on their way, by the time at which they reach their slice
  std::vector<uint32_t> untaken_;  // stores of each SM in path_ and in slices
  struct WaitingFence {
    Waiting fence;
    uint32_t stores;  // of its SM that were sent before it and have not been taken
  };
  std::vector<std::vector<WaitingFence>> fences_;  // by SM
  Buckets<MemoryActivity>* activity_ = nullptr;
};

}  // namespace warpglass::sim
