// How `warpglass validate` prints the suite.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::cli {

nlohmann::json suite_json(const std::vector<sim::SuiteRow>& rows);
/// One line a kernel, worst first, then the summary.
void print_suite(std::vector<sim::SuiteRow> rows);

}  // namespace warpglass::cli
