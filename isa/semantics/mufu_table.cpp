#include <bit>
#include <cstdint>

#include "isa/semantics/mufu.h"
#include "isa/semantics/mufu_interpolate.h"

namespace warpglass::isa {
namespace {

using namespace sfu;

constexpr uint32_t kNan = 0x7fffffffu;
constexpr uint32_t kInfinity = 0x7f800000u;
constexpr uint32_t kSign = 0x80000000u;
constexpr uint32_t kMantissa = 0x7fffffu;

uint32_t biased_exponent(uint32_t bits) { return bits >> 23 & 0xff; }

/// Zero and subnormal inputs are the same to all functions but TANH.
bool is_zero(uint32_t bits) { return biased_exponent(bits) == 0; }
bool is_special(uint32_t bits) { return biased_exponent(bits) == 0xff; }
bool is_nan(uint32_t bits) { return (bits & ~kSign) > kInfinity; }

/// A positive float from an exponent and a mantissa, flushed to zero below the normal numbers.
uint32_t compose(int exponent, uint32_t mantissa) {
  return exponent <= 0 ? 0 : static_cast<uint32_t>(exponent) << 23 | mantissa;
}

/// A fixed-point magnitude as a float, truncated.
uint32_t normalised(uint64_t value, unsigned fractional_bits) {
  if (value == 0) return 0;
  const unsigned shift = static_cast<unsigned>(std::countl_zero(value));
  const auto mantissa = static_cast<uint32_t>(value << shift >> 40) & kMantissa;
  return (127 + 63 - shift - fractional_bits) << 23 | mantissa;
}

/// 1/m for 1 <= m < 2, as a float.
uint32_t mantissa_reciprocal(uint32_t mantissa) {
  const uint64_t sum = Reciprocal::sum(kRcpTable, kRcpBias, mantissa);
  // One is the only result above 1/2.
  return sum >> 56 ? 0x3f800000u : 0x3f000000u | (static_cast<uint32_t>(sum >> 32) & kMantissa);
}

uint32_t reciprocal(uint32_t x) {
  const uint32_t sign = x & kSign;
  if (is_zero(x)) return sign | kInfinity;
  if (is_special(x)) return is_nan(x) ? kNan : sign;
  const uint32_t r = mantissa_reciprocal(x & kMantissa);
  return sign | compose(static_cast<int>(biased_exponent(r) + 127 - biased_exponent(x)), r & kMantissa);
}

/// 1/sqrt(m) for 1 <= m < 2, or for 2 <= m < 4 when `odd`, as a float.
uint32_t mantissa_reciprocal_root(bool odd, uint32_t mantissa) {
  if (!odd && mantissa == 0) return 0x3f800000u;
  const uint64_t sum = ReciprocalRoot::sum(kRsqTable + (odd ? 64 : 0), kRsqBias, mantissa);
  return 0x3f000000u | (static_cast<uint32_t>(sum >> 33) & kMantissa);
}

uint32_t reciprocal_root(uint32_t x) {
  if (is_zero(x)) return (x & kSign) | kInfinity;
  if (is_nan(x) || x & kSign) return kNan;
  if (x == kInfinity) return 0;
  const bool odd = !(x >> 23 & 1);  // of the unbiased exponent
  const uint32_t r = mantissa_reciprocal_root(odd, x & kMantissa);
  return r + ((127 + odd - biased_exponent(x)) << 22);
}

uint32_t root(uint32_t x) {
  if (is_zero(x)) return x & kSign;
  if (is_nan(x) || x & kSign) return kNan;
  if (x == kInfinity) return x;
  const bool odd = !(x >> 23 & 1);
  const uint64_t sum = Root::sum(kSqrtTable + (odd ? 64 : 0), kSqrtBias, x & kMantissa);
  return ((biased_exponent(x) + 127 - odd) >> 1) << 23 | (static_cast<uint32_t>(sum >> 35) & kMantissa);
}

/// The magnitude of a float below 2^8 cut to 23 fractional bits.
uint32_t fixed_point(uint32_t x) {
  const uint32_t exponent = biased_exponent(x);
  if (exponent < 127 - 23) return 0;
  const uint32_t whole = (x & kMantissa) | 0x800000u;
  return exponent < 127 ? whole >> (127 - exponent) : whole << (exponent - 127);
}

uint32_t exponential(uint32_t x) {
  if (is_nan(x)) return kNan;
  if (biased_exponent(x) >= 127 + 7) return x & kSign ? 0 : kInfinity;
  uint32_t fixed = fixed_point(x);
  int whole = static_cast<int>(fixed >> 23);
  if (x & kSign) {
    whole = -whole;
    if (fixed & kMantissa) {  // the fraction is complemented rather than negated
      fixed = ~fixed;
      --whole;
    }
  }
  const uint64_t sum = Exponential::sum(kEx2Table, kEx2Bias, fixed & kMantissa);
  return compose(whole + 127, static_cast<uint32_t>(sum >> 34) & kMantissa);
}

uint32_t logarithm(uint32_t x) {
  if (is_zero(x)) return kSign | kInfinity;
  if (is_nan(x) || x & kSign) return kNan;
  if (x == kInfinity) return x;
  if (x == 0x3f800000u) return 0;
  const auto exponent = static_cast<int64_t>(biased_exponent(x)) - 127;
  const auto sum = static_cast<int64_t>(Logarithm::sum(kLg2Table, kLg2Bias, x & kMantissa)) + exponent * (int64_t{1} << 56);
  const uint32_t sign = exponent < 0 ? kSign : 0;
  return sign | normalised(static_cast<uint64_t>(sum < 0 ? -sum : sum) & ~uint64_t{0xfffff}, 56);
}

/// The magnitude of x turns cut to 25 fractional bits, modulo one turn.
uint32_t turns(uint32_t x) {
  const uint32_t exponent = biased_exponent(x);
  const uint32_t whole = (x & kMantissa) | 0x800000u;
  if (exponent < 127 - 25) return 0;
  if (exponent < 127 - 2) return whole >> (127 - 2 - exponent);
  return exponent < 127 + 25 ? whole << (exponent - (127 - 2)) & 0x1ffffff : 0;
}

uint32_t sine(uint32_t x) {
  if (is_special(x)) return kNan;
  const uint32_t fixed = turns(x);
  uint32_t sign = x & kSign;
  if (fixed >> 24 & 1) sign ^= kSign;
  return sign | normalised(Sine::sum(kSinTable, kSinBias, (fixed >> 23 & 1 ? ~fixed : fixed) & kMantissa), 56);
}

uint32_t cosine(uint32_t x) {
  if (is_special(x)) return kNan;
  const uint32_t fixed = turns(x);
  const uint32_t sign = (((fixed >> 23) + 1) & 2) ? kSign : 0;
  return sign | normalised(Sine::sum(kSinTable, kSinBias, (fixed >> 23 & 1 ? fixed : ~fixed) & kMantissa), 56);
}

/// Where in its table TANH's octaves begin, and how many bits of the mantissa choose a segment, from 2^-8 to 2^2.
constexpr uint8_t kTangentStart[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
constexpr uint8_t kTangentIndexBits[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};

uint32_t hyperbolic_tangent(uint32_t x) {
  const uint32_t exponent = biased_exponent(x);
  if (exponent < 127 - 8) return x;  // subnormals too
  if (is_nan(x)) return kNan;
  const uint32_t sign = x & kSign;
  if (exponent > 127 + 2) return sign | 0x3f800000u;
  const uint32_t octave = exponent - (127 - 8);
  const uint32_t argument = (x & kMantissa) >> (6 - kTangentIndexBits[octave]);
  const uint64_t sum = Tangent::sum(kTanhTable + kTangentStart[octave], kTanhBias, argument);
  return sign | normalised(sum, 57);
}

constexpr uint32_t kInfinity64 = 0x7ff00000u;
uint32_t biased_exponent64(uint32_t high) { return high >> 20 & 0x7ff; }

/// The high word of the float r in [1/2, 1] with 2^(exponent - 1023), flushed to zero below the normal numbers.
uint32_t compose64(uint32_t r, int exponent) {
  exponent += static_cast<int>(biased_exponent(r)) - 127;
  return exponent <= 0 ? 0 : static_cast<uint32_t>(exponent) << 20 | (r & kMantissa) >> 3;
}

/// RCP64H: from the high word of a double to the high word of the result, by the table of RCP.
uint32_t reciprocal64(uint32_t x) {
  const uint32_t sign = x & kSign;
  const uint32_t exponent = biased_exponent64(x);
  if (exponent == 0) return sign | kInfinity64;
  if (exponent == 0x7ff) return x & 0xfffffu ? kNan : sign;
  const uint32_t r = mantissa_reciprocal(x << 3 & kMantissa);
  return sign | compose64(r, 2 * 1023 - static_cast<int>(exponent));
}

uint32_t reciprocal_root64(uint32_t x) {
  const uint32_t exponent = biased_exponent64(x);
  if (exponent == 0) return (x & kSign) | kInfinity64;
  if ((x & ~kSign) > kInfinity64 || x & kSign) return kNan;
  if (x == kInfinity64) return 0;
  const bool odd = !(exponent & 1);
  const uint32_t r = mantissa_reciprocal_root(odd, x << 3 & kMantissa);
  return compose64(r, 1023 + (1023 + odd - static_cast<int>(exponent)) / 2);
}

}  // namespace

uint32_t mufu(MufuFunction function, uint32_t x) {
  switch (function) {
    case MufuFunction::Rcp: return reciprocal(x);
    case MufuFunction::Rsq: return reciprocal_root(x);
    case MufuFunction::Sqrt: return root(x);
    case MufuFunction::Ex2: return exponential(x);
    case MufuFunction::Lg2: return logarithm(x);
    case MufuFunction::Sin: return sine(x);
    case MufuFunction::Cos: return cosine(x);
    case MufuFunction::Rcp64h: return reciprocal64(x);
    case MufuFunction::Rsq64h: return reciprocal_root64(x);
    case MufuFunction::Tanh: break;
  }
  return hyperbolic_tangent(x);
}

}  // namespace warpglass::isa
