// What an SM, and the memory behind all of them, did in each of at most kMostBuckets equal stretches of time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/clock.h"
#include "sim/core/instruction_timing.h"
#include "sim/stall.h"

namespace warpglass::sim {

inline constexpr size_t kMostBuckets = 1024;
inline constexpr Cycle kFirstBucketCycles = 16;

/// The queues in front of an SM's memory input/output unit (MIO).
enum class MioQueue : uint8_t {
  Shared,  ///< the SM's two: what has left a sub-core's queue for the data path of shared memory and L1
  Mio,     ///< in each sub-core's: accesses to shared memory, shuffles, constants, special registers
  Lg,      ///< in the same: accesses to global and local memory
};
inline constexpr size_t kMioQueues = 3;

/// What an SM's accesses did in shared memory and L1, when they entered the data path. Global and local memory.
struct L1Activity {
  uint32_t shared_wavefronts = 0;
  uint32_t load_sectors = 0, load_hits = 0;     ///< of 32 bytes
  uint32_t store_sectors = 0, atomic_sectors = 0;

  L1Activity& operator+=(const L1Activity& other);
  bool operator==(const L1Activity&) const = default;
};

struct Activity {
  std::array<uint32_t, kStalls> stalls{};   ///< warp-cycles by reason; `selected` counts issues
  std::array<uint32_t, kUnits> units{};     ///< cycles that instructions occupied each unit, at their issue
  std::array<uint32_t, kMioQueues> queues{};  ///< cycles that instructions waited in each queue
  L1Activity l1;

  Activity& operator+=(const Activity& other);
  bool operator==(const Activity&) const = default;
};

struct MemoryActivity {
  uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
  uint64_t l2_sectors = 0;        ///< asked by SMs
  uint64_t l2_read_hits = 0, l2_read_sectors = 0;  ///< of loads

  MemoryActivity& operator+=(const MemoryActivity& other);
  bool operator==(const MemoryActivity&) const = default;
};

/// Buckets that grow wider as time goes on, so that there are never more than kMostBuckets.
template <typename Row>
class Buckets {
 public:
  Cycle width() const { return width_; }
  const std::vector<Row>& rows() const { return rows_; }

  /// The row of `time`.
  Row& at(Cycle time) {
    while (time >= width_ * static_cast<Cycle>(kMostBuckets)) widen();
    const auto index = static_cast<size_t>(time < 0 ? 0 : time / width_);
    if (index >= rows_.size()) rows_.resize(index + 1);
    return rows_[index];
  }

  void widen() {
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (i % 2 == 0) {
        const Row row = rows_[i];
        rows_[i / 2] = row;
      } else {
        rows_[i / 2] += rows_[i];
      }
    }
    rows_.resize((rows_.size() + 1) / 2);
    width_ *= 2;
  }

 private:
  Cycle width_ = kFirstBucketCycles;
  std::vector<Row> rows_;
};

using SmActivity = Buckets<Activity>;

/// Charges [start, end) to a reason, bucket by bucket.
void add_span(SmActivity& activity, Stall stall, Cycle start, Cycle end);
/// An instruction waits in a queue from `start` to `end`.
void add_span(SmActivity& activity, MioQueue queue, Cycle start, Cycle end);

}  // namespace warpglass::sim
