#include "sim/access/coalesce.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace warpglass::sim {

uint32_t CoalescedAccess::sectors() const {
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; ++i) total += static_cast<uint32_t>(std::popcount(lines[i].sectors));
  return total;
}

namespace {

void add(CoalescedAccess& out, uint64_t line, uint32_t sectors, uint32_t bytes) {
  for (uint32_t i = out.count; i-- > 0;) {
    if (out.lines[i].line == line) {
      out.lines[i].sectors |= sectors;
      out.lines[i].bytes += bytes;
      return;
    }
  }
  out.lines[out.count++] = {line, sectors, bytes};
}

}  // namespace

void coalesce(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint32_t line_bytes, CoalescedAccess& out) {
  out.count = 0;
  const uint64_t line_mask = ~uint64_t{line_bytes - 1};
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t first = addresses[std::countr_zero(rest)];
    const uint64_t last = first + bytes - 1;
    const uint64_t line = first & line_mask;
    const auto first_sector = static_cast<uint32_t>((first - line) / kSectorBytes);
    if ((last & line_mask) == line) {
      const auto last_sector = static_cast<uint32_t>((last - line) / kSectorBytes);
      add(out, line, (2u << last_sector) - (1u << first_sector), bytes);
    } else {  // misaligned accesses fault on the GPU; a foreign trace may still hold them
      const uint32_t all = (1u << (line_bytes / kSectorBytes)) - 1;
      const auto before = static_cast<uint32_t>(line + line_bytes - first);
      add(out, line, all & ~((1u << first_sector) - 1), before);
      add(out, last & line_mask, (2u << ((last & ~line_mask) / kSectorBytes)) - 1, bytes - before);
    }
  }
}

AtomicWork atomic_work(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint64_t line, uint32_t line_bytes) {
  std::array<uint32_t, 32> most{}, lanes{};  // by sector
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t address = addresses[std::countr_zero(rest)];
    if (address - line >= line_bytes) continue;
    uint32_t same = 0;
    for (uint32_t other = rest; other != 0; other &= other - 1) same += addresses[std::countr_zero(other)] == address ? 1 : 0;
    const size_t sector = (address - line) / kSectorBytes % most.size();
    most[sector] = std::max(most[sector], same);
    ++lanes[sector];
  }
  AtomicWork work;
  for (size_t s = 0; s < most.size(); ++s) {
    work.requests = std::max(work.requests, most[s]);
    work.passes += most[s];
    if (lanes[s] * bytes == most[s] * kSectorBytes) work.whole_passes += most[s];
  }
  return work;
}

void coalesce_local(const uint64_t* offsets, uint32_t mask, uint32_t bytes, uint64_t frame, uint32_t line_bytes, CoalescedAccess& out) {
  constexpr uint32_t kWordBytes = 4, kLanes = 32;
  out.count = 0;
  for (uint32_t word = 0; word < std::max(1u, bytes / kWordBytes); ++word) {
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      const uint64_t address = frame + ((offsets[lane] / kWordBytes + word) * kLanes + lane) * kWordBytes;
      const uint64_t line = address & ~uint64_t{line_bytes - 1};
      add(out, line, 1u << (address - line) / kSectorBytes, std::min(bytes, kWordBytes));
    }
  }
}

uint32_t distinct_addresses(const uint64_t* addresses, uint32_t mask) {
  uint32_t distinct = 0;
  while (mask != 0) {
    const uint64_t address = addresses[std::countr_zero(mask)];
    ++distinct;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
      if (addresses[std::countr_zero(rest)] == address) mask &= ~(rest & -rest);
  }
  return distinct;
}

uint32_t ideal_sectors(uint32_t mask, uint32_t bytes) {
  return (static_cast<uint32_t>(std::popcount(mask)) * bytes + kSectorBytes - 1) / kSectorBytes;
}

}  // namespace warpglass::sim
