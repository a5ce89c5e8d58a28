// What blocks of a launch do, learnt by executing a few of them ahead of time: how much, how equally, and in
// which loop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/sampling/options.h"
#include "traces/warp_stream.h"

namespace warpglass::sim {

/// A stretch of every warp's steps that repeats itself: step i and step i + period are the same instruction,
/// for all of [first, last - period).
struct RepeatedSteps {
  uint64_t first = 0, last = 0;
  uint64_t period = 0;  ///< 0: there is none
};

/// The longest such stretch that is made of at least `least` repetitions of a loop (told by its backward
/// branch).
RepeatedSteps find_repetition(const std::vector<uint32_t>& instructions, uint64_t least);

struct LaunchProfile {
  uint64_t blocks = 0;     ///< executed
  double steps = 0;        ///< of a block, on average
  double deviation = 0;    ///< standard deviation over blocks, as a share of `steps`
  bool same_path = false;  ///< every warp of every executed block ran the same instructions in the same order
  RepeatedSteps repetition;  ///< of every warp, if they all run the same
  struct Count {
    double executed = 0, threads = 0, threads_predicated_on = 0;
  };
  std::vector<Count> counts;  ///< by instruction, of a block on average
};

/// `launch` is changed by what the blocks write: it must not be simulated afterwards. Throws what executing
/// throws.
LaunchProfile profile_launch(LaunchStream& launch, const SamplingOptions& options);

}  // namespace warpglass::sim
