// `warpglass capture`: runs a program with the capture library in it and completes the capsules that it leaves.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "traces/capture/request.h"

namespace warpglass::capture {

struct CaptureOptions {
  CaptureRequest request;
  std::vector<std::string> program;  ///< and its arguments
  /// Line information that begins with `first` is looked up in the folder `second`.
  std::vector<std::pair<std::string, std::string>> source_folders;
};

/// Returns the program's exit code if it is not 0, 1 if nothing was captured, else 0. What was captured goes to standard
/// error, as standard output is the program's. Throws Usage, or Unsupported if the library is not there.
int run_capture(const CaptureOptions& options);

}  // namespace warpglass::capture
