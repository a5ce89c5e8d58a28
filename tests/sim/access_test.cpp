// Wavefronts and sectors, worked out by hand from the addresses.
#include <gtest/gtest.h>

#include <array>

#include "sim/access/coalesce.h"
#include "sim/access/shared_wavefronts.h"

namespace warpglass::sim {
namespace {

template <typename Address>
std::array<uint64_t, 32> lanes(Address address) {
  std::array<uint64_t, 32> out{};
  for (uint64_t lane = 0; lane < 32; ++lane) out[lane] = address(lane);
  return out;
}

constexpr uint32_t kAll = 0xffffffffu;

TEST(SharedAccess, NeighbouringWordsTakeOneWavefront) {
  const auto a = lanes([](uint64_t lane) { return 0x400 + 4 * lane; });
  const SharedAccess s = shared_access(a.data(), kAll, 4, 32);
  EXPECT_EQ(s.wavefronts, 1u);
  EXPECT_EQ(s.ideal, 1u);
  EXPECT_EQ(s.ways, 1u);
}

TEST(SharedAccess, OneWordForAllIsABroadcast) {
  const auto a = lanes([](uint64_t) { return 0x400; });
  EXPECT_EQ(shared_access(a.data(), kAll, 4, 32).wavefronts, 1u);
}

// A column of a 32 x 32 tile of floats: every lane in the same bank, another word. Measured: 32 wavefronts an LDS
// (transpose-conflict on an H200, ncu "L1 Conflicts Shared N-Way" 32).
TEST(SharedAccess, AColumnOfATileIs32Way) {
  const auto a = lanes([](uint64_t lane) { return 128 * lane; });
  const SharedAccess s = shared_access(a.data(), kAll, 4, 32);
  EXPECT_EQ(s.wavefronts, 32u);
  EXPECT_EQ(s.ways, 32u);
  EXPECT_EQ(s.conflicts(), 31u);
}

TEST(SharedAccess, APaddedColumnHasNoConflict) {
  const auto a = lanes([](uint64_t lane) { return 132 * lane; });
  EXPECT_EQ(shared_access(a.data(), kAll, 4, 32).wavefronts, 1u);
}

TEST(SharedAccess, StrideOfTwoWordsIsTwoWay) {
  const auto a = lanes([](uint64_t lane) { return 8 * lane; });
  EXPECT_EQ(shared_access(a.data(), kAll, 4, 32).ways, 2u);
}

TEST(SharedAccess, OnlyActiveLanesCount) {
  const auto a = lanes([](uint64_t lane) { return 128 * lane; });
  EXPECT_EQ(shared_access(a.data(), 0x0000000fu, 4, 32).wavefronts, 4u);
  EXPECT_EQ(shared_access(a.data(), 0, 4, 32).wavefronts, 0u);
}

TEST(SharedAccess, BytesOfOneWordDoNotConflict) {
  const auto a = lanes([](uint64_t lane) { return lane; });
  EXPECT_EQ(shared_access(a.data(), kAll, 1, 32).wavefronts, 1u);
}

TEST(SharedAccess, WideAccessesPassInGroups) {
  const auto eight = lanes([](uint64_t lane) { return 8 * lane; });
  EXPECT_EQ(shared_access(eight.data(), kAll, 8, 32).wavefronts, 2u);
  const auto sixteen = lanes([](uint64_t lane) { return 16 * lane; });
  const SharedAccess s = shared_access(sixteen.data(), kAll, 16, 32);
  EXPECT_EQ(s.wavefronts, 4u);
  EXPECT_EQ(s.ideal, 4u);
}

// Measured: a uniform LDS.128 takes two wavefronts (tiled GEMM on an H200: 48 wavefronts for 32 LDS and 8 uniform LDS.128).
TEST(SharedAccess, UniformWideLoadsMergeNeighbouringGroups) {
  const auto a = lanes([](uint64_t) { return 0x500; });
  EXPECT_EQ(shared_access(a.data(), kAll, 16, 32).wavefronts, 2u);
  EXPECT_EQ(shared_access(a.data(), kAll, 8, 32).wavefronts, 1u);
}

TEST(Coalesce, ACoalescedLoadTouchesOneLineOfFourSectors) {
  const auto a = lanes([](uint64_t lane) { return 0x1000 + 4 * lane; });
  CoalescedAccess c;
  coalesce(a.data(), kAll, 4, 128, c);
  EXPECT_EQ(c.count, 1u);
  EXPECT_EQ(c.lines[0].line, 0x1000u);
  EXPECT_EQ(c.lines[0].sectors, 0xfu);
  EXPECT_EQ(ideal_sectors(kAll, 4), 4u);
}

TEST(Coalesce, AStrideOfALineTouches32Sectors) {
  const auto a = lanes([](uint64_t lane) { return 4096 * lane + 36; });
  CoalescedAccess c;
  coalesce(a.data(), kAll, 4, 128, c);
  EXPECT_EQ(c.count, 32u);
  EXPECT_EQ(c.sectors(), 32u);
  EXPECT_EQ(c.lines[5].sectors, 2u);  // byte 36 is in the second sector
}

TEST(Coalesce, SixteenByteLanesTouchFourLines) {
  const auto a = lanes([](uint64_t lane) { return 16 * lane; });
  CoalescedAccess c;
  coalesce(a.data(), kAll, 16, 128, c);
  EXPECT_EQ(c.count, 4u);
  EXPECT_EQ(c.sectors(), 16u);
}

TEST(Coalesce, AnAccessThatStraddlesALineTouchesBoth) {
  const auto a = lanes([](uint64_t) { return 124; });
  CoalescedAccess c;
  coalesce(a.data(), 1, 8, 128, c);
  ASSERT_EQ(c.count, 2u);
  EXPECT_EQ(c.lines[0].sectors, 8u);
  EXPECT_EQ(c.lines[1].line, 128u);
  EXPECT_EQ(c.lines[1].sectors, 1u);
}

TEST(Atomics, LanesOnOneWordAreRequestsOfTheirOwn) {
  const auto same = lanes([](uint64_t) { return 0x1000; });
  EXPECT_EQ(atomic_work(same.data(), kAll, 4, 0x1000, 128).requests, 32u);
  EXPECT_EQ(atomic_work(same.data(), kAll, 4, 0x1000, 128).passes, 32u);
  const auto line = lanes([](uint64_t lane) { return 0x1000 + 4 * lane; });
  EXPECT_EQ(atomic_work(line.data(), kAll, 4, 0x1000, 128).requests, 1u);
  EXPECT_EQ(atomic_work(line.data(), kAll, 4, 0x1000, 128).passes, 4u);
  const auto sector = lanes([](uint64_t lane) { return 0x1000 + 4 * (lane % 8); });
  EXPECT_EQ(atomic_work(sector.data(), kAll, 4, 0x1000, 128).requests, 4u);
  EXPECT_EQ(atomic_work(sector.data(), kAll, 4, 0x1080, 128).requests, 0u) << "another line";
}

TEST(Constants, DifferentWordsAreCounted) {
  const auto few = lanes([](uint64_t lane) { return 4 * (lane % 5); });
  EXPECT_EQ(distinct_addresses(few.data(), kAll), 5u);
  EXPECT_EQ(distinct_addresses(few.data(), 0x21u), 1u) << "lanes 0 and 5";
  EXPECT_EQ(distinct_addresses(few.data(), 0), 0u);
}

// Word w of all lanes is a line: a spilled register takes one line, a 16-byte access four.
TEST(LocalMemory, LiesWordByWordWithTheLanesNextToEachOther) {
  const auto same = lanes([](uint64_t) { return 0x40; });
  CoalescedAccess access;
  coalesce_local(same.data(), kAll, 4, 0x100000, 128, access);
  ASSERT_EQ(access.count, 1u);
  EXPECT_EQ(access.lines[0].line, 0x100000u + 0x40 * 32);
  EXPECT_EQ(access.lines[0].sectors, 0xfu);
  EXPECT_EQ(access.lines[0].bytes, 128u);
  coalesce_local(same.data(), kAll, 16, 0x100000, 128, access);
  EXPECT_EQ(access.count, 4u);
  EXPECT_EQ(access.sectors(), 16u);
  const auto apart = lanes([](uint64_t lane) { return 16 * lane; });
  coalesce_local(apart.data(), kAll, 16, 0x100000, 128, access);
  EXPECT_EQ(access.count, 128u) << "each lane at another offset: none shares a line";
  EXPECT_EQ(access.sectors(), 128u);
}

// ATOMS.ADD of kernels/micro/probes/shared_atomics.cu: 32 lanes on one word 32 passes, 2 lanes a word 2.
TEST(SharedAtomics, LanesOnOneWordFollowOneAnother) {
  std::array<uint64_t, 32> a{};
  EXPECT_EQ(lanes_in_fullest_bank(a.data(), kAll, 32), 32u);
  for (unsigned lane = 0; lane < 32; ++lane) a[lane] = lane / 2 * 4;
  EXPECT_EQ(lanes_in_fullest_bank(a.data(), kAll, 32), 2u);
  EXPECT_EQ(lanes_in_fullest_bank(a.data(), 0x55555555u, 32), 1u);
  EXPECT_EQ(lanes_in_fullest_bank(a.data(), 0, 32), 0u);
}

}  // namespace
}  // namespace warpglass::sim
