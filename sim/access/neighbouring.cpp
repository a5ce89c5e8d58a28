#include "sim/access/neighbouring.h"

#include <algorithm>
#include <bit>

namespace warpglass::sim {
namespace {

constexpr uint32_t kLanes = 32;

// The distance from each lane to the next if it is the same for all active lanes, else 0.
uint64_t constant_distance(const uint64_t* addresses, uint32_t mask) {
  const auto first = static_cast<uint32_t>(std::countr_zero(mask));
  const uint32_t others = mask & (mask - 1);
  if (others == 0) return 0;
  const auto second = static_cast<uint32_t>(std::countr_zero(others));
  if (addresses[second] <= addresses[first]) return 0;
  const uint64_t distance = (addresses[second] - addresses[first]) / (second - first);
  for (uint32_t rest = others; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    if (addresses[lane] != addresses[first] + distance * (lane - first)) return 0;
  }
  return distance;
}

}  // namespace

void neighbouring_addresses(const uint64_t* addresses, uint32_t mask, uint32_t bytes, std::array<uint64_t, 32>& out) {
  if (mask == 0) return;
  const auto first = static_cast<uint32_t>(std::countr_zero(mask));
  const uint64_t warp_bytes = uint64_t{kLanes} * bytes;
  const uint64_t distance = constant_distance(addresses, mask);
  if (distance >= bytes) {
    const uint64_t element = addresses[first] / distance, part = addresses[first] % distance / bytes;
    const uint64_t start = (element - std::min<uint64_t>(element, first)) * distance / warp_bytes * warp_bytes + part * warp_bytes;
    for (uint32_t lane = 0; lane < kLanes; ++lane) out[lane] = start + uint64_t{lane} * bytes;
    return;
  }
  const uint64_t size = std::bit_ceil(static_cast<uint64_t>(std::popcount(mask)) * bytes);
  uint64_t next = addresses[first] / size * size;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1, next += bytes) out[static_cast<size_t>(std::countr_zero(rest))] = next;
}

}  // namespace warpglass::sim
