// Sampled runs of real kernels against their full simulation.
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "sim/cli/launch_input.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "tests/support/enlarged_launch.h"

namespace warpglass::cli {
namespace {
namespace fs = std::filesystem;

const fs::path kSamples = fs::path(WARPGLASS_SOURCE_DIR) / "traces/samples";

class SampledRun : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              fmt::format("warpglass-sampled-{}-{}", ::getpid(),
                          ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path enlarged(const char* sample, const test::Enlargement& how) const {
    const Capsule capsule = Capsule::open(kSamples / (std::string(sample) + ".capsule"));
    test::EnlargedLaunch(capsule, how).write(folder_ / "large.capsule");
    return folder_ / "large.capsule";
  }
  static sim::RunResult run(const fs::path& capsule, bool sample, unsigned threads = 1) {
    sim::SimulationOptions options;
    options.threads = threads;
    return simulate_file(capsule, "h200", {}, options, sample);
  }

  fs::path folder_;
};

double error(double sampled, double full) {
  return std::abs(sampled / full - 1);
}

TEST_F(SampledRun, ManyWavesOfShortBlocks) {
  const fs::path capsule = kSamples / "waves-blocks-26400.capsule";
  const sim::RunResult sampled = run(capsule, true), full = run(capsule, false);
  ASSERT_TRUE(sampled.sampled) << sampled.not_sampled;
  EXPECT_LT(sampled.sampled->warp_instructions_simulated, full.warp_instructions() / 4);
  EXPECT_LT(error(static_cast<double>(sampled.cycles), static_cast<double>(full.cycles)), 0.03);
  EXPECT_EQ(sampled.warp_instructions(), full.warp_instructions())
      << "blocks are alike, so executions are known";
  uint64_t stalls = 0;
  for (const uint64_t cycles : sampled.stalls()) stalls += cycles;
  EXPECT_EQ(stalls, sampled.totals.warp_cycles);
  EXPECT_LT(
      error(static_cast<double>(sampled.totals.warp_cycles), static_cast<double>(full.totals.warp_cycles)),
      0.03);
}

// 32 iterations a block, less than a wave: nothing but iterations can be left out.
TEST_F(SampledRun, IterationsOfALoop) {
  const fs::path capsule = enlarged("gemm-tiled32-128", {{16, 8, 1}, 64, {{6, 1024}}});
  const sim::RunResult sampled = run(capsule, true), full = run(capsule, false);
  ASSERT_TRUE(sampled.sampled) << sampled.not_sampled;
  EXPECT_EQ(sampled.sampled->blocks_skipped, 0u);
  EXPECT_GT(sampled.sampled->warp_instructions_executed, full.warp_instructions() / 8);
  EXPECT_LT(error(static_cast<double>(sampled.cycles), static_cast<double>(full.cycles)), 0.03);
  for (size_t i = 0; i < full.totals.instructions.size(); ++i)
    EXPECT_EQ(sampled.totals.instructions[i].executed, full.totals.instructions[i].executed)
        << "instruction " << i;
}

TEST_F(SampledRun, SameBytesForAnyNumberOfThreads) {
  const fs::path capsule = enlarged("gemm-tiled32-128", {{16, 8, 1}, 64, {{6, 1024}}});
  EXPECT_EQ(sim::summary_json(run(capsule, true, 1)), sim::summary_json(run(capsule, true, 2)));
}

TEST_F(SampledRun, EveryCountIsMarkedAndSurvivesARunFile) {
  const sim::RunResult sampled = run(kSamples / "waves-blocks-26400.capsule", true);
  for (const sim::Metric& metric : sampled.metrics) {
    const bool of_the_launch =
        metric.name.starts_with("launch__") || metric.name == "sm__maximum_warps_per_active_cycle_pct";
    EXPECT_EQ(metric.certainty, of_the_launch ? sim::Certainty::Exact : sim::Certainty::Sampled)
        << metric.name;
  }
  sim::write_run(sampled, folder_ / "x.run");
  const sim::RunResult back = sim::read_run(folder_ / "x.run");
  EXPECT_EQ(sim::summary_json(back), sim::summary_json(sampled));
}

TEST_F(SampledRun, WhatIsNeverSteadyIsSimulatedInFull) {
  const sim::RunResult result = run(kSamples / "attention-plain-128.capsule", true);
  EXPECT_FALSE(result.sampled);
  EXPECT_FALSE(result.not_sampled.empty());
  const sim::RunResult full = run(kSamples / "attention-plain-128.capsule", false);
  EXPECT_EQ(result.cycles, full.cycles);
  EXPECT_EQ(result.metrics.front().certainty, sim::Certainty::Modelled);
}

}  // namespace
}  // namespace warpglass::cli
