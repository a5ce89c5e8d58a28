// The multi-function unit: reciprocal, square roots, exponential, logarithm, sine, cosine, tanh.
#pragma once

#include <cstdint>
#include <span>

namespace warpglass::isa {

enum class MufuFunction : uint8_t { Cos, Sin, Ex2, Lg2, Rcp, Rsq, Rcp64h, Rsq64h, Sqrt, Tanh };

/// How the hardware's results differ from the correctly rounded ones: `bits` bits an entry, `entries` a function, each
/// holding distance + `bias` in units of the last place. The entry for an input is chosen by its mantissa (RCP), or by
/// exponent parity and mantissa (RSQ, SQRT). Measured on an H200 over all mantissas.
struct MufuCorrections {
  std::span<const uint8_t> rcp;   ///< 2^23 entries of 2 bits, bias 1
  std::span<const uint8_t> rsq;   ///< 2^24 entries of 2 bits, bias 2
  std::span<const uint8_t> sqrt;  ///< 2^24 entries of 2 bits, bias 1
};

/// Installs measured corrections; without them results are the correctly rounded ones. Not thread safe against replays.
void set_mufu_corrections(const MufuCorrections& corrections);
const MufuCorrections& mufu_corrections();

/// One result. Subnormal inputs and results are flushed, as the hardware does.
float mufu(MufuFunction function, float x);

}  // namespace warpglass::isa
