// What a reader has to know about a result from a GPU that was never measured.
#pragma once

#include <string>

#include "sim/result.h"

namespace warpglass::sim {

/// Two sentences for a model that this project never measured; "" for a measured one.
std::string model_note(const RunResult& result);

}  // namespace warpglass::sim
