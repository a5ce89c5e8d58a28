#include <bit>
#include <cmath>

#include "isa/semantics/mufu.h"

namespace warpglass::isa {
namespace {

MufuCorrections corrections;

uint32_t flushed(uint32_t bits) { return (bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits; }

/// Distance in the table, 0 when there is none.
int correction(std::span<const uint8_t> table, uint32_t entry, int bias) {
  if (table.size() <= entry / 4) return 0;
  return (table[entry / 4] >> (2 * (entry % 4)) & 3) - bias;
}

bool ordinary(uint32_t bits) { return (bits & 0x7f800000u) != 0 && (bits & 0x7f800000u) != 0x7f800000u; }

/// Moves a finite, nonzero result by `distance` places.
float moved(float value, int distance) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if (!ordinary(bits)) return value;
  return std::bit_cast<float>(bits + static_cast<uint32_t>(distance));
}

float reciprocal(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  const float exact = 1.0f / x;
  return ordinary(bits) ? moved(exact, correction(corrections.rcp, bits & 0x7fffff, 1)) : exact;
}

/// Exponent parity and mantissa.
uint32_t parity_entry(uint32_t bits) { return bits & 0xffffff; }

float root(float x, bool inverse) {
  const auto bits = std::bit_cast<uint32_t>(x);
  if (x < 0) return std::bit_cast<float>(0x7fffffffu);
  const double exact = inverse ? 1.0 / std::sqrt(static_cast<double>(x)) : std::sqrt(static_cast<double>(x));
  const auto rounded = static_cast<float>(exact);
  if (!ordinary(bits)) return rounded;
  return moved(rounded, inverse ? correction(corrections.rsq, parity_entry(bits), 2)
                                : correction(corrections.sqrt, parity_entry(bits), 1));
}

/// RCP64H and RSQ64H: from the high word of a double to the high word of the result.
float high_word(float x, bool inverse_root) {
  const double value = std::bit_cast<double>(uint64_t{std::bit_cast<uint32_t>(x)} << 32);
  const double result = inverse_root ? 1.0 / std::sqrt(value) : 1.0 / value;
  return std::bit_cast<float>(static_cast<uint32_t>(std::bit_cast<uint64_t>(result) >> 32));
}

/// Sine of x turns: the range reduction is exact because the fraction of a float is.
double turns(float x, bool cosine) {
  constexpr double two_pi = 6.283185307179586476925286766559;
  const double fraction = static_cast<double>(x) - std::rint(static_cast<double>(x));
  return cosine ? std::cos(two_pi * fraction) : std::sin(two_pi * fraction);
}

float evaluate(MufuFunction function, float x) {
  switch (function) {
    case MufuFunction::Rcp: return reciprocal(x);
    case MufuFunction::Rsq: return root(x, true);
    case MufuFunction::Sqrt: return root(x, false);
    case MufuFunction::Ex2: return static_cast<float>(std::exp2(static_cast<double>(x)));
    case MufuFunction::Lg2: return static_cast<float>(std::log2(static_cast<double>(x)));
    case MufuFunction::Sin: return static_cast<float>(turns(x, false));
    case MufuFunction::Cos: return static_cast<float>(turns(x, true));
    default: return static_cast<float>(std::tanh(static_cast<double>(x)));
  }
}

}  // namespace

void set_mufu_corrections(const MufuCorrections& values) { corrections = values; }
const MufuCorrections& mufu_corrections() { return corrections; }

float mufu(MufuFunction function, float x) {
  if (function == MufuFunction::Rcp64h || function == MufuFunction::Rsq64h)
    return high_word(x, function == MufuFunction::Rsq64h);
  const float input = std::bit_cast<float>(flushed(std::bit_cast<uint32_t>(x)));
  const float result = evaluate(function, input);
  if (result != result) return std::bit_cast<float>(0x7fffffffu);
  return std::bit_cast<float>(flushed(std::bit_cast<uint32_t>(result)));
}

}  // namespace warpglass::isa
