#include "sim/access/shared_wavefronts.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warpglass::sim {
namespace {

constexpr uint32_t kLanes = 32;
constexpr uint32_t kMostWords = kLanes * 4;

// Distinct words in the fullest bank: the wavefronts that one group of lanes needs.
uint32_t fullest_bank(const uint64_t* addresses, uint32_t group, uint32_t words, uint32_t banks) {
  std::array<uint8_t, kLanes> head;  // per bank: index + 1 of its newest word
  std::array<uint8_t, kLanes> count{};
  std::array<uint64_t, kMostWords> word;
  std::array<uint8_t, kMostWords> next;
  head.fill(0);
  uint32_t used = 0;
  uint32_t most = 0;
  for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
    const uint64_t first = addresses[std::countr_zero(rest)] / 4;
    for (uint32_t k = 0; k < words; ++k) {
      const uint64_t value = first + k;
      const auto bank = static_cast<uint32_t>(value & (banks - 1));
      uint8_t at = head[bank];
      while (at != 0 && word[at - 1] != value) at = next[at - 1];
      if (at != 0) continue;
      word[used] = value;
      next[used] = head[bank];
      head[bank] = static_cast<uint8_t>(++used);
      most = std::max<uint32_t>(most, ++count[bank]);
    }
  }
  return most;
}

// Every active pair of lanes i and i^distance has the same address.
bool neighbours_agree(const uint64_t* addresses, uint32_t mask, uint32_t distance) {
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint32_t other = lane ^ distance;
    if ((mask >> other & 1u) != 0 && addresses[lane] != addresses[other]) return false;
  }
  return true;
}

bool groups_merge(const uint64_t* addresses, uint32_t mask) {
  return neighbours_agree(addresses, mask, 1) || neighbours_agree(addresses, mask, 2);
}

// The two cases that nearly every access is: one word for all, or 32 neighbouring words.
bool is_simple(const uint64_t* addresses, uint32_t banks) {
  uint64_t differs_uniform = 0;
  uint64_t differs_sequence = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    differs_uniform |= addresses[lane] ^ addresses[0];
    differs_sequence |= addresses[lane] ^ (addresses[0] + 4 * lane);
  }
  return differs_uniform == 0 || (differs_sequence == 0 && banks == kLanes && addresses[0] % 4 == 0);
}

}  // namespace

uint32_t lanes_in_fullest_bank(const uint64_t* addresses, uint32_t mask, uint32_t banks) {
  std::array<uint8_t, kLanes> count{};
  uint32_t most = 0;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
    most = std::max<uint32_t>(most, ++count[addresses[std::countr_zero(rest)] / 4 & (banks - 1) & (kLanes - 1)]);
  return most;
}

uint32_t shared_groups(const uint64_t* addresses, uint32_t mask, uint32_t bytes, bool load, std::array<uint32_t, 4>& groups) {
  if (bytes <= 4) {
    groups[0] = mask;
    return mask != 0 ? 1 : 0;
  }
  // Lanes that pass together: 16 for 8 bytes, 8 for 16 bytes; twice that when neighbours agree.
  const uint32_t width = kLanes / (bytes / 4);
  const bool merge = load && groups_merge(addresses, mask);
  uint32_t count = 0;
  for (uint32_t start = 0; start < kLanes; start += 2 * width) {
    const uint32_t low = static_cast<uint32_t>(((uint64_t{1} << width) - 1) << start) & mask;
    const uint32_t high = static_cast<uint32_t>(((uint64_t{1} << width) - 1) << (start + width)) & mask;
    if (low == 0 && high == 0) continue;
    if (merge || low == 0 || high == 0) {
      groups[count++] = low | high;
    } else {
      groups[count++] = low;
      groups[count++] = high;
    }
  }
  return count;
}

SharedAccess shared_access(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint32_t banks, bool load) {
  SharedAccess result;
  if (mask == 0xffffffffu && bytes <= 4 && is_simple(addresses, banks)) return {1, 1, 1};
  std::array<uint32_t, 4> groups;
  result.ideal = shared_groups(addresses, mask, bytes, load, groups);
  for (uint32_t g = 0; g < result.ideal; ++g) {
    const uint32_t most = fullest_bank(addresses, groups[g], std::max(1u, bytes / 4), banks);
    result.wavefronts += most;
    result.ways = std::max(result.ways, most);
  }
  return result;
}

}  // namespace warpglass::sim
