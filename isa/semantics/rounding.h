// Directed rounding of binary floating point: RN is the default, the others switch the processor's mode around a loop.
#pragma once

#include <cstdint>

#include "isa/semantics/lanes.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace warpglass::isa::WARPGLASS_LEVEL {

/// The processor's encoding of the rounding modes.
enum class Rounding : uint32_t { Nearest = 0, Down = 1, Up = 2, Zero = 3 };

inline Rounding rounding_modifier(Binder& b) {
  if (b.has(Modifier::RM)) return Rounding::Down;
  if (b.has(Modifier::RP)) return Rounding::Up;
  if (b.has(Modifier::RZ)) return Rounding::Zero;
  b.has(Modifier::RN);
  return Rounding::Nearest;
}

/// Runs f with the rounding mode. f must load its operands from memory and store its results there: the barriers keep
/// those accesses, and so the arithmetic between them, inside.
template <class F>
[[gnu::noinline]] static void with_rounding(uint32_t mode, const F& f) {
  const unsigned old = _mm_getcsr();
  _mm_setcsr((old & ~0x6000u) | mode << 13);
  asm volatile("" : : "r"(&f) : "memory");
  f();
  asm volatile("" : : "r"(&f) : "memory");
  _mm_setcsr(old);
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
