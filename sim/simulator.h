// Runs a launch through the timing model.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/model.h"
#include "sim/access/shared_layout.h"
#include "sim/memory/l2_contents.h"
#include "sim/obstacles.h"
#include "sim/result.h"
#include "sim/timeline/detail.h"
#include "traces/warp_stream.h"

namespace warpglass::sim {

class Sampler;

/// How far a simulation has come.
struct SimulationProgress {
  Cycle cycle = 0;
  uint64_t blocks_started = 0, blocks = 0;
};

struct SimulationOptions {
  unsigned threads = 1;
  /// A launch that runs longer is given up with a sentence (spin-waits that nobody ends).
  Cycle most_cycles = Cycle{20} * 1000 * 1000 * 1000;
  /// Obstacles out of the way: the result is hypothetical, and says so.
  Obstacles without;
  /// L2 begins with these contents (of a launch on the same model) and leaves its own there; nullptr: it begins cold.
  L2Contents* l2 = nullptr;
  /// Registers a thread and bytes of shared memory to allocate in place of the launch's own: the same instructions at
  /// another occupancy. The result is hypothetical, and says so.
  std::optional<BlockResources> resources;
  /// Where the lanes' addresses lie for bank conflicts, and what the padding adds to the block's shared memory. What the
  /// kernel reads and writes stays the same. The result is hypothetical, and says so.
  std::optional<SharedLayout> shared_layout;
  /// What to record over time; it never changes the result.
  Detail detail;
  /// Called now and then by the thread that called `simulate`; false gives up with an Error.
  std::function<bool(const SimulationProgress&)> progress;
  /// Leaves work out, see sim/sampling/sampled_run.h; nullptr: everything is simulated.
  Sampler* sampler = nullptr;
};

/// Simulates the launch on every SM. The result is the same for any number of threads.
/// Throws Unsupported when the launch does not fit the model or a feature is missing; CheckFailed for a deadlock, with
/// the warps that wait and what they wait for.
RunResult simulate(LaunchStream& stream, const Model& model, const SimulationOptions& options);

}  // namespace warpglass::sim
