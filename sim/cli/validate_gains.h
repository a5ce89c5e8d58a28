// `warpglass validate --gains`: predicted gains against pairs of measured kernels.
#pragma once

#include "sim/cli/validate_suite.h"

namespace warpglass::cli {

/// Prints the pairs as markdown or JSON; returns the exit code.
int validate_gains(const SuiteOptions& options, bool as_json);

}  // namespace warpglass::cli
