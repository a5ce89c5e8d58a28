// Targets, the gate against regressions, ablations and the document, on rows made by hand.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "sim/compare/validation/ablation_study.h"
#include "sim/compare/validation/document.h"
#include "sim/compare/validation/expected_errors.h"
#include "sim/compare/validation/tables.h"
#include "sim/compare/validation/targets.h"

namespace warpglass::sim {
namespace {

namespace fs = std::filesystem;

SuiteRow row(const std::string& name, double error, double distance, double measured = 1000) {
  SuiteRow r;
  r.name = name;
  r.family = name.substr(0, name.find('-'));
  r.split = split_of(name);
  r.measured_cycles = measured;
  r.simulated_cycles = measured * (1 + error);
  r.comparison.cycle_error = error;
  r.comparison.stall_distance = distance;
  r.comparison.top_simulated = r.comparison.top_measured = "wait";
  return r;
}

fs::path temporary(const std::string& name) { return fs::temp_directory_path() / ("warpglass-" + std::to_string(::getpid()) + "-" + name); }

const Target& target(const std::vector<Target>& all, const std::string& what) {
  for (const Target& t : all)
    if (t.what == what) return t;
  throw internal_error("no target {}", what);
}

TEST(Targets, SayWhatWasReached) {
  std::vector<SuiteRow> rows = {row("a-x-1", 0.05, 0.1, 1000), row("a-y-1", -0.05, 0.1, 2000), row("b-x-1", 0.05, 0.1, 4000)};
  EXPECT_TRUE(target(check_targets(rows), "cycles: mean error").reached);
  EXPECT_FALSE(target(check_targets(rows), "kernels and sizes").reached);
  EXPECT_TRUE(target(check_targets(rows), "stall profile: same top reason").reached);
  rows[2].comparison.cycle_error = 0.5;
  rows[1].comparison.top_simulated = "barrier";
  EXPECT_FALSE(target(check_targets(rows), "cycles: mean error").reached);
  EXPECT_EQ(target(check_targets(rows), "cycles: worst error").worst, "b-x-1");
  EXPECT_FALSE(target(check_targets(rows), "stall profile: same top reason").reached);
  EXPECT_TRUE(check_targets({}).empty());
}

TEST(Gate, PassesWhatIsAsGoodAndWhatIsBetter) {
  const ExpectedErrors expected{{"a-x-1", {-0.10, 0.2}}, {"b-x-1", {0.10, 0.1}}};
  EXPECT_TRUE(check_gate(expected, {row("a-x-1", 0.10, 0.2), row("b-x-1", -0.108, 0.118)}).passed);
  EXPECT_TRUE(check_gate(expected, {row("a-x-1", 0, 0), row("b-x-1", 0, 0)}).passed);
  EXPECT_TRUE(check_gate(expected, {row("a-x-1", -0.10, 0.2)}).passed);  // a part of the suite
}

TEST(Gate, NamesWhatGotWorse) {
  const ExpectedErrors expected{{"a-x-1", {-0.10, 0.2}}, {"b-x-1", {0.10, 0.1}}};
  const GateVerdict cycles = check_gate(expected, {row("a-x-1", -0.10, 0.2), row("b-x-1", 0.12, 0.1)});
  EXPECT_FALSE(cycles.passed);
  EXPECT_NE(cycles.text.find("b-x-1 (10 to 12 %)"), std::string::npos) << cycles.text;
  EXPECT_EQ(cycles.text.find("a-x-1"), std::string::npos) << cycles.text;
  const GateVerdict stalls = check_gate(expected, {row("a-x-1", -0.10, 0.23), row("b-x-1", 0.10, 0.1)});
  EXPECT_FALSE(stalls.passed);
  EXPECT_NE(stalls.text.find("a-x-1 (0.2 to 0.23)"), std::string::npos) << stalls.text;
}

TEST(Gate, AFailureOrNoCommonKernelDoesNotPass) {
  const ExpectedErrors expected{{"a-x-1", {-0.10, 0.2}}, {"b-x-1", {0.10, 0.1}}};
  SuiteRow failed = row("a-x-1", 0, 0);
  failed.failure = "HMMA is not supported";
  const GateVerdict verdict = check_gate(expected, {failed, row("b-x-1", 0, 0)});
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.text.find("HMMA"), std::string::npos);
  const GateVerdict fresh = check_gate(expected, {row("c-x-1", 0, 0)});
  EXPECT_FALSE(fresh.passed);
  EXPECT_NE(fresh.text.find("without an expectation: c-x-1"), std::string::npos);
}

TEST(Gate, TheFileComesBackAndBrokenOnesAreRefused) {
  const fs::path path = temporary("expected.json");
  const std::vector<SuiteRow> rows = {row("a-x-1", -0.12345, 0.2), row("b-x-1", 0.1, 0.1)};
  write_expected_errors(rows, path);
  const ExpectedErrors back = read_expected_errors(path);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_NEAR(back.at("a-x-1").cycle_error, -0.12345, 1e-4);
  EXPECT_TRUE(check_gate(back, rows).passed);
  for (const char* broken : {"", "[]", "{}", R"({"format": "warpglass-expected-errors"})",
                             R"({"format": "warpglass-expected-errors", "kernels": {"a": {"cycle_error": "x", "stall_distance": 1}}})"}) {
    write_file(path, broken);
    EXPECT_THROW(read_expected_errors(path), Error) << broken;
  }
  fs::remove(path);
}

TEST(Ablation, ResultsTableAndFile) {
  const std::vector<SuiteRow> whole = {row("a-x-1", -0.1, 0.2), row("b-x-1", 0.1, 0.2)};
  const std::vector<SuiteRow> without = {row("a-x-1", -0.1, 0.2), row("b-x-1", 0.5, 0.4)};
  AblationStudy study{"h200", suite_errors(whole), {ablation_result({"far L2", {"noc.far_latency=0"}, "all is near"}, without, whole)}};
  const AblationResult& result = study.results[0];
  EXPECT_EQ(result.changed, 1u);
  EXPECT_EQ(result.most_changed, "b-x-1");
  EXPECT_NEAR(result.errors.cycles, 0.3, 1e-12);
  const std::string table = ablation_table(study);
  EXPECT_NE(table.find("| far L2 | all is near (`noc.far_latency=0`) | 30.0 % | +20.0 |"), std::string::npos) << table;
  EXPECT_EQ(ablation_section(study, study.whole).find("earlier state"), std::string::npos);
  EXPECT_NE(ablation_section(study, result.errors).find("earlier state"), std::string::npos);
  const fs::path path = temporary("study.json");
  write_study(study, path);
  EXPECT_EQ(ablation_table(*read_study(path)), table);
  std::string text = read_text_file(path, 1 << 20);
  const std::string kernels = "\"kernels\": 2";
  ASSERT_NE(text.find(kernels), std::string::npos);
  EXPECT_THROW(parse_study(text.replace(text.find(kernels), kernels.size(), "\"kernels\": 1e300"), "study.json"), Error);
  write_file(path, "{}");
  EXPECT_THROW(read_study(path), Error);
  fs::remove(path);
  EXPECT_FALSE(read_study(path).has_value());
}

TEST(Document, IsWrittenWithItsFiguresAndWithoutStaleOnes) {
  const fs::path folder = temporary("document");
  const std::vector<SuiteRow> rows = {row("a-x-1", -0.1, 0.2), row("b-x-1", 0.1, 0.2)};
  const ValidationDocument document = validation_document(rows, "a model", "");
  fs::create_directories(folder / kFigureFolder);
  write_file(folder / kFigureFolder / "stalls-gone.svg", "old");
  write_document(document, folder / "VALIDATION.md");
  EXPECT_FALSE(fs::exists(folder / kFigureFolder / "stalls-gone.svg"));
  for (const Figure& figure : document.figures) {
    EXPECT_TRUE(fs::exists(folder / kFigureFolder / (figure.name + ".svg"))) << figure.name;
    EXPECT_NE(document.markdown.find(figure.name + ".svg"), std::string::npos) << figure.name;
  }
  EXPECT_NE(document.markdown.find("| a-x-1 |"), std::string::npos);
  EXPECT_EQ(document.markdown.find("Without each mechanism"), std::string::npos);
  EXPECT_NE(validation_document(rows, "a model", "text").markdown.find("Without each mechanism"), std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace warpglass::sim
