// Signed cycle errors, one row a family and one mark a kernel, with the noise of its measurement.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

/// An SVG document.
std::string draw_residuals(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
