#include "sim/memory/sector_cache.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpglass::sim {

__extension__ using Wide = unsigned __int128;

SectorCache::SectorCache(uint64_t bytes, uint32_t line_bytes, uint32_t ways)
    : line_shift_(static_cast<uint32_t>(std::countr_zero(line_bytes))),
      ways_(ways),
      sets_(std::max<uint64_t>(1, bytes / line_bytes / ways)),
      lines_(sets_ * ways),
      marks_(lines_.size(), 0) {}

// The hash spreads power-of-two strides; real hash functions are not published.
size_t SectorCache::set_of(uint64_t line_number) const {
  uint64_t h = line_number;
  h ^= h >> 17;
  h *= 0x9e3779b97f4a7c15ull;
  return static_cast<size_t>((static_cast<Wide>(h) * sets_) >> 64) * ways_;
}

// Other bits than those that choose the set.
uint8_t SectorCache::mark_of(uint64_t line_number) {
  return static_cast<uint8_t>((line_number * 0xff51afd7ed558ccdull >> 56) | 1);
}

uint32_t SectorCache::find(uint64_t line_address) {
  const uint64_t number = line_address >> line_shift_;
  const size_t first = set_of(number), end = first + ways_;
  for (size_t i = first; i < end; ++i) {
    const void* marked = std::memchr(&marks_[i], mark_of(number), end - i);
    if (marked == nullptr) return kNoLine;
    i = static_cast<size_t>(static_cast<const uint8_t*>(marked) - marks_.data());
    if (lines_[i].tag != line_address + 1) continue;
    lines_[i].used = ++clock_;
    return static_cast<uint32_t>(i);
  }
  return kNoLine;
}

uint32_t SectorCache::allocate(uint64_t line_address, Eviction& eviction) {
  const size_t first = set_of(line_address >> line_shift_);
  size_t victim = lines_.size();
  for (size_t i = first; i < first + ways_; ++i) {
    if (lines_[i].pending != 0) continue;
    if (lines_[i].tag == 0) {
      victim = i;
      break;
    }
    if (victim == lines_.size() || lines_[i].used < lines_[victim].used) victim = i;
  }
  if (victim == lines_.size()) return kNoLine;
  Line& line = lines_[victim];
  if (line.tag == 0) ++filled_;
  eviction = {line.tag != 0 && line.dirty != 0, line.tag - 1, line.dirty};
  line = Line{};
  line.tag = line_address + 1;
  line.used = ++clock_;
  marks_[victim] = mark_of(line_address >> line_shift_);
  return static_cast<uint32_t>(victim);
}

}  // namespace warpglass::sim
