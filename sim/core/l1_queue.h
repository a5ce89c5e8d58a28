// When the SM's queue for L1 and the way to L2 is full, as the schedulers see it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/clock.h"

namespace warpglass::sim {

/// Times are known when an instruction is issued: what waits for room says from when until when, what is served says when it leaves.
class L1Queue {
 public:
  /// `most`: instructions that have been issued and not been served, in all queues.
  explicit L1Queue(size_t most) : leaves_(most) {}

  /// An instruction leaves the queue at `time`. They do so in order; what is issued later is not noted as earlier.
  void leaves(Cycle time) {
    if (count_ == leaves_.size()) drop();
    latest_ = std::max(latest_, time);
    size_t last = first_ + count_++;
    if (last >= leaves_.size()) last -= leaves_.size();
    leaves_[last] = latest_;
  }

  /// An instruction that could have entered the queue at `from` finds room at `until`.
  void held(Cycle now, Cycle from, Cycle until) {
    if (now >= full_until_) full_from_ = from;
    full_until_ = std::max(full_until_, until);
  }

  /// Whether accesses are not issued at `now` because the queue is full; `until` is when to look again then.
  bool stops(Cycle now, Cycle& until) {
    if (now < full_from_ || now >= full_until_) return false;
    while (count_ > 0 && leaves_[first_] <= now) drop();
    if (now - left_ < kOpen) return false;
    until = count_ > 0 ? std::min(full_until_, leaves_[first_]) : full_until_;
    return true;
  }

 private:
  // For so many cycles after an instruction has left, others are issued although its place is taken at once. Measured: data_path.cu, H200,
  // 2026-11: beside stores of one line that wait for the way to L2, LDS get 1.3 turns for each, beside stores of 32 lines 6.5.
  static constexpr Cycle kOpen = 2;

  void drop() {
    left_ = leaves_[first_];
    first_ = first_ + 1 == leaves_.size() ? 0 : first_ + 1;
    --count_;
  }

  std::vector<Cycle> leaves_;  // ring
  size_t first_ = 0, count_ = 0;
  Cycle latest_ = 0, left_ = -kOpen;
  Cycle full_from_ = 0, full_until_ = 0;
};

}  // namespace warpglass::sim
