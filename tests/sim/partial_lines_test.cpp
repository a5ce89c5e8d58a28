#include "sim/memory/partial_lines.h"

#include <gtest/gtest.h>

namespace warpglass::sim {
namespace {

TEST(PartialLines, ASectorIsWholeWhenAllOfItsBytesAreWritten) {
  PartialLines lines(4);
  EXPECT_EQ(lines.write(0, 0b11, 16), 0);
  EXPECT_EQ(lines.write(0, 0b01, 16), 0b01);
  EXPECT_EQ(lines.take(0, 0xff), 0b10) << "the other one still lacks half";
  EXPECT_TRUE(lines.empty());
}

TEST(PartialLines, TheOldestGoFirst) {
  PartialLines lines(2);
  for (const uint64_t line : {100, 200, 300, 400}) lines.write(line, 1, 4);
  EXPECT_EQ(lines.take_excess().line, 100u);
  EXPECT_EQ(lines.take_excess().line, 200u);
  EXPECT_EQ(lines.take_excess().sectors, 0) << "two may stay";
}

TEST(PartialLines, ThoseThatAreGoneDoNotCount) {
  PartialLines lines(1);
  lines.write(100, 1, 4);
  lines.write(200, 1, 4);
  EXPECT_EQ(lines.take(100, 1), 1);
  EXPECT_EQ(lines.take_excess().sectors, 0);
}

// The first line stays while a million others come and go.
TEST(PartialLines, MemoryIsBounded) {
  PartialLines lines(2);
  lines.write(1, 1, 4);
  for (uint64_t line = 2; line < 1000000; ++line) {
    lines.write(line, 1, 16);
    EXPECT_EQ(lines.write(line, 1, 16), 1);
  }
  EXPECT_LE(lines.noted(), 4u * 2 + 64);
  EXPECT_EQ(lines.take(1, 1), 1);
}

}  // namespace
}  // namespace warpglass::sim
