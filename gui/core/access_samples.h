// Real addresses of a kernel's memory instructions, from executing blocks again.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gui/core/shared_patterns.h"
#include "isa/instruction.h"
#include "traces/warp_stream.h"

namespace warpglass::gui {

/// One warp executing one memory instruction.
struct AccessSample {
  uint32_t instruction = 0;
  uint32_t warp = 0;
  uint64_t execution = 0;          ///< counted over the block's warps
  uint32_t mask = 0;               ///< lanes that access memory
  uint8_t bytes = 0;               ///< a lane
  isa::MemorySpace space = isa::MemorySpace::None;
  isa::Category category = isa::Category::Other;
  std::array<uint64_t, kLanes> addresses{};
  bool lane_by_lane = false;       ///< shared memory: lanes on one word follow one another
};

struct AccessSamples {
  uint64_t block = 0;              ///< whose executions `samples` are
  bool complete = true;            ///< false: given up, the block waits for others or is very long
  std::vector<AccessSample> samples;  ///< by instruction, then execution
  std::vector<SharedAccesses> shared; ///< by instruction: all executions in `shared_blocks` of the launch's blocks
  uint64_t shared_blocks = 0, blocks = 0;

  std::vector<const AccessSample*> of(uint32_t instruction) const;
  bool empty() const { return samples.empty(); }
};

/// Executes `block` and keeps some executions of each memory instruction: the first ones, then ever rarer ones. Where shared
/// memory is used, executes other blocks, too, as many as take about a second.
AccessSamples collect_accesses(LaunchStream& stream, uint64_t block);

}  // namespace warpglass::gui
