// Presence of constant lines, wanted one after the other.
#include "sim/core/constant_caches.h"

#include <gtest/gtest.h>

#include "models/model.h"

namespace warpglass::sim {
namespace {

Model small() {
  Model model = load_model("h200");
  for (const char* setting : {"constant.load_bytes=512", "constant.load_ways=2", "latency.constant_load_fill=70", "latency.constant_operand_fill=30",
                              "latency.constant_miss=200", "latency.constant_cold=600"})
    set_parameter(model, setting);
  return model;
}

constexpr uint32_t kBank3 = 3 * kConstantLinesPerBank;

TEST(ConstantCaches, ParametersAreInTheL15Cache) {
  const Model model = small();
  ConstantCaches caches(model, false);
  EXPECT_EQ(caches.operand(8, 100), 130);
  EXPECT_EQ(caches.operand(8, 110), 130) << "on its way";
  EXPECT_EQ(caches.operand(8, 140), 140);
  EXPECT_EQ(caches.load(8, 200), 270) << "LDC has a cache of its own";
  EXPECT_EQ(caches.load(8, 300), 300);
}

TEST(ConstantCaches, OtherBanksComeFromHbmOrL2ABlockAtATime) {
  const Model model = small();
  ConstantCaches cold(model, false), warm(model, true);
  EXPECT_EQ(cold.load(kBank3, 100), 100 + 600 + 70);
  EXPECT_EQ(cold.load(kBank3 + 3, 1000), 1000 + 70) << "the same block of four lines";
  EXPECT_EQ(cold.load(kBank3 + 4, 2000), 2000 + 600 + 70);
  EXPECT_EQ(warm.load(kBank3, 100), 100 + 200 + 70);
}

// 512 bytes in two ways: four sets. Lines 0, 4 and 8 share one.
TEST(ConstantCaches, TheLeastRecentlyUsedLineOfASetGoes) {
  const Model model = small();
  ConstantCaches caches(model, true);
  Cycle now = 1000;
  const auto hits = [&](uint32_t line) {
    now += 1000;
    return caches.load(line, now) == now;
  };
  EXPECT_FALSE(hits(0));
  EXPECT_FALSE(hits(4));
  EXPECT_TRUE(hits(0));
  EXPECT_FALSE(hits(8)) << "takes the place of line 4";
  EXPECT_TRUE(hits(0));
  EXPECT_FALSE(hits(4));
  EXPECT_FALSE(hits(1)) << "another set";
  EXPECT_TRUE(hits(1));
}

}  // namespace
}  // namespace warpglass::sim
