// Opens what `run`, `report` and `whatif` take: a capsule or a trace, as a stream of warp steps.
#pragma once

#include <filesystem>
#include <memory>

#include "sim/result.h"
#include "sim/simulator.h"
#include "traces/warp_stream.h"

namespace warpglass::cli {

/// A launch ready to be simulated once. A live executor changes its memory: open it again for another run.
class LaunchInput {
 public:
  virtual ~LaunchInput() = default;
  virtual LaunchStream& stream() = 0;
  /// Fills in what the simulator cannot know: the kernel's readable name, the source text, the file's name.
  virtual void describe(sim::RunResult& result) const = 0;
};

/// Throws BadInput when the file is neither a capsule nor a trace.
std::unique_ptr<LaunchInput> open_launch(const std::filesystem::path& path);

/// Loads `model`, applies `settings` (KEY=VALUE), simulates and describes. `sample`: only a part of the launch, if that is sound
/// (sim/sampling/sampled_run.h).
sim::RunResult simulate_file(const std::filesystem::path& path, const std::string& model, const std::vector<std::string>& settings,
                             const sim::SimulationOptions& options, bool sample = false);

}  // namespace warpglass::cli
