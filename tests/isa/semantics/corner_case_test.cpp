// What an H200 computed for awkward operands of many instructions: NaN payloads, conversions out of range, shuffles past
// the end of a warp, subnormal half precision, atomics. The kernels that ran there run here over the same operands, and
// every output must be the same. Made by kernels/micro/corner_cases.cu and data/make_corner_data.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/traces/replay/synthetic_capsule.h"
#include "tests/zstd_file.h"
#include "traces/replay/replay.h"

namespace warpglass {
namespace {

using Words = std::vector<uint64_t>;

const std::filesystem::path kData = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "tests/isa/semantics/data";

struct Operation {
  std::string name, unit, kernel;
  std::vector<Words> operands;
  Words results;
};

Words words_of(const std::string& column) {
  std::istringstream stream(column);
  stream >> std::hex;
  return {std::istream_iterator<uint64_t>(stream), {}};
}

std::vector<Operation> operations_of(const std::string& unit) {
  std::vector<Operation> operations;
  for (const auto& row : nlohmann::json::parse(test::read_zstd_file(kData / "corner_cases.json.zst"))) {
    if (row.at("unit") != unit) continue;
    Operation operation{row.at("op"), unit, row.at("kernel"), {}, {}};
    for (const auto& column : row.at("columns")) operation.operands.push_back(words_of(column));
    operation.results = std::move(operation.operands.back());
    operation.operands.pop_back();
    operations.push_back(std::move(operation));
  }
  return operations;
}

struct Code {
  std::vector<uint8_t> cubin;
  std::string disassembly;
};

Code code_of(const std::string& unit) {
  const std::string cubin = test::read_zstd_file(kData / (unit + ".cubin.zst"));
  return {{cubin.begin(), cubin.end()}, test::read_zstd_file(kData / (unit + ".sass.zst"))};
}

constexpr uint64_t kNothing = 0xfeedfeedfeedfeed;

/// Operands the operation does not have are zero, as on the GPU.
uint64_t add_buffers(test::SyntheticCapsule& launch, const Operation& operation) {
  const size_t count = operation.results.size();
  for (size_t k = 0; k < 3; ++k) launch.buffer(k < operation.operands.size() ? operation.operands[k] : Words(count, 0));
  const uint64_t out = launch.buffer(Words(count, kNothing), operation.results);
  launch.parameter(static_cast<uint32_t>(count));
  return out;
}

std::string describe_difference(const Operation& operation, const ReplayResult& result, uint64_t out) {
  const MemoryMismatch& first = result.comparison.first;
  const size_t number = (first.address - out) / 8;
  std::string operands;
  for (const Words& column : operation.operands)
    operands += fmt::format(" {:x}", number < column.size() ? column[number] : 0);
  return fmt::format("{} of {} results differ; first: operands{}, the GPU has {:x} and 32-bit word {} is {:x} here",
                     result.comparison.different_words, operation.results.size(), operands,
                     number < operation.results.size() ? operation.results[number] : 0, (first.address - out) / 4 % 2, first.found);
}

/// The global atomics work on a word a case, at the address that the loader puts into bank 4. A result is the word's new
/// value, or that of its 32 bits above the old value.
void add_cells(test::SyntheticCapsule& launch, const Operation& operation) {
  Words after = operation.results;
  if (operation.name.find("64") == std::string::npos)
    for (uint64_t& word : after) word >>= 32;
  const uint64_t cells = launch.memory(Words(after.size(), 0), after);
  std::vector<uint8_t> bank(8);
  std::memcpy(bank.data(), &cells, 8);
  launch.constant_bank(4, bank);
}

void check(const Operation& operation, const Code& code, isa::Level level) {
  const auto count = static_cast<uint32_t>(operation.results.size());
  test::SyntheticCapsule launch(operation.kernel, {(count + 255) / 256}, {256});
  launch.code(code.cubin, code.disassembly);
  const uint64_t out = add_buffers(launch, operation);
  if (operation.name.starts_with("global ")) add_cells(launch, operation);
  ReplayOptions options;
  options.level = level;
  try {
    const Capsule capsule = launch.make("corner");
    const ReplayResult result = replay(capsule, options);
    if (result.verdict != Verdict::BitExact)
      ADD_FAILURE() << operation.name << " (" << isa::name(level) << "): " << describe_difference(operation, result, out);
  } catch (const std::exception& error) {
    ADD_FAILURE() << operation.name << ": " << error.what();
  }
}

/// Every level that this processor has.
std::vector<isa::Level> levels() {
  std::vector<isa::Level> all;
  for (const isa::Level level : {isa::Level::Baseline, isa::Level::V3, isa::Level::V4})
    if (level <= isa::best_level()) all.push_back(level);
  return all;
}

class CornerCases : public ::testing::TestWithParam<const char*> {};

TEST_P(CornerCases, EqualTheHardwares) {
  const Code code = code_of(GetParam());
  const std::vector<Operation> operations = operations_of(GetParam());
  EXPECT_GT(operations.size(), 30u);
  for (const isa::Level level : levels())
    for (const Operation& operation : operations) check(operation, code, level);
}

INSTANTIATE_TEST_SUITE_P(Units, CornerCases, ::testing::Values("corner_float", "corner_convert", "corner_integer", "corner_warp"),
                         [](const auto& parameter) { return std::string(parameter.param).substr(7); });

}  // namespace
}  // namespace warpglass
