// Where resident warp-cycles go: two stacked bars a kernel, measured above simulated.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

/// An SVG document of all rows that have a stall profile; "" when none has one.
std::string draw_stalls(const std::string& title, const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
