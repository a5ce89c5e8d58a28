// Which obstacle each finding blames, and what the launch gains without it.
#pragma once

#include <string>
#include <vector>

#include "sim/report/finding.h"

namespace warpglass::sim {

/// Gives each finding the gains of the obstacles that it blames, largest first.
void add_gains(std::vector<Finding>& findings, const std::vector<Gain>& gains);

/// "expected gain: up to 43 %: simulated without bank conflicts"; "" for a finding without gains.
std::string expected_gain(const Finding& finding);

}  // namespace warpglass::sim
