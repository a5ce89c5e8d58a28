// fp16 and bf16: conversions that round once, written without branches so that loops vectorise.
#pragma once

#include "isa/semantics/float32.h"

namespace warpglass::isa::WARPGLASS_LEVEL {

/// NaN of both 16-bit formats.
inline constexpr uint32_t kNan16 = 0x7fff;

struct Half {
  /// Exact value of a 16-bit pattern.
  static float widen(uint32_t h) {
    const uint32_t sign = (h & 0x8000u) << 16, rest = h & 0x7fffu;
    const uint32_t normal = (rest << 13) + (rest >= 0x7c00u ? 224u << 23 : 112u << 23);
    const uint32_t small = to_bits(static_cast<float>(static_cast<int32_t>(rest)) * 0x1p-24f);
    return to_float(sign | (rest < 0x400u ? small : normal));
  }
  static constexpr int kMantissa = 10, kMinExponent = -14;
  static constexpr float kMax = 65504.0f;
  /// Bits of a value that the format holds exactly (or of something larger, which is infinity).
  static uint32_t pack(float r) {
    const uint32_t bits = to_bits(r), magnitude = bits & 0x7fffffffu;
    const auto small = static_cast<uint32_t>(static_cast<int32_t>(to_float(magnitude < 0x38800000u ? magnitude : 0) * 0x1p24f));
    const uint32_t normal = (magnitude >> 13) - (112u << 10);
    const uint32_t packed = magnitude < 0x38800000u ? small : magnitude >= 0x47800000u ? 0x7c00u : normal;
    return (bits >> 16 & 0x8000u) | packed;
  }
};

struct Brain {
  static float widen(uint32_t h) { return to_float(h << 16); }
  static constexpr int kMantissa = 7, kMinExponent = -126;
  static constexpr float kMax = 0x1.fep127f;
  static uint32_t pack(float r) { return to_bits(r) >> 16; }
};

/// Rounds to the format in the processor's rounding mode: adding and subtracting a constant whose last place is the
/// format's. The constant has the value's sign, so that directed modes keep their direction.
template <class Format>
[[gnu::always_inline]] inline uint32_t narrow(double v) {
  const uint64_t bits = to_bits(v), sign = bits & 0x8000000000000000ull;
  const uint64_t exponent = bits >> 52 & 0x7ff;
  constexpr uint64_t lowest = 1023 + Format::kMinExponent;
  const uint64_t used = exponent < lowest ? lowest : exponent;
  const uint64_t magic = (used + (52 - Format::kMantissa)) << 52 | 1ull << 51 | sign;
  const double c = __builtin_bit_cast(double, exponent == 0x7ff ? sign : magic);
  const double r = (v + c) - c;
  // A result that became zero keeps the sign of the value.
  const float f = to_float((to_bits(static_cast<float>(r)) & 0x7fffffffu) | static_cast<uint32_t>(sign >> 32));
  return v != v ? kNan16 : Format::pack(f);
}

/// x + y with the last bit set when the double sum is inexact, so that rounding it again rounds the exact sum once.
[[gnu::always_inline]] inline double add_to_odd(double x, double y) {
  const double s = x + y, t = s - x, error = (x - (s - t)) + (y - t);
  const auto bits = static_cast<int64_t>(to_bits(s));
  const int64_t step = (error > 0.0) == (s > 0.0) ? 1 : -1;
  // An infinite or NaN sum has a NaN error, which compares as no error.
  const bool inexact = (error > 0.0) | (error < 0.0);
  return __builtin_bit_cast(double, inexact && (bits & 1) == 0 ? bits + step : bits);
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
