#include "gui/core/access_samples.h"

#include <gtest/gtest.h>

#include "gui/core/bank_matrix.h"
#include "gui/core/coalescing.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

AccessSample strided(uint8_t bytes, uint64_t stride) {
  AccessSample sample;
  sample.bytes = bytes;
  sample.mask = 0xffffffffu;
  sample.space = isa::MemorySpace::Global;
  for (uint32_t lane = 0; lane < kLanes; ++lane) sample.addresses[lane] = 0x10000 + lane * stride;
  return sample;
}

TEST(AccessSamples, OfTheTransposeShowIts32WayConflict) {
  const RunPointer run = test::sample("transpose-conflict-256");
  ASSERT_TRUE(run->launch) << run->launch_problem;
  EXPECT_TRUE(run->launch->accesses.complete);
  unsigned loads = 0;
  for (const AccessSample& s : run->launch->accesses.samples) {
    if (s.space != isa::MemorySpace::Shared || s.category != isa::Category::Load) continue;
    ++loads;
    EXPECT_EQ(bank_matrix(s, 32).access.wavefronts, 32u);
    EXPECT_EQ(bank_matrix(s, 32, {0, 128, 4, false}).access.wavefronts, 1u);
  }
  EXPECT_GT(loads, 0u);
}

TEST(AccessSamples, AreSortedAndFew) {
  const RunPointer run = test::sample("gemm-tiled32-128");
  const auto& samples = run->launch->accesses.samples;
  ASSERT_FALSE(samples.empty());
  for (size_t i = 1; i < samples.size(); ++i) EXPECT_LE(samples[i - 1].instruction, samples[i].instruction);
  EXPECT_LE(run->launch->accesses.of(samples.front().instruction).size(), 40u);
}

TEST(Footprint, NeighboursUseEverythingTheyMove) {
  const AccessFootprint f = footprint(strided(4, 4));
  EXPECT_EQ(f.lines.size(), 1u);
  EXPECT_EQ(f.sectors, 4u);
  EXPECT_EQ(f.ideal_sectors, 4u);
  EXPECT_EQ(f.used_bytes, 128u);
  EXPECT_EQ(f.wasted_bytes(), 0u);
  EXPECT_EQ(f.lines[0].lane_of_byte[5], 1);
}

TEST(Footprint, AStrideOfALineWastesMost) {
  const AccessFootprint f = footprint(strided(4, 128));
  EXPECT_EQ(f.lines.size(), 32u);
  EXPECT_EQ(f.sectors, 32u);
  EXPECT_EQ(f.moved_bytes(), 1024u);
  EXPECT_EQ(f.wasted_bytes(), 896u);
}

TEST(Footprint, TellsPatternsApart) {
  EXPECT_EQ(pattern_text(strided(4, 4)), "neighbouring addresses");
  EXPECT_EQ(pattern_text(strided(4, 0)), "all lanes read the same address");
  EXPECT_EQ(pattern_text(strided(4, 4096)), "stride of 4096 bytes between lanes");
  AccessSample irregular = strided(4, 4);
  irregular.addresses[7] += 400;
  EXPECT_EQ(pattern_text(irregular), "irregular addresses");
}

}  // namespace
}  // namespace warpglass::gui
