// A hash for what hardware spreads by functions that are not published.
#pragma once

#include <cstdint>

namespace warpglass::sim {

inline uint64_t mix(uint64_t h) {
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 29;
  h *= 0xc4ceb9fe1a85ec53ull;
  return h ^ h >> 32;
}

}  // namespace warpglass::sim
