#include "sim/core/l1_queue.h"

#include <gtest/gtest.h>

namespace warpglass::sim {
namespace {

TEST(L1Queue, StopsWhileSomethingWaitsForRoom) {
  L1Queue queue(4);
  queue.leaves(10);
  queue.leaves(70);
  queue.held(5, 7, 10);
  Cycle until = 0;
  EXPECT_FALSE(queue.stops(6, until)) << "what waits is not at the head of its queue yet";
  EXPECT_TRUE(queue.stops(8, until));
  EXPECT_EQ(until, 10);
  EXPECT_FALSE(queue.stops(10, until)) << "the place has been taken, and nothing waits";
  queue.held(12, 12, 70);
  EXPECT_TRUE(queue.stops(12, until));
  EXPECT_EQ(until, 70);
}

TEST(L1Queue, IsOpenForTwoCyclesWhenAPlaceIsTakenAgain) {
  L1Queue queue(8);
  for (const Cycle time : {10, 70, 130}) queue.leaves(time);
  queue.held(2, 3, 10);
  queue.held(3, 11, 70);
  queue.held(4, 71, 130);
  Cycle until = 0;
  EXPECT_TRUE(queue.stops(9, until));
  EXPECT_FALSE(queue.stops(10, until));
  EXPECT_FALSE(queue.stops(11, until));
  EXPECT_TRUE(queue.stops(12, until));
  EXPECT_EQ(until, 70);
  EXPECT_FALSE(queue.stops(71, until));
  EXPECT_TRUE(queue.stops(72, until));
  EXPECT_EQ(until, 130);
  EXPECT_FALSE(queue.stops(130, until)) << "nothing waits any more";
}

TEST(L1Queue, NothingOvertakes) {
  L1Queue queue(4);
  for (const Cycle time : {10, 50, 40, 90}) queue.leaves(time);
  queue.held(0, 0, 100);
  Cycle until = 0;
  EXPECT_TRUE(queue.stops(20, until));
  EXPECT_EQ(until, 50) << "not 40: it cannot have overtaken";
}

}  // namespace
}  // namespace warpglass::sim
