// Opens any file that the window takes. Plain functions for a background thread: no Qt, no display.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "gui/core/document.h"

namespace warpglass::gui {

/// 0 to 1 and what is being done; returns false to give up.
using LoadProgress = std::function<bool(double done, const std::string& what)>;

struct LoadOptions {
  std::string model = "h200";               ///< for capsules and traces, which are simulated
  std::vector<std::string> settings;        ///< KEY=VALUE
  unsigned threads = 1;
};

/// A run, or measurements; the other is empty.
struct Loaded {
  RunPointer run;
  std::vector<MeasurementPointer> measurements;
};

/// Throws Error with a sentence for the user.
Loaded load_file(const std::filesystem::path& path, const LoadOptions& options, const LoadProgress& progress);

/// Program and sampled addresses of a capsule or trace. Throws Error.
std::shared_ptr<const LaunchDetails> load_launch_details(const std::filesystem::path& path);

/// The same run with the details of `launch`. Throws BadInput when the launch is of another program.
RunPointer with_launch(const RunDocument& run, std::shared_ptr<const LaunchDetails> launch);

}  // namespace warpglass::gui
