// Memory before and after a launch, copied into a capsule piece by piece: host memory stays small.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/capsule.h"
#include "traces/capture/driver.h"

namespace warpglass::capture {

class Snapshot {
 public:
  Snapshot(const Driver& driver, CapsuleWriter& writer) : driver_(driver), writer_(writer) {}
  /// Regions that cannot be read (not accessible from the current device) are left out and counted.
  void before(const std::vector<MemoryRegion>& regions);
  /// Stores the chunks that changed. False if a region could not be read any more.
  bool after();
  size_t unreadable() const { return unreadable_; }
  uint64_t bytes() const { return bytes_; }

 private:
  struct Digest {
    uint64_t low, high;
    bool operator==(const Digest&) const = default;
  };
  struct Region {
    MemoryRegion memory;
    size_t number;
    std::vector<Digest> chunks;
  };
  template <typename Visit>
  bool for_each_chunk(const MemoryRegion& region, Visit visit);
  bool copy(const MemoryRegion& region, uint64_t offset, uint64_t bytes);
  static Digest digest(std::span<const uint8_t> bytes);

  const Driver& driver_;
  CapsuleWriter& writer_;
  std::vector<Region> regions_;
  std::vector<uint8_t> buffer_;
  size_t unreadable_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace warpglass::capture
