// Running all blocks of a launch.
#pragma once

#include <memory>
#include <vector>

#include "isa/semantics/run.h"
#include "traces/replay/device_memory.h"
#include "traces/replay/launch_image.h"

namespace warpglass {

struct GridRun {
  std::vector<isa::InstructionCounts> counts;
  unsigned threads = 1;
};

/// Blocks that cannot see each other run to their end one after the other, on `threads` threads. Where blocks may wait for
/// each other (a loop reads global memory with a strong load or an atomic), as many as the GPU would hold take turns.
GridRun run_grid(const std::shared_ptr<const LaunchImage>& image, DeviceMemory& memory, unsigned threads, unsigned multiprocessors);

/// Blocks that a multiprocessor holds at once.
unsigned resident_blocks(const LaunchImage& image);

}  // namespace warpglass
