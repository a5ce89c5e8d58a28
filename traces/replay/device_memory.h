// The device memory of a launch: what the capsule holds of it, read when it is first touched, written by the replay.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "traces/capsule.h"
#include "traces/replay/memory_source.h"

namespace warpglass {

/// Refuses capsules whose regions add up to more address space than any GPU has.
inline constexpr uint64_t kMaxRegionBytes = uint64_t{1} << 40;

/// The first place where memory after the replay is not what the GPU left.
struct MemoryMismatch {
  std::string region;         ///< its kind
  uint64_t region_address = 0;
  uint64_t address = 0;       ///< of the differing 32-bit word
  uint32_t expected = 0;
  uint32_t found = 0;
};

struct MemoryComparison {
  uint64_t different_words = 0;
  uint64_t accumulated_words = 0;  ///< of those, words that floating-point atomics added to
  MemoryMismatch first;            ///< valid when different_words > 0; a word not accumulated where there is one
};

/// Thread-safe for `find`. The capsule must outlive it.
class DeviceMemory final : public MemorySource {
 public:
  /// `limit`: bytes that may be loaded; 0: three quarters of this machine's memory. Throws BadInput for regions that overlap or are too large.
  DeviceMemory(const Capsule& capsule, uint64_t limit);
  ~DeviceMemory() override;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// The largest loaded stretch around [address, address + bytes); false if the capsule does not hold all of it.
  bool find(uint64_t address, uint64_t bytes, bool store, isa::MemoryWindow& window);
  isa::MemoryPort port() override;
  /// Notes that a floating-point atomic added to this word, so that its value depends on the order.
  void note_accumulated(uint64_t address, uint64_t bytes);
  /// Compares with the capsule's memory after the launch: every chunk that the launch changed or the replay wrote.
  MemoryComparison compare() const;

 private:
  struct Region;
  Region* region_at(uint64_t address) const;
  void load(Region& region, uint64_t chunk) const;
  void compare_chunk(const Region& region, uint64_t chunk, MemoryComparison& result) const;

  const Capsule& capsule_;
  uint64_t limit_;
  mutable uint64_t loaded_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Region>> regions_;  ///< by address
};

}  // namespace warpglass
