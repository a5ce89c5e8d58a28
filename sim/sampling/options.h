// The thresholds of sampling. None was fitted to a kernel: each is a bound on what is accepted as steady, or
// on work.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::sim {

struct SamplingOptions {
  /// Blocks that are executed ahead of time to learn what blocks do: this many, evenly spread, within a
  /// number of steps.
  uint64_t profiled_blocks = 32;
  uint64_t profiled_steps = 24'000'000;
  /// Blocks are too different to stand for each other when the standard deviation of their steps is above
  /// this share of the mean.
  double different_blocks = 0.05;

  /// Groups of completed blocks whose cycles a step are compared: so many waves' worth, else of two waves, of
  /// four and so on (short blocks, whose rate is noisy). Less than a wave is no group: blocks that start
  /// together go through phases together.
  std::array<unsigned, 2> block_groups{2, 3};
  /// Marks between which groups lie, in a wave.
  unsigned marks_per_wave = 8;
  /// Windows within a loop, each of so many iterations of every resident warp, after as many for the loop to
  /// settle.
  unsigned loop_windows = 3;
  unsigned loop_iterations = 1;
  /// Iterations before the end of a loop that are simulated.
  unsigned loop_margin = 2;
  /// Iterations that a block executes before the next block's turn, so that they meet in L2.
  unsigned turn_iterations = 8;

  /// Steady: cycles a step of no two groups are further apart than this share ...
  double steady_spread = 0.05;
  /// ... the 95 % interval of their mean is no wider to either side than this share ...
  double steady_interval = 0.02;
  /// ... HBM's traffic is no further apart than this share of what HBM can move, or always below the second
  /// one: it does not limit.
  double steady_traffic = 0.05;
  double light_traffic = 0.5;

  /// While L2 still fills, what is written costs HBM nothing yet. That is ignored where it is less than this
  /// share of what HBM can move.
  double ignored_filling = 0.01;
  /// It is ignored, too, where the rest of the launch would fill no more than this share of what is free.
  double harmless_filling = 0.5;
  /// L2 is full when a wave fills less than this share of the lines that it filled at most.
  double filled = 0.1;
  /// Most steps that are executed, not simulated, to fill L2, and before the last blocks.
  uint64_t warming_steps = 100'000'000;
};

}  // namespace warpglass::sim
