// The figures of a validation: which numbers of the suite go into which plot.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

struct Figure {
  std::string name;  ///< "cycles": the file is cycles.svg
  std::string title;
  std::string svg;
};

/// cycles, residuals, l2-bytes, hbm-bytes, occupancy, and stalls-FAMILY for each family with stall samples.
std::vector<Figure> suite_figures(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
