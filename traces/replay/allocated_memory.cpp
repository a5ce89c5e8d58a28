#include "traces/replay/allocated_memory.h"

#include <sys/mman.h>

#include <cstring>

namespace warpglass {
namespace {

constexpr uint64_t kAlignment = uint64_t{2} << 20;
constexpr uint64_t kPage = 4096;

}  // namespace

AllocatedMemory::~AllocatedMemory() {
  for (const auto& [address, allocation] : allocations_) munmap(allocation.host, allocation.bytes);
}

uint64_t AllocatedMemory::allocate(uint64_t bytes) {
  if (bytes == 0) return 0;
  void* host = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (host == MAP_FAILED) return 0;
  const uint64_t address = next_;
  next_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  allocations_[address] = {bytes, static_cast<uint8_t*>(host)};
  return address;
}

bool AllocatedMemory::release(uint64_t address) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) return false;
  munmap(found->second.host, found->second.bytes);
  allocations_.erase(found);
  return true;
}

std::map<uint64_t, AllocatedMemory::Allocation>::const_iterator AllocatedMemory::holding(uint64_t address, uint64_t bytes) const {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return allocations_.end();
  --after;
  const uint64_t offset = address - after->first;
  return offset <= after->second.bytes && bytes <= after->second.bytes - offset ? after : allocations_.end();
}

uint8_t* AllocatedMemory::host(uint64_t address, uint64_t bytes) {
  const auto found = holding(address, bytes);
  return found == allocations_.end() ? nullptr : found->second.host + (address - found->first);
}

bool AllocatedMemory::clear(uint64_t address, uint64_t bytes) {
  uint8_t* at = host(address, bytes);
  if (at == nullptr) return false;
  const auto begin = reinterpret_cast<uintptr_t>(at);
  const uintptr_t first = (begin + kPage - 1) / kPage * kPage, last = (begin + bytes) / kPage * kPage;
  if (first >= last) {
    std::memset(at, 0, bytes);
    return true;
  }
  // Private anonymous pages that are let go of read as zero.
  if (madvise(at + (first - begin), last - first, MADV_DONTNEED) != 0) std::memset(at + (first - begin), 0, last - first);
  std::memset(at, 0, first - begin);
  std::memset(at + (last - begin), 0, begin + bytes - last);
  return true;
}

bool AllocatedMemory::find(uint64_t address, uint64_t bytes, isa::MemoryWindow& window) const {
  const auto found = holding(address, bytes);
  if (found == allocations_.end()) return false;
  window.begin = window.region_begin = found->first;
  window.bytes = found->second.bytes;
  window.host = found->second.host;
  window.written = nullptr;
  return true;
}

isa::MemoryPort AllocatedMemory::port() {
  isa::MemoryPort port;
  port.owner = this;
  port.miss = [](void* owner, uint64_t address, uint64_t bytes, bool, isa::MemoryWindow& window) {
    return static_cast<const AllocatedMemory*>(owner)->find(address, bytes, window);
  };
  return port;
}

}  // namespace warpglass
