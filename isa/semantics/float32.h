// Single-precision helpers: flushing, canonical NaN, saturation, on bit patterns so that loops vectorise.
#pragma once

#include "isa/semantics/lanes.h"

namespace warpglass::isa::WARPGLASS_LEVEL {

/// The NaN that every arithmetic instruction returns (measured on an H200).
inline constexpr uint32_t kNan32 = 0x7fffffffu;
inline constexpr uint64_t kNan64 = 0x7fffffff00000000ull | 0xffffffffu;

template <bool Ftz>
[[gnu::always_inline]] inline uint32_t flush(uint32_t x) {
  if constexpr (!Ftz) return x;
  return (x & 0x7f800000u) == 0 ? x & 0x80000000u : x;
}

template <bool Ftz, bool Sat>
[[gnu::always_inline]] inline uint32_t finish(float r) {
  uint32_t bits = flush<Ftz>(to_bits(r));
  if constexpr (Sat) {
    // NaN and negative values become +0, values from one on become one.
    bits = r > 0.0f ? bits : 0u;
    return r >= 1.0f ? 0x3f800000u : bits;
  }
  return r != r ? kNan32 : bits;
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
