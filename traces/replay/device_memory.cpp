#include <unistd.h>

#include "traces/replay/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <bitset>
#include <cstring>

#include "base/error.h"

namespace warpglass {
namespace {

uint64_t default_memory_limit() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(size) / 4 * 3 : uint64_t{4} << 30;
}

}  // namespace

namespace {

enum ChunkState : uint8_t { kUntouched, kLoaded, kAbsent };

/// Regions up to this size are loaded whole at the first touch, so that one window covers them.
constexpr uint64_t kWholeRegionBytes = 32u << 20;
/// How far a window reaches in larger ones, in chunks.
constexpr uint64_t kWindowReach = 256;

uint8_t* map(uint64_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw bad_input("cannot reserve {} bytes of address space for a region of the capsule", bytes);
  return static_cast<uint8_t*>(p);
}

}  // namespace

struct DeviceMemory::Region {
  size_t number;
  MemoryRegion info;
  uint8_t* host = nullptr;
  std::unique_ptr<std::atomic<uint8_t>[]> state;
  std::vector<uint8_t> written;
  using Words = std::bitset<kChunkBytes / 4>;
  std::vector<std::unique_ptr<Words>> accumulated;  ///< by chunk; nullptr: none

  bool is_accumulated(uint64_t offset) const {
    const auto& words = accumulated[offset / kChunkBytes];
    return words && words->test(offset % kChunkBytes / 4);
  }

