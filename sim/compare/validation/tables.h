// Markdown tables of a validation.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

/// The README's table: cycles and stalls, for all kernels, each split and each family.
std::string accuracy_table(const std::vector<SuiteRow>& rows);
/// The same rows for what else is compared: traffic, occupancy, counts, where warps wait.
std::string agreement_table(const std::vector<SuiteRow>& rows);
/// One line a kernel and size.
std::string point_table(const std::vector<SuiteRow>& rows);
/// Distribution of the error of every metric that both sides have, over all kernels and over the held-out
/// half.
std::string metric_table(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
