#pragma once
#include <cstdint>

namespace warpglass::sim {

/// SM clock cycles since the launch's first possible issue.
using Cycle = int64_t;
/// Later than any cycle; "until something happens that is not known yet".
inline constexpr Cycle kNever = INT64_MAX / 4;

}  // namespace warpglass::sim
