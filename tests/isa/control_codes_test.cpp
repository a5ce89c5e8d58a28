#include "isa/control_codes.h"

#include <gtest/gtest.h>

namespace warpglass::isa {
namespace {

// A load that releases scoreboard 2 (an LDG of ptxas).
TEST(ControlCodes, WriteScoreboard) {
  const ControlCodes codes = decode_control_codes(0x000ea2000c1e1900);
  EXPECT_EQ(codes.stall, 1);
  EXPECT_FALSE(codes.yield);
  EXPECT_EQ(codes.write_scoreboard, 2);
  EXPECT_EQ(codes.read_scoreboard, kNoScoreboard);
  EXPECT_EQ(codes.wait_mask, 0);
  EXPECT_EQ(codes.reuse, 0);
}

// Waits for scoreboards 1, 2 and 3 and keeps operands a, b and c.
TEST(ControlCodes, WaitMaskAndReuse) {
  const ControlCodes codes = decode_control_codes(uint64_t{0b111'001110'111'000'0'1111} << 41);
  EXPECT_EQ(codes.stall, 15);
  EXPECT_TRUE(codes.yield);
  EXPECT_EQ(codes.write_scoreboard, 0);
  EXPECT_EQ(codes.read_scoreboard, kNoScoreboard);
  EXPECT_EQ(codes.wait_mask, 0b001110);
  EXPECT_EQ(codes.reuse, 0b111);
}

}  // namespace
}  // namespace warpglass::isa
