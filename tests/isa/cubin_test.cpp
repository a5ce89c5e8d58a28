#include "isa/cubin.h"

#include <cstring>

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

template <typename Value>
void poke(std::vector<uint8_t>& bytes, size_t offset, Value value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}
template <typename Value>
Value peek(const std::vector<uint8_t>& bytes, size_t offset) {
  Value value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// Offsets in the ELF-64 header and in a section header.
constexpr size_t kSectionTable = 0x28, kSectionCount = 0x3c, kNameTable = 0x3e;
constexpr size_t kSectionHeader = 64, kType = 4, kOffset = 24, kSize = 32;

TEST(Cubin, Hopper) {
  const auto bytes = stored_cubin("sm_90");
  ASSERT_TRUE(is_cubin(bytes));
  const Cubin cubin = read_cubin(bytes);
  EXPECT_EQ(cubin.sm, 90u);
  EXPECT_EQ(cubin.toolkit, 130u);
  EXPECT_EQ(cubin.kernels.size(), 6u);
  const CubinKernel* stage = cubin.find("_Z5stagePKfPfi");
  ASSERT_NE(stage, nullptr);
  EXPECT_EQ(stage->static_shared_bytes, 0x400u + 128 * 4);
  EXPECT_EQ(stage->parameter_base, 0x210u);
  EXPECT_EQ(stage->parameter_bytes, 20u);
  ASSERT_EQ(stage->parameters.size(), 3u);
  EXPECT_EQ(stage->parameters[1].offset, 8u);
  EXPECT_EQ(stage->parameters[1].bytes, 8u);
  EXPECT_EQ(stage->parameters[2].bytes, 4u);
  EXPECT_EQ(stage->max_threads, 128u);
  EXPECT_EQ(stage->barriers, 1u);
  EXPECT_EQ(stage->frame_bytes, 0u);
  EXPECT_GT(stage->registers, 8u);
  EXPECT_EQ(stage->code.size() % 128, 0u);
  EXPECT_EQ(cubin.find("third"), nullptr);
}

TEST(Cubin, Ampere) {
  const Cubin cubin = read_cubin(stored_cubin("sm_80"));
  EXPECT_EQ(cubin.sm, 80u);
  const CubinKernel* stage = cubin.find("_Z5stagePKfPfi");
  ASSERT_NE(stage, nullptr);
  EXPECT_EQ(stage->static_shared_bytes, 128u * 4);
  EXPECT_EQ(stage->parameter_base, 0x160u);
}

// CUDA 12 and older put the architecture into the low byte of the flags and use ABI version 7.
TEST(Cubin, Cuda12Layout) {
  auto bytes = stored_cubin("sm_80");
  bytes[7] = 0x33;
  bytes[8] = 7;
  poke<uint32_t>(bytes, 0x30, 0x00500550);
  EXPECT_EQ(read_cubin(bytes).sm, 80u);
}

TEST(Cubin, ConstantBanks) {
  const Cubin cubin = read_cubin(stored_cubin("sm_90"));
  const ConstantBank* constants = cubin.constant_bank(3, "_Z7globalsPi");
  ASSERT_NE(constants, nullptr);
  EXPECT_EQ(constants->bytes.size(), 64u * 4);
  const ConstantBank* addresses = cubin.constant_bank(4, "_Z7globalsPi");
  ASSERT_NE(addresses, nullptr);
  bool found = false;
  for (const Relocation& relocation : addresses->relocations)
    found |= relocation.symbol == "counter" && relocation.type == 2 && relocation.offset % 8 == 0;
  EXPECT_TRUE(found);
  const ConstantBank* parameters = cubin.constant_bank(0, "_Z7globalsPi");
  ASSERT_NE(parameters, nullptr);
  EXPECT_EQ(parameters->bytes.size(), 0x218u);
  const ConstantBank* jumps = cubin.constant_bank(2, "_Z6choosePii");
  ASSERT_NE(jumps, nullptr);
  EXPECT_EQ(cubin.constant_bank(2, "_Z7globalsPi"), nullptr);
}

TEST(Cubin, RefusesOtherFiles) {
  const auto refuse = [](std::vector<uint8_t> bytes, const std::string& part) {
    expect_error([&] { read_cubin(bytes); }, ExitCode::BadInput, part);
  };
  EXPECT_FALSE(is_cubin({}));
  refuse({}, "not a 64-bit");
  refuse(std::vector<uint8_t>(100, 'x'), "not a 64-bit");
  auto bytes = stored_cubin("sm_90");
  bytes[4] = 1;
  refuse(bytes, "not a 64-bit");  // 32-bit
  bytes = stored_cubin("sm_90");
  bytes[5] = 2;
  refuse(bytes, "not a 64-bit");  // big-endian
  bytes = stored_cubin("sm_90");
  poke<uint16_t>(bytes, 18, 62);
  EXPECT_FALSE(is_cubin(bytes));
  refuse(bytes, "not for CUDA");
}

TEST(Cubin, RefusesEveryTruncation) {
  const auto bytes = stored_cubin("sm_90");
  const auto section_table_end =
      peek<uint64_t>(bytes, kSectionTable) + peek<uint16_t>(bytes, kSectionCount) * kSectionHeader;
  for (size_t length = 0; length < section_table_end; length += 97) {
    const std::vector<uint8_t> part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length));
    EXPECT_THROW(read_cubin(part), Error) << length;
  }
}

