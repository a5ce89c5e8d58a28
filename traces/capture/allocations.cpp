#include "traces/capture/allocations.h"

namespace warpglass::capture {

void AllocationMap::add(uint64_t address, uint64_t bytes, std::string kind) {
  if (address == 0 || bytes == 0) return;
  auto next = blocks_.lower_bound(address);
  if (next != blocks_.begin()) {
    const auto before = std::prev(next);
    if (address - before->first < before->second.bytes) blocks_.erase(before);
  }
  while (next != blocks_.end() && next->first - address < bytes) next = blocks_.erase(next);
  blocks_[address] = {bytes, std::move(kind)};
}

void AllocationMap::remove(uint64_t address) { blocks_.erase(address); }

void AllocationMap::remove_range(uint64_t address, uint64_t bytes) {
  auto block = blocks_.lower_bound(address);
  while (block != blocks_.end() && block->first - address < bytes) block = blocks_.erase(block);
}

bool AllocationMap::covers(uint64_t address) const {
  const auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return false;
  const auto before = std::prev(next);
  return address - before->first < before->second.bytes;
}

std::vector<MemoryRegion> AllocationMap::live() const {
  std::vector<MemoryRegion> regions;
  for (const auto& [address, block] : blocks_) regions.push_back({address, block.bytes, block.kind});
  return regions;
}

}  // namespace warpglass::capture
