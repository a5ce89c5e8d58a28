// Runs cases on the GPU: prepares memory, launches, checks, times.
#pragma once

#include <string>
#include <vector>

#include "runner/case.h"

namespace warpglass::kernels {

struct Timing {  // of warm launches, in microseconds
  std::size_t launches = 0;
  double median = 0;
  double minimum = 0;
  double maximum = 0;
};

struct Outcome {
  std::string error;       // empty if the output was right
  double worst_error = 0;  // largest |got - expected| / max(1, |expected|)
  Timing timing;           // launches is 0 if no timing was asked for
};

// Launches the case `launches` times and checks the output; then, if `timed_launches` is not 0, repeats it
// that often between CUDA events. Throws std::runtime_error if CUDA reports an error.
Outcome run_case(const Case& c, std::size_t launches, std::size_t timed_launches);

}  // namespace warpglass::kernels
