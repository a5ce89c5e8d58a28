#include "gui/core/timeline/lane_lod.h"

#include <gtest/gtest.h>

#include <random>

namespace warpglass::gui {
namespace {

using sim::Segment;
using sim::Stall;

std::vector<Segment> random_lane(unsigned seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<Segment> segments;
  sim::Cycle at = random() % 100;
  for (size_t i = 0; i < count; ++i) {
    Segment s;
    s.start = at;
    s.cycles = 1 + random() % 300;
    s.stall = static_cast<Stall>(random() % sim::kStalls);
    at = s.end() + (random() % 20 == 0 ? random() % 500 : 0);
    segments.push_back(s);
  }
  return segments;
}

TEST(LaneLod, EveryLevelSumsToTheSegments) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto segments = random_lane(seed, 2000);
    const sim::Cycle end = segments.back().end();
    LaneLod lod(end, suitable_bin_cycles(end, segments.size(), 1 << 20));
    std::array<uint64_t, sim::kStalls> expected{};
    for (const Segment& s : segments) {
      lod.add(s);
      expected[static_cast<size_t>(s.stall)] += static_cast<uint64_t>(s.cycles);
    }
    lod.finish();
    ASSERT_GT(lod.levels(), 4u);
    for (size_t level = 0; level < lod.levels(); ++level) {
      std::array<uint64_t, sim::kStalls> sum{};
      for (const StallMix& bin : lod.bins(level))
        for (unsigned s = 0; s < sim::kStalls; ++s) sum[s] += bin.cycles[s];
      EXPECT_EQ(sum, expected) << "level " << level;
    }
  }
}

TEST(LaneLod, ABinHoldsNoMoreThanItsLength) {
  const auto segments = random_lane(7, 3000);
  LaneLod lod(segments.back().end(), 64);
  for (const Segment& s : segments) lod.add(s);
  lod.finish();
  for (size_t level = 0; level < lod.levels(); ++level)
    for (const StallMix& bin : lod.bins(level)) EXPECT_LE(bin.total(), static_cast<uint64_t>(lod.bin_cycles(level)));
}

TEST(LaneLod, SplitsASegmentAtBinBorders) {
  LaneLod lod(40, 10);
  lod.add({5, 20, 0, sim::kNoProducer, Stall::Barrier});
  lod.finish();
  const auto barrier = [&](size_t bin) { return lod.bins(0)[bin].cycles[static_cast<size_t>(Stall::Barrier)]; };
  EXPECT_EQ(barrier(0), 5u);
  EXPECT_EQ(barrier(1), 10u);
  EXPECT_EQ(barrier(2), 5u);
  EXPECT_EQ(barrier(3), 0u);
  EXPECT_EQ(lod.bins(0)[3].dominant(), -1);
}

TEST(LaneLod, ChoosesTheCoarsestLevelThatIsFineEnough) {
  LaneLod lod(1024, 4);
  lod.finish();
  EXPECT_EQ(lod.level_for(3.9), -1);
  EXPECT_EQ(lod.level_for(4), 0);
  EXPECT_EQ(lod.level_for(9), 1);
  EXPECT_EQ(lod.bin_cycles(static_cast<size_t>(lod.level_for(100))), 64);
}

}  // namespace
}  // namespace warpglass::gui
