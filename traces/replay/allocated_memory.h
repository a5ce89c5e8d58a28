// Device memory that a program allocates, for launches that come from no capsule.
#pragma once

#include <cstdint>
#include <map>

#include "traces/replay/memory_source.h"

namespace warpglass {

/// Memory reads as zero until it is written, and takes room only where it was touched. Allocating and freeing while blocks
/// execute is an error of the caller; `find` is thread-safe.
class AllocatedMemory final : public MemorySource {
 public:
  AllocatedMemory() = default;
  ~AllocatedMemory() override;
  AllocatedMemory(const AllocatedMemory&) = delete;
  AllocatedMemory& operator=(const AllocatedMemory&) = delete;

  /// The device address of `bytes` new bytes, aligned to 2 MiB; 0 when there is no address space for them.
  uint64_t allocate(uint64_t bytes);
  /// False when `address` is no allocation's start.
  bool release(uint64_t address);
  /// Where [address, address + bytes) is in this program's memory, or nullptr if it is not inside one allocation.
  uint8_t* host(uint64_t address, uint64_t bytes);
  /// Zeroes and gives back the room. False when the range is not inside one allocation.
  bool clear(uint64_t address, uint64_t bytes);

  isa::MemoryPort port() override;

 private:
  struct Allocation {
    uint64_t bytes = 0;
    uint8_t* host = nullptr;
  };
  bool find(uint64_t address, uint64_t bytes, isa::MemoryWindow& window) const;
  std::map<uint64_t, Allocation>::const_iterator holding(uint64_t address, uint64_t bytes) const;

  std::map<uint64_t, Allocation> allocations_;
  uint64_t next_ = uint64_t{0x7f} << 40;  // as the driver on an H200 does, far from the windows of shared and local memory
};

}  // namespace warpglass
