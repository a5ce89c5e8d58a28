#include "sim/memory/partial_lines.h"

#include <gtest/gtest.h>

namespace warpglass::sim {
namespace {

TEST(PartialLines, ASectorIsWholeWhenAllOfItsBytesAreWritten) {
  PartialLines lines(1, 4);
  EXPECT_EQ(lines.write(0, 0b11, 16), 0);
  EXPECT_EQ(lines.write(0, 0b01, 16), 0b01);
  EXPECT_EQ(lines.take(0, 0xff), 0b10) << "the other one still lacks half";
  EXPECT_EQ(lines.take(0, 0xff), 0);
}

TEST(PartialLines, TheOldestGoFirst) {
  PartialLines lines(5, 2);
  for (const uint32_t line : {1, 2, 3, 4}) lines.write(line, 1, 4);
  EXPECT_EQ(lines.take_excess().line, 1u);
  EXPECT_EQ(lines.take_excess().line, 2u);
  EXPECT_EQ(lines.take_excess().sectors, 0) << "two may stay";
}

TEST(PartialLines, ThoseThatAreGoneDoNotCount) {
  PartialLines lines(2, 1);
  lines.write(0, 1, 4);
  lines.write(1, 1, 4);
  EXPECT_EQ(lines.take(0, 1), 1);
  EXPECT_EQ(lines.take_excess().sectors, 0);
}

// A line that comes again is as old as its last arrival.
TEST(PartialLines, ALineThatComesAgainIsYoung) {
  PartialLines lines(3, 1);
  lines.write(0, 1, 4);
  lines.take(0, 1);
  lines.write(1, 1, 4);
  lines.write(0, 1, 4);
  EXPECT_EQ(lines.take_excess().line, 1u);
  EXPECT_EQ(lines.take_excess().sectors, 0);
}

// One line stays while others, or one and the same, come and go a million times.
TEST(PartialLines, MemoryIsBounded) {
  PartialLines lines(1000, 2);
  lines.write(0, 1, 4);
  for (uint32_t i = 0; i < 1000000; ++i) {
    const uint32_t line = i % 2 == 0 ? 1 : 2 + i % 998;
    lines.write(line, 1, 16);
    EXPECT_EQ(lines.write(line, 1, 16), 1);
    if (i % 2 == 0) lines.write(1, 2, 4), lines.take(1, 2);
  }
  EXPECT_LE(lines.noted(), 4u * 2 + 66);
  EXPECT_EQ(lines.take(0, 1), 1);
}

}  // namespace
}  // namespace warpglass::sim