TEST(Cubin, RefusesSectionsOutsideOfTheFile) {
  const auto good = stored_cubin("sm_90");
  const auto table = peek<uint64_t>(good, kSectionTable);
  const auto count = peek<uint16_t>(good, kSectionCount);
  for (uint16_t i = 1; i < count; ++i) {
    const size_t header = table + i * kSectionHeader;
    if (peek<uint32_t>(good, header + kType) == 8) continue;  // NOBITS has no bytes
    auto bytes = good;
    poke<uint64_t>(bytes, header + kSize, UINT64_MAX - 1);
    EXPECT_THROW(read_cubin(bytes), Error) << i;
    bytes = good;
    poke<uint64_t>(bytes, header + kOffset, bytes.size() + 1);
    EXPECT_THROW(read_cubin(bytes), Error) << i;
  }
}

TEST(Cubin, RefusesNamesOutsideOfTheirTable) {
  auto bytes = stored_cubin("sm_90");
  const auto table = peek<uint64_t>(bytes, kSectionTable);
  poke<uint32_t>(bytes, table + kSectionHeader * 5, 0x7fffffff);
  expect_error([&] { read_cubin(bytes); }, ExitCode::BadInput, "outside of its string table");
  bytes = stored_cubin("sm_90");
  poke<uint16_t>(bytes, kNameTable, 4000);
  EXPECT_THROW(read_cubin(bytes), Error);
}

// Sections that share their bytes would let a small file claim any amount of memory.
TEST(Cubin, RefusesOverlappingSections) {
  auto bytes = stored_cubin("sm_90");
  const auto table = peek<uint64_t>(bytes, kSectionTable);
  poke<uint32_t>(bytes, table + 4 * kSectionHeader + kType, 1);
  poke<uint64_t>(bytes, table + 4 * kSectionHeader + kOffset, 0);
  poke<uint64_t>(bytes, table + 4 * kSectionHeader + kSize, bytes.size());
  expect_error([&] { read_cubin(bytes); }, ExitCode::BadInput, "sections overlap");
}

TEST(Cubin, RefusesBrokenAttributes) {
  const auto good = stored_cubin("sm_90");
  const std::string kernel = ".nv.info._Z5stagePKfPfi";
  const auto table = peek<uint64_t>(good, kSectionTable);
  const auto names =
      peek<uint64_t>(good, table + peek<uint16_t>(good, kNameTable) * kSectionHeader + kOffset);
  for (uint16_t i = 1; i < peek<uint16_t>(good, kSectionCount); ++i) {
    const size_t header = table + i * kSectionHeader;
    const char* name = reinterpret_cast<const char*>(good.data()) + names + peek<uint32_t>(good, header);
    if (name != kernel) continue;
    auto bytes = good;
    const auto offset = peek<uint64_t>(bytes, header + kOffset);
    bytes[offset] = 9;
    expect_error([&] { read_cubin(bytes); }, ExitCode::BadInput, "unknown format 9");
    bytes[offset] = 4;
    poke<uint16_t>(bytes, offset + 2, 0xffff);
    expect_error([&] { read_cubin(bytes); }, ExitCode::BadInput, "over its section's end");
    return;
  }
  FAIL() << "no section " << kernel;
}

}  // namespace
}  // namespace warpglass::isa
