// How the suite was measured, in words, from what the measurements themselves say.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

/// A Markdown list: card, driver, tools and dates; repetitions and noise; cold and warm.
std::string origin_text(const std::vector<SuiteRow>& rows);
/// How kernels were divided, with the names of each half.
std::string split_text(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
