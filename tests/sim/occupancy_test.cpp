// Occupancy against values that CUDA's occupancy calculator gives for compute capability 9.0.
#include "sim/occupancy.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "models/model.h"

namespace warpglass::sim {
namespace {

TEST(Occupancy, FullAtThirtyTwoRegisters) {
  const Occupancy o = occupancy(load_model("h200"), {256, 32, 0, 0});
  EXPECT_EQ(o.blocks, 8u);
  EXPECT_EQ(o.warps, 64u);
  EXPECT_EQ(o.limiter, OccupancyLimiter::Warps);
}

TEST(Occupancy, RegistersAreAllocatedByWarpInTheirSubCore) {
  // 40 registers a thread: 1,280 a warp, 12 warps a sub-core, 48 an SM: 6 blocks of 8 warps.
  const Occupancy o = occupancy(load_model("h200"), {256, 40, 0, 0});
  EXPECT_EQ(o.limit_registers, 6u);
  EXPECT_EQ(o.limiter, OccupancyLimiter::Registers);
  // 255 registers are rounded to 8,192 a warp: 2 warps a sub-core.
  EXPECT_EQ(occupancy(load_model("h200"), {32, 255, 0, 0}).limit_registers, 8u);
}

TEST(Occupancy, SharedMemoryIncludesTheReservedKilobyte) {
  // 100 KiB and 1 KiB reserved: two fit into 228 KiB.
  const Occupancy o = occupancy(load_model("h200"), {128, 32, 0, 100 * 1024});
  EXPECT_EQ(o.blocks, 2u);
  EXPECT_EQ(o.limiter, OccupancyLimiter::SharedMemory);
  // A cubin for sm_90 states the reserved kilobyte itself.
  EXPECT_EQ(occupancy(load_model("h200"), {128, 32, 5120, 0}).shared_bytes_per_block, 5120u);
}

TEST(Occupancy, SmallBlocksAreLimitedByBlockSlots) {
  const Occupancy o = occupancy(load_model("h200"), {32, 16, 0, 0});
  EXPECT_EQ(o.blocks, 32u);
  EXPECT_EQ(o.limiter, OccupancyLimiter::Blocks);
}

TEST(Occupancy, WhatCannotRunIsRefusedWithItsReason) {
  EXPECT_THROW(occupancy(load_model("h200"), {128, 32, 0, 240 * 1024}), Error);
  EXPECT_THROW(occupancy(load_model("h200"), {0, 32, 0, 0}), Error);
  EXPECT_THROW(occupancy(load_model("h200"), {128, 256, 0, 0}), Error);
}

}  // namespace
}  // namespace warpglass::sim
