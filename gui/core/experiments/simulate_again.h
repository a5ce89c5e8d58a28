// Simulating a run's launch again with something changed. Plain functions for background threads.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "gui/core/document.h"
#include "gui/core/experiments/job_queue.h"
#include "sim/simulator.h"

namespace warpglass::gui {

/// Why `run` cannot be simulated again here: "" when it can.
QString why_not_simulated(const RunDocument& run);

/// Simulates the launch of `run` on its model with `options`. Throws Error: the launch's file is gone,
/// cancelled, …
sim::RunResult simulate_again(const RunDocument& run, const sim::SimulationOptions& options);

/// Adds the progress of several simulations at once up to one number.
class SharedProgress {
 public:
  SharedProgress(const JobProgress& progress, size_t simulations)
      : progress_(progress), simulations_(simulations) {}
  /// For SimulationOptions::progress of one of the simulations.
  std::function<bool(const sim::SimulationProgress&)> one();

 private:
  const JobProgress& progress_;
  size_t simulations_;
  std::atomic<uint64_t> millionths_{0};
};

/// Seconds that one more simulation takes, about: what it took to load, else from its warp instructions.
double expected_seconds(const RunDocument& run);

}  // namespace warpglass::gui
