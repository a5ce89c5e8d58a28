#include "sim/access/shared_layout.h"

#include <algorithm>
#include <bit>

namespace warpglass::sim {

uint64_t SharedLayout::map(uint64_t address, uint32_t access_bytes) const {
  if (address < base) return address;
  const uint64_t row = (address - base) / row_bytes;
  uint64_t within = (address - base) % row_bytes;
  if (swizzle) {
    const uint64_t element_bytes = std::max(4u, access_bytes);
    const uint64_t swizzled_bytes = std::min<uint64_t>(128, std::bit_floor(row_bytes));
    const uint64_t elements = std::max<uint64_t>(1, swizzled_bytes / element_bytes);
    const uint64_t moved = within ^ (row % elements * element_bytes);
    if (moved < row_bytes) within = moved;  // the tail of a row that is no power of two long stays
  }
  return base + row * (row_bytes + padding_bytes) + within;
}

std::array<uint64_t, 32> SharedLayout::map(const uint64_t* addresses, uint32_t mask,
                                           uint32_t access_bytes) const {
  std::array<uint64_t, 32> mapped{};
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    mapped[lane] = map(addresses[lane], access_bytes);
  }
  return mapped;
}

uint64_t SharedLayout::bytes_needed(uint64_t bytes) const {
  if (bytes <= base) return bytes;
  const uint64_t rows = (bytes - base + row_bytes - 1) / row_bytes;
  return bytes + rows * padding_bytes;
}

}  // namespace warpglass::sim
