// Opens any file that the window takes. Plain functions for a background thread: no Qt, no display.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "gui/core/document.h"
#include "gui/core/memory_use.h"
#include "sim/timeline/detail.h"

namespace warpglass::gui {

/// 0 to 1 and what is being done; returns false to give up.
using LoadProgress = std::function<bool(double done, const std::string& what)>;

struct LoadOptions {
  std::string model = "h200";               ///< for capsules and traces, which are simulated
  std::vector<std::string> settings;        ///< KEY=VALUE
  unsigned threads = 1;
  sim::Detail detail = sim::parse_detail("default");  ///< of simulations: whose warps are recorded
  uint64_t memory_limit = usual_memory_limit();  ///< bytes that open files, and a simulation, may take
  uint64_t open_bytes = 0;                       ///< of what is open already
};

/// A run, or measurements; the other is empty.
struct Loaded {
  RunPointer run;
  std::vector<MeasurementPointer> measurements;
};

/// Throws Error with a sentence for the user.
Loaded load_file(const std::filesystem::path& path, const LoadOptions& options, const LoadProgress& progress);

/// The same run with the warps of other SMs recorded: simulates its launch again, on the same model with the same settings. The result is
/// the same. Throws BadInput when its capsule or trace is not there, Error when it is cancelled or too large.
RunPointer with_detail(const RunDocument& run, const sim::Detail& detail, const LoadOptions& options, const LoadProgress& progress);

/// Program and sampled addresses of a capsule or trace. Throws Error.
std::shared_ptr<const LaunchDetails> load_launch_details(const std::filesystem::path& path);

/// The same run with the details of `launch`. Throws BadInput when the launch is of another program.
RunPointer with_launch(const RunDocument& run, std::shared_ptr<const LaunchDetails> launch);

}  // namespace warpglass::gui
