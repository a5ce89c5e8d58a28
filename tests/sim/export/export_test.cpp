// What is exported adds up to the run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "sim/cli/launch_input.h"
#include "sim/export/perfetto.h"
#include "sim/export/text_tables.h"
#include "sim/run_file.h"
#include "sim/timeline/timeline.h"

namespace warpglass::sim {
namespace {
namespace fs = std::filesystem;

class Export : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fs::temp_directory_path() / fmt::format("warpglass-export-{}", ::getpid());
    fs::create_directories(folder_);
    SimulationOptions options;
    options.detail = parse_detail("all");
    write_run(
        cli::simulate_file(fs::path(WARPGLASS_SOURCE_DIR) / "traces/samples/transpose-conflict-256.capsule",
                           "h200", {}, options),
        folder_ / "x.run");
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }
  static inline fs::path folder_;
};

uint64_t cycles_of(const nlohmann::json& microseconds) {
  return static_cast<uint64_t>(std::llround(microseconds.get<double>() * 1000));
}

TEST_F(Export, PerfettoHoldsEveryCycleOfEveryReason) {
  const RunResult run = read_run(folder_ / "x.run");
  write_perfetto(run, folder_ / "x.json");
  const auto trace = nlohmann::json::parse(read_text_file(folder_ / "x.json", 1 << 28));
  std::map<std::string, uint64_t> stalls;
  uint64_t resident = 0, warps = 0;
  double issued = 0;
  for (const auto& event : trace.at("traceEvents")) {
    const std::string category = event.value("cat", "");
    if (category == "stall") stalls[event.at("name")] += cycles_of(event.at("dur"));
    if (category == "warp") resident += cycles_of(event.at("dur")), ++warps;
    if (event.at("ph") == "C" && event.at("pid") == 1'000'000 &&
        event.at("name") == "instructions issued a cycle")
      issued += event.at("args").at("value").get<double>();
  }
  const auto expected = run.stalls();
  for (unsigned s = 0; s < kStalls; ++s)
    EXPECT_EQ(stalls[std::string(kStallNames[s])], expected[s]) << kStallNames[s];
  EXPECT_EQ(resident, run.totals.warp_cycles);
  EXPECT_EQ(warps, run.shape.blocks() * run.shape.warps_per_block());
  EXPECT_NEAR(issued * static_cast<double>(run.timeline->bucket_cycles),
              static_cast<double>(run.warp_instructions()),
              1.0 + 1e-4 * static_cast<double>(run.warp_instructions()));
}

TEST_F(Export, SlicesOfATrackDoNotOverlap) {
  write_perfetto(read_run(folder_ / "x.run"), folder_ / "y.json");
  const auto trace = nlohmann::json::parse(read_text_file(folder_ / "y.json", 1 << 28));
  std::map<std::pair<int, int>, uint64_t> until;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") != "X" || event.at("cat") != "stall") continue;
    const std::pair track{event.at("pid").get<int>(), event.at("tid").get<int>()};
    const uint64_t start = cycles_of(event.at("ts"));
    EXPECT_GE(start, until[track]);
    until[track] = start + cycles_of(event.at("dur"));
  }
  EXPECT_FALSE(until.empty());
}

std::vector<std::vector<std::string>> read_csv(const fs::path& path) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  const std::string text = read_text_file(path, 1 << 28);
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
      rows.back().back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\r' && !quoted)
      continue;
    else if (c == '\n' && !quoted)
      rows.push_back({""});
    else
      rows.back().back() += c;
  }
  rows.pop_back();
  return rows;
}

uint64_t sum(const std::vector<std::vector<std::string>>& rows, const std::string& column) {
  const auto at = static_cast<size_t>(std::find(rows[0].begin(), rows[0].end(), column) - rows[0].begin());
  uint64_t sum = 0;
  for (size_t i = 1; i < rows.size(); ++i) sum += std::stoull(rows[i].at(at));
  return sum;
}

TEST_F(Export, CsvTablesAddUpToTheRun) {
  const RunResult run = read_run(folder_ / "x.run");
  EXPECT_EQ(write_csv(export_tables(run), folder_ / "tables").size(), 5u);
  const auto instructions = read_csv(folder_ / "tables/instructions.csv"),
             warps = read_csv(folder_ / "tables/warps.csv");
  EXPECT_EQ(instructions.size(), run.totals.instructions.size() + 1);
  for (const auto& row : instructions) EXPECT_EQ(row.size(), instructions[0].size());
  EXPECT_EQ(sum(instructions, "executed"), run.warp_instructions());
  const auto stalls = run.stalls();
  for (unsigned s = 0; s < kStalls; ++s) {
    const std::string column = "stall_" + std::string(kStallNames[s]);
    EXPECT_EQ(sum(instructions, column), stalls[s]) << column;
    EXPECT_EQ(sum(warps, column), stalls[s]) << column;
  }
  EXPECT_EQ(sum(read_csv(folder_ / "tables/stalls.csv"), "warp_cycles"), run.totals.warp_cycles);
  EXPECT_EQ(read_csv(folder_ / "tables/metrics.csv").size(), run.metrics.size() + 1);
}

TEST_F(Export, ARunWithoutTimelineHasNoTableOfWarpsAndNoPerfetto) {
  RunResult run = read_run(folder_ / "x.run");
  run.timeline = nullptr;
  EXPECT_EQ(export_tables(run).size(), 4u);
  EXPECT_THROW(write_perfetto(run, folder_ / "none.json"), Error);
  EXPECT_FALSE(fs::exists(folder_ / "none.json"));
}

TEST_F(Export, NothingIsLeftWhereItCannotBeWritten) {
  const RunResult run = read_run(folder_ / "x.run");
  EXPECT_THROW(write_sql(export_tables(run), folder_ / "no/such/folder/x.sql"), Error);
  write_file(folder_ / "a-file", "x");
  EXPECT_THROW(write_csv(export_tables(run), folder_ / "a-file"), Error);
  for (const auto& entry : fs::directory_iterator(folder_))
    EXPECT_EQ(entry.path().filename().string().find("tmp"), std::string::npos) << entry.path();
}

}  // namespace
}  // namespace warpglass::sim
