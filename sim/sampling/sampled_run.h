// Simulates a part of a launch and extrapolates: `--sample`.
//
// Method. A few blocks are executed ahead of time (launch_profile.h): how many instructions a block has, how
// much blocks differ, and in which loop its warps are. Then the launch is simulated; where that has become
// steady (options.h has the thresholds), iterations of the loop and whole waves of blocks are left out
// (sampler.h). The first wave, everything outside of loops, some iterations of each loop and the end of the
// launch (what is resident and the ragged last wave) are simulated as ever. What was left out is added in
// proportion to its instructions.
//
// Sound only where blocks do not depend on each other and are alike: a launch is simulated in full, with a
// sentence that says why, when a block may see what others did (communication.h) or when blocks differ in
// size.
//
// Intervals are 95 % intervals of Student's t over the groups that were extrapolated from, computed for every
// metric by extrapolating from each group alone, but never narrower than the threshold of steadiness (on what
// was extrapolated) and the uncertainty of the size of blocks, where those differ. They say how much the
// measured groups differ, not whether what was skipped is like them: docs/sampling.md compares
// with full runs. Memory that skipped blocks would have written is not written: nothing can be proved from a
// sampled run.
#pragma once

#include <functional>
#include <memory>

#include "sim/sampling/options.h"
#include "sim/simulator.h"

namespace warpglass::sim {

/// Opens the launch afresh, with memory as it was before it. Called up to three times.
using OpenLaunch = std::function<std::shared_ptr<LaunchStream>()>;

/// Like `simulate`; the result has `sampled`, or `not_sampled` if nothing could be left out. No timeline is
/// recorded: the time that it would show is not the launch's. The result is the same for any number of
/// threads.
RunResult simulate_sampled(const OpenLaunch& open, const Model& model, const SimulationOptions& options,
                           const SamplingOptions& sampling = {});

}  // namespace warpglass::sim
