// A simulation's result as JSON (see the command line in the README) and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/result.h"

namespace warpglass::sim {

/// One object an obstacle: its name, what removing it means, cycles without it and the share of the time that is gained.
nlohmann::json gains_json(const std::vector<Gain>& gains);

/// What `warpglass run --format json` prints: nothing in it varies from run to run.
nlohmann::json summary_json(const RunResult& result);

}  // namespace warpglass::sim
