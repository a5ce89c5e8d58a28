// The model of the multi-function unit against hashes of an H200's outputs: a sample of the blocks of 2^16 inputs, among
// them the edges of ranges. mufu_check compares all blocks.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "tests/isa/mufu_functions.h"

namespace warpglass {
namespace {

using isa::MufuFunction;
using isa::mufu;

struct Block {
  std::uint32_t number = 0;
  std::uint32_t hash = 0;
};

std::map<std::string, std::vector<Block>> measured_blocks() {
  std::map<std::string, std::vector<Block>> blocks;
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/isa/data/mufu_hashes.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string function;
    Block block;
    words >> function >> std::hex >> block.number >> block.hash;
    blocks[function].push_back(block);
  }
  return blocks;
}

TEST(Mufu, MatchesMeasuredHashes) {
  const auto blocks = measured_blocks();
  EXPECT_EQ(blocks.size(), 10u);
  for (const auto& [name, list] : blocks) {
    EXPECT_GE(list.size(), 100u);
    const MufuFunction function = mufu_tests::function(name);
    for (const Block& block : list)
      EXPECT_EQ(mufu_tests::block_hash(function, block.number), block.hash)
          << name << ", inputs from " << std::hex << (block.number << 16);
  }
}

TEST(Mufu, SpecialInputs) {
  constexpr std::uint32_t kNan = 0x7fffffff, kInfinity = 0x7f800000, kOne = 0x3f800000, kSubnormal = 0x00400000;
  EXPECT_EQ(mufu(MufuFunction::Rcp, kSubnormal), kInfinity);
  EXPECT_EQ(mufu(MufuFunction::Rcp, 0xff800000), 0x80000000);
  EXPECT_EQ(mufu(MufuFunction::Rcp, 0x7f000000), 0u);  // the result would be subnormal
  EXPECT_EQ(mufu(MufuFunction::Rsq, 0xbf800000), kNan);
  EXPECT_EQ(mufu(MufuFunction::Rsq, 0x80400000), 0xff800000);
  EXPECT_EQ(mufu(MufuFunction::Sqrt, 0x80400000), 0x80000000);
  EXPECT_EQ(mufu(MufuFunction::Ex2, kSubnormal), kOne);
  EXPECT_EQ(mufu(MufuFunction::Ex2, 0xff800000), 0u);
  EXPECT_EQ(mufu(MufuFunction::Lg2, kOne), 0u);
  EXPECT_EQ(mufu(MufuFunction::Lg2, kSubnormal), 0xff800000);
  EXPECT_EQ(mufu(MufuFunction::Sin, kInfinity), kNan);
  EXPECT_EQ(mufu(MufuFunction::Cos, kSubnormal), kOne);
  EXPECT_EQ(mufu(MufuFunction::Tanh, kSubnormal), kSubnormal);
  EXPECT_EQ(mufu(MufuFunction::Tanh, 0xff800000), 0xbf800000);
  EXPECT_EQ(mufu(MufuFunction::Rcp64h, 0x3ff00000), 0x3ff00000u);
  EXPECT_EQ(mufu(MufuFunction::Rsq64h, 0x40100000), 0x3fe00000u);
}

}  // namespace
}  // namespace warpglass
