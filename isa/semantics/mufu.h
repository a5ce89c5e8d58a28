// The multi-function unit: reciprocal, square roots, exponential, logarithm, sine, cosine, tanh. Results are those of
// the bare MUFU instruction on an H200, bit for bit.
#pragma once

#include <cstdint>

namespace warpglass::isa {

enum class MufuFunction : uint8_t { Cos, Sin, Ex2, Lg2, Rcp, Rsq, Rcp64h, Rsq64h, Sqrt, Tanh };

/// One result, as bit patterns. RCP64H and RSQ64H map the high word of a double to the high word of the result; SIN and
/// COS take turns, not radians.
uint32_t mufu(MufuFunction function, uint32_t x);

}  // namespace warpglass::isa
