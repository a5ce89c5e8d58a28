// Launches simulated with another layout of shared memory or other resources: as the kernels that really have
// them.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "sim/cli/launch_input.h"

namespace warpglass::sim {
namespace {

RunResult run(const std::string& name, const SimulationOptions& options = {}) {
  const auto samples = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "traces/samples";
  return cli::simulate_file(samples / (name + ".capsule"), "h200", {}, options);
}

uint64_t wavefronts(const RunResult& result) {
  uint64_t sum = 0;
  for (const InstructionStatistics& i : result.totals.instructions) sum += i.shared_wavefronts;
  return sum;
}

// float tile[32][32] against float tile[32][33]: the system's 1 KiB of shared memory comes first.
SimulationOptions padded() {
  SimulationOptions options;
  options.shared_layout = SharedLayout{1024, 128, 4, false};
  return options;
}

TEST(ChangedLaunch, APaddedTileTakesThePaddedKernelsTime) {
  const RunResult conflict = run("transpose-conflict-512"), real = run("transpose-padded-512"),
                  what_if = run("transpose-conflict-512", padded());
  EXPECT_EQ(wavefronts(what_if), wavefronts(real));
  EXPECT_NEAR(static_cast<double>(what_if.cycles), static_cast<double>(real.cycles),
              0.03 * static_cast<double>(real.cycles));
  EXPECT_GT(static_cast<double>(conflict.cycles), 1.2 * static_cast<double>(what_if.cycles));
  EXPECT_EQ(what_if.resources.static_shared_bytes, real.resources.static_shared_bytes);
  EXPECT_EQ(what_if.without, std::vector<std::string>{"its own layout of shared memory"});
  EXPECT_EQ(what_if.warp_instructions(), conflict.warp_instructions());
}

TEST(ChangedLaunch, ASwizzleTakesNoMoreSharedMemory) {
  SimulationOptions options;
  options.shared_layout = SharedLayout{1024, 128, 0, true};
  const RunResult what_if = run("transpose-conflict-512", options);
  EXPECT_EQ(wavefronts(what_if), wavefronts(run("transpose-swizzle-512")));
  EXPECT_EQ(what_if.resources.static_shared_bytes,
            run("transpose-conflict-512").resources.static_shared_bytes);
}

TEST(ChangedLaunch, MoreRegistersAThreadAreALowerOccupancyOfTheSameInstructions) {
  const RunResult real = run("gemm-tiled32-128");
  SimulationOptions options;
  options.resources = real.resources;
  EXPECT_EQ(run("gemm-tiled32-128", options).cycles, real.cycles);
  options.resources->registers = 64;
  const RunResult fewer = run("gemm-tiled32-128", options);
  EXPECT_LT(fewer.occupancy.blocks, real.occupancy.blocks);
  EXPECT_EQ(fewer.warp_instructions(), real.warp_instructions());
  EXPECT_FALSE(fewer.without.empty());
  options.resources->registers = 255;
  EXPECT_THROW(run("gemm-tiled32-128", options), Error);
}

TEST(SharedLayout, PaddingShiftsEveryRowByAsMuchMore) {
  const SharedLayout layout{1024, 128, 4, false};
  EXPECT_EQ(layout.map(0, 4), 0u);
  EXPECT_EQ(layout.map(1024, 4), 1024u);
  EXPECT_EQ(layout.map(1024 + 128 + 8, 4), 1024u + 128 + 4 + 8);
  EXPECT_EQ(layout.bytes_needed(1024 + 32 * 128), 1024u + 32 * 132);
  EXPECT_EQ(layout.bytes_needed(100), 100u);
}

TEST(SharedLayout, ASwizzlePermutesEachRow) {
  const SharedLayout layout{0, 96, 0, true};  // a row that is no power of two long
  for (uint64_t row = 0; row < 40; ++row) {
    uint64_t seen = 0;
    for (uint64_t element = 0; element < 24; ++element) {
      const uint64_t to = layout.map(row * 96 + element * 4, 4);
      ASSERT_EQ(to / 96, row);
      seen |= uint64_t{1} << (to % 96 / 4);
    }
    EXPECT_EQ(seen, (uint64_t{1} << 24) - 1) << "two elements of row " << row << " meet";
  }
}

}  // namespace
}  // namespace warpglass::sim
