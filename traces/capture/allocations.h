// Which device memory is alive: what a kernel could reach.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "traces/capsule.h"

namespace warpglass::capture {

/// Not thread-safe: its owner holds a lock.
class AllocationMap {
 public:
  /// Replaces what overlaps: the driver gave the range out anew, so the old entry's release was missed.
  void add(uint64_t address, uint64_t bytes, std::string kind);
  /// Only an allocation that starts at `address`.
  void remove(uint64_t address);
  /// Everything that starts inside the range: one cuMemUnmap may undo several cuMemMap.
  void remove_range(uint64_t address, uint64_t bytes);
  bool covers(uint64_t address) const;
  /// By address.
  std::vector<MemoryRegion> live() const;

 private:
  struct Block {
    uint64_t bytes;
    std::string kind;
  };
  std::map<uint64_t, Block> blocks_;
};

}  // namespace warpglass::capture
