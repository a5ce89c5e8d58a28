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

// The sequence that fills input number `index`: 4093 different values in [-1, 1), then again from the start.
// The period is prime so that no power-of-two distance maps a value onto itself, which would hide a wrong
// address.
HostArray input_sequence(std::size_t elements, std::size_t index);

// What an output array holds before the launch: a NaN that no kernel here computes.
HostArray output_pattern(std::size_t elements);

}  // namespace warpglass::kernels
