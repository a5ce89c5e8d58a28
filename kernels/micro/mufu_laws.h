// Laws that MUFU functions may obey, each as a prediction of one input's output from another input's.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define WARPGLASS_HOST_DEVICE __host__ __device__
#else
#define WARPGLASS_HOST_DEVICE
#endif

namespace warpglass::mufu {

enum class Law : int {
  kTruncated,       // f(x) = f(x rounded towards zero to a multiple of 2^-parameter)
  kFloored,         // … rounded down …
  kNearest,         // … rounded to nearest, ties to even …
  kOdd,             // f(-x) = -f(x)
  kEven,            // f(-x) = f(x)
  kReciprocal,      // only the mantissa matters; exponent e of x gives -e
  kReciprocalRoot,  // only the mantissa and the exponent's parity matter; e gives -e/2
  kRoot,            // the same; e gives e/2
  kExponential,     // f(x) = 2^floor(x) f(x - floor(x))
};

struct Prediction {
  bool applies = false;
  std::uint32_t input = 0;  // f(x) is f(input) with its exponent shifted and its sign flipped
  int exponent_shift = 0;
  std::uint32_t sign_flip = 0;
};

struct LawResult {
  unsigned long long checked;
  unsigned long long broken;
  unsigned int first_broken;
};

// One input's share of the hash of its block of 2^16 inputs (the mixing steps are MurmurHash3's finaliser).
WARPGLASS_HOST_DEVICE inline std::uint32_t hash_term(std::uint32_t x, std::uint32_t output) {
  std::uint32_t h = output ^ (x * 0x9e3779b1U);
  h = (h ^ (h >> 16)) * 0x85ebca6bU;
  h = (h ^ (h >> 13)) * 0xc2b2ae35U;
  return h ^ (h >> 16);
}

WARPGLASS_HOST_DEVICE inline float to_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

WARPGLASS_HOST_DEVICE inline std::uint32_t to_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

WARPGLASS_HOST_DEVICE inline Prediction predict(Law law, int parameter, std::uint32_t x) {
  const int exponent = static_cast<int>((x >> 23) & 0xff) - 127;
  const std::uint32_t sign = x & 0x80000000U;
  const std::uint32_t mantissa = x & 0x7fffffU;
  const bool normal = exponent >= -126 && exponent <= 127;
  switch (law) {
    case Law::kTruncated:
    case Law::kFloored:
    case Law::kNearest: {
      if (!normal || exponent > 24) return {};
      const double scaled = std::ldexp(static_cast<double>(to_float(x)), parameter);
      const double whole = law == Law::kTruncated ? std::trunc(scaled)
                           : law == Law::kFloored ? std::floor(scaled)
                                                  : std::rint(scaled);
      const float rounded = static_cast<float>(std::ldexp(whole, -parameter));
      return {true, rounded == 0 ? sign : to_bits(rounded), 0, 0};
    }
    case Law::kOdd:
    case Law::kEven:
      if (!normal) return {};
      return {true, x ^ 0x80000000U, 0, law == Law::kOdd ? 0x80000000U : 0U};
    case Law::kReciprocal:
      if (!normal) return {};
      return {true, sign | 0x3f800000U | mantissa, -exponent, 0};
    case Law::kReciprocalRoot:
    case Law::kRoot: {
      if (!normal || sign != 0) return {};
      const int odd = exponent & 1;
      const int half = (exponent - odd) / 2;
      const std::uint32_t input = (static_cast<std::uint32_t>(127 + odd) << 23) | mantissa;
      return {true, input, law == Law::kRoot ? half : -half, 0};
    }
    case Law::kExponential: {
      if (!normal || exponent > 7) return {};
      const float value = to_float(x);
      const float whole = std::floor(value);
      const float fraction = value - whole;
      // A fraction that was rounded proves nothing.
      if (fraction >= 1 || static_cast<double>(fraction) + whole != value) return {};
      return {true, to_bits(fraction), static_cast<int>(whole), 0};
    }
  }
  return {};
}

}  // namespace warpglass::mufu
