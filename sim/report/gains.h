// What each obstacle costs a launch: simulated as it is, and once more without each of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/gain.h"
#include "sim/report/style.h"
#include "sim/result.h"

namespace warpglass::sim {

struct LaunchGains {
  RunResult whole;          ///< with everything in its way
  std::vector<Gain> gains;  ///< largest first
};

/// Simulates the launch afresh without these obstacles. Called from several threads at once.
using SimulateWithout = std::function<RunResult(Obstacles)>;

/// `threads` simulations at a time; the result does not depend on it. `whole.gains` holds the gains, too.
LaunchGains find_gains(const SimulateWithout& simulate, unsigned threads);

/// The table of `warpglass report --gains`.
std::string gains_text(const LaunchGains& found, const Style& style);

}  // namespace warpglass::sim
