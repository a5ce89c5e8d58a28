// What the model is held to on kernels that nothing was fitted to, and whether it gets there.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

struct Target {
  std::string what;    ///< "cycles: mean error"
  std::string wanted;  ///< "<= 10 %"
  std::string found;   ///< "11.9 %"
  std::string worst;   ///< the kernel that is furthest off, where there is one
  bool reached = false;
};

/// `rows`: usually the held-out half. Targets that nothing was measured for are left out.
std::vector<Target> check_targets(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
