#include "sim/compare/comparison.h"

#include <gtest/gtest.h>

#include "sim/compare/suite.h"

namespace warpglass::sim {
namespace {

RunResult run_with(uint64_t wait, uint64_t memory) {
  RunResult r;
  r.totals.instructions.resize(2);
  r.totals.instructions[0].stalls[static_cast<unsigned>(Stall::Wait)] = wait;
  r.totals.instructions[1].stalls[static_cast<unsigned>(Stall::LongScoreboard)] = memory;
  r.metrics = {{"gpc__cycles_elapsed.max", "cycle", 110, Certainty::Modelled}, {"hit.pct", "%", 60, Certainty::Modelled}, {"gpu__time_duration.sum", "us", 2, Certainty::Modelled}};
  return r;
}

Measurement measured_with(int64_t wait, int64_t memory) {
  Measurement m;
  m.repeated["gpc__cycles_elapsed.max"] = {100, 99, 102, 9};
  m.metrics = {{"gpc__cycles_elapsed.max", 500}, {"hit.pct", 50}, {"gpu__time_duration.sum", 1e-6}};
  m.instructions.resize(2);
  m.instructions[0].samples["wait"] = wait;
  m.instructions[1].samples["long_scoreboard"] = memory;
  return m;
}

TEST(Comparison, ErrorsAreFractionsAndPercentagesAreInPoints) {
  const Comparison c = compare(run_with(50, 50), measured_with(50, 50));
  EXPECT_DOUBLE_EQ(*c.cycle_error, 0.10);  // against the repeated median, not the full set's 500
  for (const MetricComparison& m : c.metrics) {
    if (m.name == "hit.pct") {
      EXPECT_DOUBLE_EQ(*m.error, 0.10);
    } else if (m.name == "gpu__time_duration.sum") {
      EXPECT_DOUBLE_EQ(*m.error, 1.0);  // microseconds against seconds
    }
  }
}

TEST(Comparison, StallDistanceIsHalfTheSumOfDifferences) {
  EXPECT_DOUBLE_EQ(*compare(run_with(50, 50), measured_with(5, 5)).stall_distance, 0);
  EXPECT_DOUBLE_EQ(*compare(run_with(100, 0), measured_with(0, 7)).stall_distance, 1);
  EXPECT_DOUBLE_EQ(*compare(run_with(75, 25), measured_with(1, 1)).stall_distance, 0.25);
  EXPECT_FALSE(compare(run_with(75, 25), measured_with(0, 0)).stall_distance.has_value());
}

TEST(Comparison, TinyRatiosAndTrafficAreHeldAgainstTheWhole) {
  RunResult r = run_with(50, 50);
  r.metrics = {{"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", "inst", 9.9, Certainty::Modelled},
               {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio", "inst", 0.1, Certainty::Modelled},
               {"dram__bytes_read.sum", "byte", 1100, Certainty::Modelled},
               {"dram__bytes_write.sum", "byte", 0, Certainty::Modelled}};
  Measurement m = measured_with(50, 50);
  m.metrics = {{"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 20},
               {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio", 0},
               {"dram__bytes_read.sum", 992},
               {"dram__bytes_write.sum", 8}};
  const Comparison c = compare(r, m);
  EXPECT_NEAR(*find_metric(c, "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio")->error, -0.01, 1e-12);
  EXPECT_NEAR(*find_metric(c, "smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio")->error, 0.01, 1e-12);
  EXPECT_NEAR(*find_metric(c, "dram__bytes_write.sum")->error, -0.008, 1e-12);
  ASSERT_TRUE(c.hbm_bytes.has_value());
  EXPECT_NEAR(*c.hbm_bytes->error, 0.1, 1e-12);
  EXPECT_FALSE(c.l2_bytes.has_value());
  EXPECT_EQ(find_metric(c, "lts__t_requests_srcunit_tex.sum"), nullptr);
}

TEST(Comparison, RankCorrelation) {
  EXPECT_DOUBLE_EQ(*spearman({1, 2, 3, 4}, {10, 20, 30, 40}), 1);
  EXPECT_DOUBLE_EQ(*spearman({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
  EXPECT_DOUBLE_EQ(*spearman({1, 2, 3}, {2, 1, 3}), 0.5);
  EXPECT_FALSE(spearman({1, 1, 1}, {1, 2, 3}).has_value());
  EXPECT_FALSE(spearman({1, 2}, {1, 2}).has_value());
}

TEST(Suite, SummaryUsesAbsoluteErrorsAndNearestRank) {
  std::vector<std::pair<double, std::string>> errors;
  for (int i = 1; i <= 10; ++i) errors.emplace_back(i % 2 == 0 ? 0.01 * i : -0.01 * i, "k" + std::to_string(i));
  const ErrorSummary s = summarise(errors);
  EXPECT_NEAR(s.mean, 0.055, 1e-12);
  EXPECT_DOUBLE_EQ(s.p50, 0.05);
  EXPECT_DOUBLE_EQ(s.p90, 0.09);
  EXPECT_DOUBLE_EQ(s.worst, 0.10);
  EXPECT_EQ(s.worst_name, "k10");
}

TEST(Suite, TheSizesOfAKernelAreOnOneSide) {
  EXPECT_EQ(split_of("gemm-tiled32-128"), split_of("gemm-tiled32-512"));
  EXPECT_EQ(split_of("transpose-naive-256"), split_of("transpose-naive-1024"));
}

}  // namespace
}  // namespace warpglass::sim
