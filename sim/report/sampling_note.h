// What a reader of a sampled result must know.
#pragma once

#include <string>

#include "sim/result.h"

namespace warpglass::sim {

/// How much was simulated and what the intervals are; or why sampling was asked for and not done; "" for
/// other runs.
std::string sampling_note(const RunResult& result);

}  // namespace warpglass::sim
