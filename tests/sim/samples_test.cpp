// Real captured launches through the whole chain: proof, counts against ncu, invariants of the accounting, the same bytes
// for any number of threads, traces in place of capsules.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"
#include "sim/cli/launch_input.h"
#include "sim/report/finding.h"
#include "sim/report/text_report.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "traces/capsule.h"
#include "traces/import/measurement.h"
#include "traces/replay/replay.h"
#include "traces/trace/trace_reader.h"
#include "traces/trace/trace_writer.h"

namespace warpglass::sim {
namespace {

namespace fs = std::filesystem;

const fs::path kSamples = fs::path(WARPGLASS_SOURCE_DIR) / "traces/samples";
const fs::path kMeasured = fs::path(WARPGLASS_SOURCE_DIR) / "kernels/measured/h200";

std::vector<std::string> sample_names(uint64_t most_bytes) {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(kSamples))
    if (file.path().extension() == ".capsule" && file.file_size() <= most_bytes) names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path capsule_of(const std::string& name) { return kSamples / (name + ".capsule"); }

std::string summary(const fs::path& input, unsigned threads) {
  SimulationOptions options;
  options.threads = threads;
  return summary_json(cli::simulate_file(input, "h200", {}, options)).dump();
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class EverySample : public ::testing::TestWithParam<std::string> {};

TEST_P(EverySample, ReplaysBitExactWithNcusCounts) {
  const Capsule capsule = Capsule::open(capsule_of(GetParam()));
  const ReplayResult result = replay(capsule);
  EXPECT_EQ(result.verdict, Verdict::BitExact) << result.verdict_text();
  const Measurement measured = read_measurement(kMeasured / (GetParam() + ".json"));
  ASSERT_EQ(measured.instructions.size(), result.counts.size());
  for (size_t i = 0; i < result.counts.size(); ++i) {
    EXPECT_EQ(static_cast<int64_t>(result.counts[i].warps), measured.instructions[i].executed) << "instruction " << i;
    EXPECT_EQ(static_cast<int64_t>(result.counts[i].threads), measured.instructions[i].threads) << "instruction " << i;
    EXPECT_EQ(static_cast<int64_t>(result.counts[i].threads_on), measured.instructions[i].threads_predicated_on) << "instruction " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, EverySample, ::testing::ValuesIn(sample_names(uint64_t{1} << 30)), test_name);

// The timing tests take the samples that simulate in well under a second.
class SmallSample : public ::testing::TestWithParam<std::string> {};

TEST_P(SmallSample, EveryWarpCycleHasOneReason) {
  const RunResult result = cli::simulate_file(capsule_of(GetParam()), "h200", {}, {});
  const auto stalls = result.stalls();
  EXPECT_EQ(std::accumulate(stalls.begin(), stalls.end(), uint64_t{0}), result.totals.warp_cycles);
  EXPECT_EQ(stalls[static_cast<unsigned>(Stall::Selected)], result.warp_instructions());
  EXPECT_EQ(result.totals.blocks, result.shape.blocks());
}

TEST_P(SmallSample, NothingGetsLostBetweenSmAndHbm) {
  const RunResult result = cli::simulate_file(capsule_of(GetParam()), "h200", {}, {});
  const SmStatistics& sm = result.totals;
  // Each sector a load wants hits in L1 or is asked of L2 or merged with another SM's; every stored sector reaches L2.
  EXPECT_EQ(sm.load_sectors - sm.load_hits, result.memory.sectors_read + result.memory.sectors_merged);
  EXPECT_EQ(sm.store_sectors, result.memory.sectors_write);
  EXPECT_LE(result.memory.read_hits, result.memory.sectors_read);
}

TEST_P(SmallSample, ThreadsDoNotChangeTheResult) { EXPECT_EQ(summary(capsule_of(GetParam()), 1), summary(capsule_of(GetParam()), 3)); }

TEST_P(SmallSample, ATraceGivesTheSameRunAsItsCapsule) {
  const fs::path trace = fs::temp_directory_path() / (GetParam() + "-" + std::to_string(::getpid()) + ".trace");
  write_trace(Capsule::open(capsule_of(GetParam())), trace);
  EXPECT_EQ(summary(capsule_of(GetParam()), 1), summary(trace, 1));
  fs::remove(trace);
}

INSTANTIATE_TEST_SUITE_P(Samples, SmallSample, ::testing::ValuesIn(sample_names(700000)), test_name);

TEST(Trace, ARegularKernelTakesAtMostTwoBytesAWarpInstruction) {
  for (const char* name : {"vector_add-float-1048576", "transpose-padded-1024", "gemm-tiled32-128", "reduction-tree-1048576"}) {
    const fs::path trace = fs::temp_directory_path() / (std::string(name) + "-size-" + std::to_string(::getpid()) + ".trace");
    write_trace(Capsule::open(capsule_of(name)), trace);
    const auto reader = TraceReader::open(trace);
    EXPECT_LE(static_cast<double>(reader->description().bytes), 2.0 * static_cast<double>(reader->description().steps)) << name;
    fs::remove(trace);
  }
}

TEST(RunFile, ComesBackAsWritten) {
  const RunResult result = cli::simulate_file(capsule_of("transpose-conflict-256"), "h200", {"l2.latency=77"}, {});
  const fs::path path = fs::temp_directory_path() / ("warpglass-run-" + std::to_string(::getpid()) + ".run");
  write_run(result, path);
  const RunResult back = read_run(path);
  EXPECT_EQ(summary_json(back).dump(), summary_json(result).dump());
  EXPECT_EQ(back.text, result.text);
  EXPECT_EQ(back.sources, result.sources);
  ASSERT_EQ(back.totals.instructions.size(), result.totals.instructions.size());
  EXPECT_EQ(diagnose(back).size(), diagnose(result).size());
  EXPECT_EQ(diagnose(back)[0].title, diagnose(result)[0].title);
  fs::resize_file(path, fs::file_size(path) / 2);
  EXPECT_THROW(read_run(path), Error);
  fs::remove(path);
}

TEST(RunFile, CyclesThatMakeNoSenseAreRefused) {
  const fs::path path = fs::temp_directory_path() / ("warpglass-cycles-" + std::to_string(::getpid()) + ".run");
  RunResult result;
  write_run(result, path);
  EXPECT_NO_THROW(read_run(path));
  for (const Cycle cycles : {Cycle{-1}, Cycle{INT64_MIN}, Cycle{INT64_MAX}}) {
    RunResult wrong;
    wrong.launch_cycles = cycles;
    write_run(wrong, path);
    EXPECT_THROW(read_run(path), Error) << cycles;
  }
  fs::remove(path);
}

TEST(RunFile, MetricsOutOfAnyRangeAreShown) {
  for (const double value : {-1.0, 1e300}) {
    RunResult result;
    result.metrics = {{"gpc__cycles_elapsed.max", "cycle", value, Certainty::Sampled, value}};
    EXPECT_NE(text_report(result, Style(false)).find("elapsed"), std::string::npos);
  }
}

const Finding* find_rule(const std::vector<Finding>& findings, const std::string& rule) {
  for (const Finding& f : findings)
    if (f.rule == rule) return &f;
  return nullptr;
}

TEST(Report, NamesThePlantedCauses) {
  const auto findings = [](const char* name) { return diagnose(cli::simulate_file(capsule_of(name), "h200", {}, {})); };
  const RunResult conflict = cli::simulate_file(capsule_of("transpose-conflict-1024"), "h200", {}, {});
  const std::vector<Finding> conflict_findings = diagnose(conflict);
  const Finding* banks = find_rule(conflict_findings, "bank_conflicts");
  ASSERT_NE(banks, nullptr);
  EXPECT_NE(banks->title.find("32-way"), std::string::npos);
  ASSERT_FALSE(banks->places.empty());
  EXPECT_NE(conflict.text[banks->places[0].instruction].find("LDS"), std::string::npos);
  EXPECT_NE(source_place(conflict, banks->places[0].instruction).find("transpose.cu:"), std::string::npos);
  EXPECT_NE(find_rule(findings("transpose-naive-1024"), "uncoalesced"), nullptr);
  const auto divergent = findings("divergence-lane-65536");
  ASSERT_NE(find_rule(divergent, "divergence"), nullptr);
  EXPECT_FALSE(find_rule(divergent, "divergence")->places.empty());
  EXPECT_EQ(find_rule(findings("divergence-warp-65536"), "divergence"), nullptr);
  EXPECT_EQ(find_rule(findings("transpose-padded-1024"), "bank_conflicts"), nullptr);
  EXPECT_NE(find_rule(findings("vector_add-float-1048576"), "hbm_bandwidth"), nullptr);
}

}  // namespace
}  // namespace warpglass::sim
