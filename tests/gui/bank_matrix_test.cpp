#include "gui/core/bank_matrix.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace warpglass::gui {
namespace {

AccessSample sample_of(uint8_t bytes, auto address_of, uint32_t mask = 0xffffffffu) {
  AccessSample sample;
  sample.bytes = bytes;
  sample.mask = mask;
  sample.space = isa::MemorySpace::Shared;
  for (uint32_t lane = 0; lane < kLanes; ++lane) sample.addresses[lane] = address_of(lane);
  return sample;
}

TEST(BankMatrix, AColumnOfA32By32TileNeeds32Wavefronts) {
  const BankMatrix m = bank_matrix(sample_of(4, [](uint32_t lane) { return lane * 128; }), 32);
  EXPECT_EQ(m.access.wavefronts, 32u);
  EXPECT_EQ(m.access.ideal, 1u);
  ASSERT_EQ(m.wavefronts.size(), 32u);
  for (const Wavefront& w : m.wavefronts) EXPECT_EQ(w.cells.size(), 1u);
  EXPECT_EQ(m.words_in_bank[0], 32u);
}

TEST(BankMatrix, PaddingByOneWordCuresIt) {
  const BankMatrix m = bank_matrix(sample_of(4, [](uint32_t lane) { return lane * 128; }), 32, {0, 128, 4, false});
  EXPECT_EQ(m.access.wavefronts, 1u);
  EXPECT_EQ(m.wavefronts.size(), 1u);
}

TEST(BankMatrix, SwizzleCuresIt) {
  EXPECT_EQ(bank_matrix(sample_of(4, [](uint32_t lane) { return lane * 128; }), 32, {0, 128, 0, true}).access.wavefronts, 1u);
  EXPECT_EQ(bank_matrix(sample_of(4, [](uint32_t lane) { return lane * 4; }), 32, {0, 128, 0, true}).access.wavefronts, 1u);
}

TEST(BankMatrix, OneWordForAllLanesIsOneWavefront) {
  const BankMatrix m = bank_matrix(sample_of(4, [](uint32_t) { return 64; }), 32);
  ASSERT_EQ(m.wavefronts.size(), 1u);
  EXPECT_EQ(m.wavefronts[0].cells.size(), 32u);
  EXPECT_TRUE(m.wavefronts[0].cells[5].shared_word);
}

// The picture must be the count that the simulator charges, for any addresses and widths.
TEST(BankMatrix, HasAsManyWavefrontsAsTheSimulatorCharges) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    const auto bytes = static_cast<uint8_t>(4u << random() % 3);
    const uint32_t stride = random() % 40, range = 1 + random() % 64;
    const bool regular = random() % 2 == 0;
    const AccessSample sample = sample_of(bytes, [&](uint32_t lane) { return (regular ? lane * stride : random() % range) * uint64_t{bytes}; }, random() % 3 == 0 ? random() | 1u : 0xffffffffu);
    const BankMatrix m = bank_matrix(sample, 32);
    ASSERT_EQ(m.wavefronts.size(), m.access.wavefronts) << "round " << round << ", " << int{bytes} << " bytes";
  }
}

TEST(BankMatrix, ABankServesOneWordAWavefrontAndEveryWordIsServed) {
  std::mt19937 random(5);
  const AccessSample sample = sample_of(16, [&](uint32_t) { return random() % 64 * uint64_t{16}; });
  const BankMatrix m = bank_matrix(sample, 32);
  size_t cells = 0;
  for (const Wavefront& w : m.wavefronts) {
    std::map<uint8_t, unsigned> fresh;
    for (const BankCell& cell : w.cells) fresh[cell.bank] += cell.shared_word ? 0 : 1;
    for (const auto& [bank, words] : fresh) EXPECT_LE(words, 1u);
    cells += w.cells.size();
  }
  EXPECT_EQ(cells, 32u * 4);
}

TEST(BankMatrix, LanesOfAnAtomicOnOneWordFollowOneAnother) {
  AccessSample sample = sample_of(4, [](uint32_t lane) { return lane / 8 * 4; });
  sample.category = isa::Category::Atomic;
  sample.lane_by_lane = true;
  const BankMatrix m = bank_matrix(sample, 32);
  EXPECT_EQ(m.access.wavefronts, 8u);
  EXPECT_EQ(m.wavefronts.size(), 8u);
  EXPECT_EQ(m.words_in_bank[0], 8u);
  sample.lane_by_lane = false;
  EXPECT_EQ(bank_matrix(sample, 32).access.wavefronts, 1u);
}

TEST(BankMatrix, GuessesTheRowFromTheDistanceOfLanes) {
  const AccessSample column = sample_of(4, [](uint32_t lane) { return lane * 132; });
  const AccessSample row = sample_of(4, [](uint32_t lane) { return lane * 4; });
  EXPECT_EQ(likely_row_bytes({&row, &column}), 132u);
  EXPECT_EQ(likely_row_bytes({&row}), 128u);
}

TEST(BankLayout, NeverMapsTwoAddressesToOne) {
  for (const BankLayout layout : {BankLayout{0, 128, 0, true}, BankLayout{0, 128, 4, false}, BankLayout{0, 132, 8, true}, BankLayout{64, 256, 16, true}}) {
    std::set<uint64_t> seen;
    for (uint64_t address = 0; address < 16384; address += 4) EXPECT_TRUE(seen.insert(layout.map(address, 4)).second);
  }
}

}  // namespace
}  // namespace warpglass::gui
