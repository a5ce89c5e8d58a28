// L2 without time: which lines it holds after accesses that are executed but not simulated.
#include "sim/access/coalesce.h"
#include "sim/memory/memory_system.h"

namespace warpglass::sim {

// What is pushed out is written back in time that nobody simulates.
// `sectors` of the line are there as a whole.
SectorCache::Line& MemorySystem::touched_line(unsigned slice, uint64_t line, uint8_t sectors) {
  SectorCache& cache = caches_[slice];
  uint32_t index = cache.find(line);
  if (index == SectorCache::kNoLine) {
    SectorCache::Eviction eviction;
    index = cache.allocate(line, eviction);
    partial_[slice].take(index, 0xff);
  }
  partial_[slice].take(index, sectors);
  cache[index].valid |= sectors;
  return cache[index];
}

void MemorySystem::touch(unsigned sm, const LineTouch& access) {
  const Place place = place_of(sm, access.line);
  if (access.kind != RequestKind::Read) {
    drop_copies(access.line, place.home, access.sectors);
    touched_line(place.home, access.line, access.sectors).dirty |= access.sectors;
    return;
  }
  // HBM brings the neighbouring sectors of an access along.
  uint8_t fetched = access.sectors;
  const auto together = static_cast<unsigned>(std::max<int64_t>(1, model_.hbm_access_bytes / kSectorBytes));
  for (unsigned first = 0; first < 8; first += together) {
    const unsigned mask = ((1u << together) - 1) << first & 0xffu;
    if ((access.sectors & mask) != 0) fetched = static_cast<uint8_t>(fetched | mask);
  }
  const auto in_line =
      static_cast<uint8_t>((1u << (static_cast<unsigned>(model_.l1_line_bytes) / kSectorBytes)) - 1);
  if (place.near != place.home) touched_line(place.near, access.line, access.sectors);
  touched_line(place.home, access.line, static_cast<uint8_t>(fetched & in_line));
}

uint64_t MemorySystem::filled_lines() const {
  uint64_t filled = 0;
  for (const SectorCache& cache : caches_) filled += cache.filled();
  return filled;
}

uint64_t MemorySystem::lines() const {
  uint64_t lines = 0;
  for (const SectorCache& cache : caches_) lines += cache.size();
  return lines;
}

}  // namespace warpglass::sim
