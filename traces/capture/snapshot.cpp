#include "traces/capture/snapshot.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace warpglass::capture {
namespace {
constexpr uint64_t kPieceBytes = 256 * kChunkBytes;  // one copy from the device
}

Snapshot::Digest Snapshot::digest(std::span<const uint8_t> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

bool Snapshot::copy(const MemoryRegion& region, uint64_t offset, uint64_t bytes) {
  buffer_.resize(bytes);
  if (region.kind == "host") {
    std::memcpy(buffer_.data(), reinterpret_cast<const void*>(region.address + offset), bytes);
    return true;
  }
  return driver_.cuMemcpyDtoH_(buffer_.data(), region.address + offset, bytes) == CUDA_SUCCESS;
}

template <typename Visit>
bool Snapshot::for_each_chunk(const MemoryRegion& region, Visit visit) {
  for (uint64_t offset = 0; offset < region.bytes; offset += kPieceBytes) {
    const uint64_t piece = std::min(kPieceBytes, region.bytes - offset);
    if (!copy(region, offset, piece)) return false;
    for (uint64_t at = 0; at < piece; at += kChunkBytes)
      visit((offset + at) / kChunkBytes,
            std::span<const uint8_t>(buffer_).subspan(at, std::min(kChunkBytes, piece - at)));
  }
  return true;
}

void Snapshot::before(const std::vector<MemoryRegion>& regions) {
  for (const MemoryRegion& memory : regions) {
    if (!copy(memory, 0, std::min<uint64_t>(memory.bytes, 1))) {
      ++unreadable_;
      continue;
    }
    Region region{memory, writer_.add_region(memory), {}};
    for_each_chunk(memory, [&](uint64_t chunk, std::span<const uint8_t> bytes) {
      region.chunks.push_back(digest(bytes));
      writer_.set_chunk_before(region.number, chunk, bytes);
    });
    bytes_ += memory.bytes;
    regions_.push_back(std::move(region));
  }
}

bool Snapshot::after() {
  bool complete = true;
  for (const Region& region : regions_) {
    complete &= for_each_chunk(region.memory, [&](uint64_t chunk, std::span<const uint8_t> bytes) {
      if (chunk < region.chunks.size() && digest(bytes) != region.chunks[chunk])
        writer_.set_chunk_after(region.number, chunk, bytes);
    });
  }
  return complete;
}

}  // namespace warpglass::capture
