// Runs a program in the foreground, as a shell would.
#pragma once

#include <string>
#include <vector>

#include "traces/capture/request.h"

namespace warpglass::capture {

/// `environment` is added to ours. Returns its exit code, or 128 + the signal that ended it. Throws Usage if the program
/// cannot be started.
int run_program(const std::vector<std::string>& program, const Environment& environment);

}  // namespace warpglass::capture
