// A simulation's result as JSON (see the command line in the README) and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/result.h"

namespace warpglass::sim {

/// What `warpglass run --format json` prints: nothing in it varies from run to run.
nlohmann::json summary_json(const RunResult& result);

}  // namespace warpglass::sim
