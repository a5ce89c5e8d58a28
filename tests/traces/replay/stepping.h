// A launch stepped one instruction at a time, as the timing model does it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "traces/replay/device_memory.h"
#include "traces/replay/executor.h"
#include "traces/replay/replay.h"

namespace warpglass::test {

/// Steps all blocks through the executor in turn, completing deferred accesses a while after their issue. Whole warps that wait at a
/// barrier go on with arithmetic; where `ahead` counts those steps, every other warp is slow.
inline MemoryComparison step_through(const Capsule& capsule, unsigned delay, uint64_t* ahead = nullptr) {
  DeviceMemory memory(capsule, 1u << 30);
  const auto image = load_launch(capsule);
  const auto launch = make_executor(image, memory);
  struct Open { BlockStream* block; uint32_t ticket; uint64_t due; };
  std::vector<std::unique_ptr<BlockStream>> blocks;
  for (uint64_t b = 0; b < launch->shape().blocks(); ++b) blocks.push_back(launch->start_block(b));
  std::vector<Open> open;
  std::map<std::pair<BlockStream*, unsigned>, unsigned> busy;
  std::map<std::pair<BlockStream*, unsigned>, bool> whole;
  const auto arithmetic = [&](uint32_t i) { return i < launch->program().size() && launch->program().instructions[i].category == isa::Category::Arithmetic; };
  uint64_t time = 0;
  for (bool any = true; any; ++time) {
    any = false;
    for (size_t i = 0; i < open.size();) {
      if (open[i].due > time) { ++i; continue; }
      open[i].block->complete(open[i].ticket);
      open.erase(open.begin() + static_cast<long>(i));
    }
    for (auto& block : blocks)
      for (unsigned w = 0; w < launch->shape().warps_per_block(); ++w) {
        const bool waits = std::any_of(open.begin(), open.end(), [&](const Open& o) {
          return o.block == block.get() && busy[{block.get(), w}] == o.ticket;
        });
        if (ahead != nullptr && w % 2 == 1 && time % 16 != 0) { any |= block->next(w) != kWarpExited; continue; }
        uint32_t next = block->next(w);
        if (next == kWarpAtBarrier && whole[{block.get(), w}] && !waits && arithmetic(block->behind_barrier(w))) {
          next = block->behind_barrier(w);
          if (ahead != nullptr) ++*ahead;
        }
        if (next == kWarpExited || next == kWarpAtBarrier || waits) { any |= waits; continue; }
        Step step;
        const uint32_t ticket = block->step(w, step);
        EXPECT_EQ(step.instruction, next);
        EXPECT_EQ(step.deferred, ticket != 0);
        if (step.barrier != 0xff) whole[{block.get(), w}] = step.executed_mask == ~0u;
        if (ticket) open.push_back({block.get(), ticket, time + delay}), busy[{block.get(), w}] = ticket;
        any = true;
      }
    if (time > 2000000) { ADD_FAILURE() << "does not end"; break; }
  }
  EXPECT_TRUE(open.empty());
  return memory.compare();
}

}  // namespace warpglass::test
