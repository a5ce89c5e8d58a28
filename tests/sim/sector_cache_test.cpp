#include "sim/memory/sector_cache.h"

#include <gtest/gtest.h>

namespace warpglass::sim {
namespace {

TEST(SectorCache, TheLeastRecentlyUsedLineGoes) {
  SectorCache cache(4 * 128, 128, 4);  // one set of four ways
  SectorCache::Eviction eviction;
  for (uint64_t line = 0; line < 4; ++line) {
    ASSERT_NE(cache.allocate(line * 128, eviction), SectorCache::kNoLine);
    EXPECT_FALSE(eviction.dirty);
  }
  cache[cache.find(128)].dirty = 5;
  cache.find(0);
  cache.find(256);
  cache.find(384);
  cache.allocate(512, eviction);  // line 128 was used longest ago
  EXPECT_TRUE(eviction.dirty);
  EXPECT_EQ(eviction.line, 128u);
  EXPECT_EQ(eviction.sectors, 5);
  EXPECT_EQ(cache.find(128), SectorCache::kNoLine);
  EXPECT_NE(cache.find(0), SectorCache::kNoLine);
}

TEST(SectorCache, LinesOnTheirWayAreNotEvicted) {
  SectorCache cache(2 * 128, 128, 2);
  SectorCache::Eviction eviction;
  for (uint64_t line : {0, 128}) cache[cache.allocate(line, eviction)].pending = 1;
  EXPECT_EQ(cache.allocate(256, eviction), SectorCache::kNoLine);
  cache[cache.find(0)].pending = 0;
  EXPECT_NE(cache.allocate(256, eviction), SectorCache::kNoLine);
}

}  // namespace
}  // namespace warpglass::sim
