// The way of stores to L2: its rate, and what it lets SMs send.
#include "sim/memory/store_path.h"

#include <gtest/gtest.h>

namespace warpglass::sim {
namespace {

Model model() {
  Model m = load_model("h200");
  for (const char* setting : {"noc.store_lines=0.5", "noc.store_sectors=1", "noc.store_queue=1000"}) set_parameter(m, setting);
  return m;
}

TEST(StorePath, TakesOneLineInTwoCyclesAndOneSectorInOne) {
  const Model m = model();
  EXPECT_EQ(StorePath::cost(m, 1), 2);
  EXPECT_EQ(StorePath::cost(m, 4), 4);
  StorePath path(m);
  EXPECT_EQ(path.enter(100, 4), 100);
  EXPECT_EQ(path.enter(100, 1), 104);
  EXPECT_EQ(path.enter(101, 1), 106);
  EXPECT_EQ(path.enter(200, 4), 200);
}

TEST(StorePath, SharesHalfOfItsRoomAndWhatIsTakenMeanwhile) {
  const Model m = model();
  StorePath path(m);
  // Empty: 500 cycles of its work for 10 SMs in 100 cycles.
  EXPECT_EQ(path.allowance(1000, 100, 10).share, 10 * 100 / 500.0);
  for (int i = 0; i < 100; ++i) path.enter(1000, 4);
  for (int i = 0; i < 20; ++i) path.taken(4);
  // 320 of 400 wait, 80 were taken in the 100 cycles since.
  const StoreAllowance some = path.allowance(1100, 100, 10);
  EXPECT_EQ(some.hold, 0);
  EXPECT_DOUBLE_EQ(some.share, 10 * 100 / (80 + (1000 - 320) / 2.0));
}

TEST(StorePath, HoldsAllWhileItIsFullAndNothingIsTaken) {
  const Model m = model();
  StorePath path(m);
  path.allowance(1000, 100, 10);
  for (int i = 0; i < 300; ++i) path.enter(1000, 4);
  EXPECT_EQ(path.allowance(1100, 100, 10).hold, 1200);
  for (int i = 0; i < 100; ++i) path.taken(4);
  EXPECT_EQ(path.allowance(1200, 100, 10).hold, 0);
}

}  // namespace
}  // namespace warpglass::sim