  Region(size_t n, const MemoryRegion& region) : number(n), info(region) {
    host = map(info.bytes);
    state = std::make_unique<std::atomic<uint8_t>[]>(info.chunks());
    written.resize(info.chunks());
    accumulated.resize(info.chunks());
  }
  ~Region() { munmap(host, info.bytes); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
};

DeviceMemory::DeviceMemory(const Capsule& capsule, uint64_t limit) : capsule_(capsule), limit_(limit != 0 ? limit : default_memory_limit()) {
  const auto& regions = capsule.regions();
  uint64_t total = 0;
  for (size_t i = 0; i < regions.size(); ++i) {
    if (regions[i].bytes == 0) continue;
    if (regions[i].bytes > kMaxRegionBytes || regions[i].address + regions[i].bytes < regions[i].address ||
        (total += regions[i].bytes) > kMaxRegionBytes)
      throw bad_input("{}: its memory regions are larger than any GPU's memory", capsule.path().string());
    regions_.push_back(std::make_unique<Region>(i, regions[i]));
  }
  std::sort(regions_.begin(), regions_.end(), [](const auto& a, const auto& b) { return a->info.address < b->info.address; });
  for (size_t i = 1; i < regions_.size(); ++i)
    if (regions_[i - 1]->info.address + regions_[i - 1]->info.bytes > regions_[i]->info.address)
      throw bad_input("{}: memory regions overlap at 0x{:x}", capsule.path().string(), regions_[i]->info.address);
}

DeviceMemory::~DeviceMemory() = default;

DeviceMemory::Region* DeviceMemory::region_at(uint64_t address) const {
  auto after = std::upper_bound(regions_.begin(), regions_.end(), address,
                                [](uint64_t a, const auto& region) { return a < region->info.address; });
  if (after == regions_.begin()) return nullptr;
  Region* region = std::prev(after)->get();
  return address - region->info.address < region->info.bytes ? region : nullptr;
}

/// Call with the mutex held.
void DeviceMemory::load(Region& region, uint64_t chunk) const {
  if (region.state[chunk].load(std::memory_order_relaxed) != kUntouched) return;
  if (!capsule_.chunk_present(region.number, chunk)) {
    region.state[chunk].store(kAbsent, std::memory_order_release);
    return;
  }
  const std::vector<uint8_t> bytes = capsule_.chunk_before(region.number, chunk);
  if (bytes.size() != region.info.chunk_bytes(chunk))
    throw bad_input("{}: chunk {} of the region at 0x{:x} has {} bytes instead of {}", capsule_.path().string(), chunk,
                    region.info.address, bytes.size(), region.info.chunk_bytes(chunk));
  if ((loaded_ += bytes.size()) > limit_)
    throw bad_input("{}: the kernel touches more than {} MiB of memory, the limit of this replay", capsule_.path().string(),
                    limit_ >> 20);
  std::memcpy(region.host + chunk * kChunkBytes, bytes.data(), bytes.size());
  region.state[chunk].store(kLoaded, std::memory_order_release);
}

bool DeviceMemory::find(uint64_t address, uint64_t bytes, bool store, isa::MemoryWindow& window) {
  Region* region = region_at(address);
  if (region == nullptr || bytes == 0 || bytes > region->info.bytes - (address - region->info.address)) return false;
  const uint64_t offset = address - region->info.address, chunks = region->info.chunks();
  uint64_t first = offset / kChunkBytes, last = (offset + bytes - 1) / kChunkBytes;
  const std::lock_guard lock(mutex_);
  const bool whole = region->info.bytes <= kWholeRegionBytes;
  for (uint64_t c = whole ? 0 : first; c <= (whole ? chunks - 1 : last); ++c) load(*region, c);
  const auto loaded = [&](uint64_t c) { return region->state[c].load(std::memory_order_relaxed) == kLoaded; };
  for (uint64_t c = first; c <= last; ++c)
    if (!loaded(c)) return false;
  for (uint64_t n = 0; n < kWindowReach && first > 0 && loaded(first - 1); ++n) --first;
  for (uint64_t n = 0; n < kWindowReach && last + 1 < chunks && loaded(last + 1); ++n) ++last;
  window.begin = region->info.address + first * kChunkBytes;
  window.bytes = std::min((last + 1) * kChunkBytes, region->info.bytes) - first * kChunkBytes;
  window.host = region->host + first * kChunkBytes;
  window.written = store ? region->written.data() : nullptr;
  window.region_begin = region->info.address;
  return true;
}

isa::MemoryPort DeviceMemory::port() {
  isa::MemoryPort port;
  port.owner = this;
  port.miss = [](void* owner, uint64_t address, uint64_t bytes, bool store, isa::MemoryWindow& window) {
    return static_cast<DeviceMemory*>(owner)->find(address, bytes, store, window);
  };
  port.accumulated = [](void* owner, uint64_t address, uint64_t bytes) {
    static_cast<DeviceMemory*>(owner)->note_accumulated(address, bytes);
  };
  return port;
}

void DeviceMemory::note_accumulated(uint64_t address, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  Region* region = region_at(address);
  if (region == nullptr) return;
  const uint64_t offset = address - region->info.address;
  for (uint64_t a = offset; a < offset + bytes && a < region->info.bytes; a += 4) {
    auto& words = region->accumulated[a / kChunkBytes];
    if (!words) words = std::make_unique<Region::Words>();
    words->set(a % kChunkBytes / 4);
  }
}

void DeviceMemory::compare_chunk(const Region& region, uint64_t chunk, MemoryComparison& result) const {
  const std::vector<uint8_t> after = capsule_.chunk_after(region.number, chunk);
  const uint8_t* found = region.host + chunk * kChunkBytes;
  const uint64_t bytes = region.info.chunk_bytes(chunk);
  if (after.size() != bytes)
    throw bad_input("{}: chunk {} of the region at 0x{:x} is short", capsule_.path().string(), chunk, region.info.address);
  if (std::memcmp(found, after.data(), bytes) == 0) return;
  for (uint64_t i = 0; i < bytes; i += 4) {
    const size_t n = std::min<uint64_t>(4, bytes - i);
    if (std::memcmp(found + i, after.data() + i, n) == 0) continue;
    const uint64_t offset = chunk * kChunkBytes + i;
    const bool accumulated = region.is_accumulated(offset);
    // Report the first word that is not excused, else the first.
    const bool better = result.different_words == 0 || (!accumulated && result.different_words == result.accumulated_words);
    ++result.different_words;
    result.accumulated_words += accumulated;
    if (!better) continue;
    result.first = {region.info.kind, region.info.address, region.info.address + offset, 0, 0};
    std::memcpy(&result.first.expected, after.data() + i, n);
    std::memcpy(&result.first.found, found + i, n);
  }
}

MemoryComparison DeviceMemory::compare() const {
  MemoryComparison result;
  for (const auto& region : regions_) {
    for (uint64_t chunk = 0; chunk < region->info.chunks(); ++chunk) {
      const bool changed = capsule_.chunk_changed(region->number, chunk);
      if (!changed && !region->written[chunk]) continue;
      {
        const std::lock_guard lock(mutex_);
        load(*region, chunk);
      }
      if (region->state[chunk].load(std::memory_order_acquire) == kLoaded) compare_chunk(*region, chunk, result);
    }
  }
  return result;
}

}  // namespace warpglass
