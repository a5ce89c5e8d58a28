// The interpolator of the multi-function unit, bit for bit: the top bits of the reduced argument choose a segment, the
// rest, x, is put in c0 + c1 x + c2 x^2 in fixed point, with a squarer that leaves out its low columns. Fitted to and
// checked against all 2^32 inputs of each function on an H200 (kernels/micro/mufu_fit, tests/isa/mufu_check).
#pragma once

#include <cstdint>

namespace warpglass::isa::sfu {

struct Coefficients {
  std::uint32_t c0, c1, c2;
};

#include "isa/semantics/mufu_coefficients.inc"

/// x^2 for x < 2^17, short of the partial products below column 19 (x_i x_j and x_j x_i are one, a column higher).
[[gnu::always_inline]] inline std::uint64_t approximate_square(std::uint64_t x) {
  // What is left out: first the diagonal x_i^2 at columns 2i < 19, then in row i the pairs with i < j < 18 - i.
  std::uint64_t spread = x & 0x3ff;
  spread = (spread | spread << 8) & 0x300ff;
  spread = (spread | spread << 4) & 0x30f0f;
  spread = (spread | spread << 2) & 0x33333;
  std::uint64_t lost = (spread | spread << 1) & 0x55555;
  for (unsigned i = 0; i < 9; ++i) {
    const std::uint64_t pairs = x & ((1u << (18 - i)) - 1) & ~((2u << i) - 1);
    lost += (pairs << (i + 1)) & -(x >> i & 1);
  }
  return x * x - lost;
}

enum class Sign : bool { Plus, Minus };

/// How a function's terms are aligned; the sum has `weight` fractional bits.
template <unsigned IndexBits, unsigned Shift0, unsigned Shift1, Sign Sign1, Sign Sign2>
struct Interpolation {
  static constexpr unsigned kBits = 23 - IndexBits;

  /// The sum for the 23 bits of a reduced argument; `table` is the function's or the part of it for the octave.
  [[gnu::always_inline]] static std::uint64_t sum(const Coefficients* table, std::uint64_t bias, std::uint32_t argument) {
    const Coefficients& c = table[argument >> kBits];
    const std::uint64_t x = argument & ((1u << kBits) - 1);
    // A narrower argument enters the squarer at its upper end.
    constexpr unsigned kUnused = 17 - kBits;
    const std::uint64_t square = approximate_square(x << kUnused) >> (2 * kUnused);
    const std::uint64_t linear = (c.c1 * x) << Shift1;
    const std::uint64_t quadratic = c.c2 * square;
    return (std::uint64_t{c.c0} << Shift0) + bias + (Sign1 == Sign::Plus ? linear : -linear) +
           (Sign2 == Sign::Plus ? quadratic : -quadratic);
  }
};

using Reciprocal = Interpolation<7, 30, 17, Sign::Minus, Sign::Plus>;       // 56 fractional bits
using ReciprocalRoot = Interpolation<6, 31, 17, Sign::Minus, Sign::Plus>;   // 57
using Root = Interpolation<6, 33, 18, Sign::Plus, Sign::Minus>;             // 58
using Exponential = Interpolation<6, 32, 19, Sign::Plus, Sign::Plus>;       // 57
using Logarithm = Interpolation<6, 30, 18, Sign::Plus, Sign::Minus>;        // 56
using Sine = Interpolation<6, 31, 19, Sign::Plus, Sign::Minus>;             // 56
using Tangent = Interpolation<6, 31, 18, Sign::Plus, Sign::Minus>;  // 57

}  // namespace warpglass::isa::sfu
