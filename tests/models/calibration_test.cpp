// Values from the results of probes: the rules, and that the model file holds what they give.
#include "models/calibration/calibration.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace {

const std::filesystem::path kResults = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "models/probes/h200";
const std::filesystem::path kModel = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "models/h200.toml";

constexpr std::string_view kTable =
    R"({"probe": "p", "source": "kernels/p.cu", "date": "2026-01-01", "device": "D", "unit": "cycles",
  "columns": ["op", "warps", "median", "least", "most"], "rows": [["A", 1, 4, 3, 5], ["A", 2, 8, 7, 9], ["B", 1, 6, 6, 6]]})";

std::string refusal(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::BadInput) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

TEST(ProbeResults, RowsAreFoundByTheirParameters) {
  const ProbeTable table = parse_probe_table(kTable, "p.json");
  EXPECT_EQ(table.find({{"op", "A"}}).size(), 2u);
  const Measured& one = table.one({{"op", "A"}, {"warps", 2.0}});
  EXPECT_EQ(one.median, 8);
  EXPECT_EQ(one.least, 7);
  EXPECT_EQ(one.most, 9);
}

TEST(ProbeResults, AmbiguousAndAbsentRowsAreNamed) {
  const ProbeTable table = parse_probe_table(kTable, "p.json");
  EXPECT_NE(refusal([&] {
              table.one({{"op", "A"}});
            }).find("'p' has 2 results with op = A"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              table.one({{"warps", 7.0}});
            }).find("has 0 results with warps = 7"),
            std::string::npos);
  EXPECT_NE(refusal([&] { table.find({{"lanes", 1.0}}); }).find("have no 'lanes'"), std::string::npos);
}

TEST(ProbeResults, WrongFilesAreNamed) {
  EXPECT_NE(refusal([] { parse_probe_table("{", "p.json"); }).find("p.json"), std::string::npos);
  EXPECT_NE(refusal([] { parse_probe_table("{}", "p.json"); }).find("p.json"), std::string::npos);
  std::string text(kTable);
  text.replace(text.find("\"least\""), 7, "\"lowest\"");
  EXPECT_NE(refusal([&] { parse_probe_table(text, "p.json"); }).find("last columns"), std::string::npos);
  text = kTable;
  text.replace(text.find("[\"B\", 1, "), 9, "[\"B\", ");
  EXPECT_NE(refusal([&] { parse_probe_table(text, "p.json"); }).find("a row has 4 values"),
            std::string::npos);
  EXPECT_NE(refusal([] { ProbeResults("/nowhere"); }).find("no results of probes"), std::string::npos);
}

TEST(Calibration, EveryValueIsNearItsInterval) {
  const std::vector<CalibratedValue> values = calibrate(ProbeResults(kResults), load_model(kModel.string()));
  EXPECT_GE(values.size(), 40u);
  for (const CalibratedValue& value : values) {
    EXPECT_LE(value.least, value.most) << value.key;
    // Rounded to a whole number or a few digits, so it may be just outside.
    const double slack = std::max(0.5, 0.05 * value.most);
    EXPECT_GE(value.value, value.least - slack) << value.key;
    EXPECT_LE(value.value, value.most + slack) << value.key;
    EXPECT_FALSE(value.how.empty()) << value.key;
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(WARPGLASS_SOURCE_DIR) / value.source))
        << value.source;
  }
}

// If this fails, `warpglass calibrate --write` brings the file up to date.
TEST(Calibration, TheModelFileHoldsWhatTheProbesGive) {
  const std::string text = read_text_file(kModel, 1 << 20);
  EXPECT_EQ(with_values(text, calibrate(ProbeResults(kResults), load_model(kModel.string()))), text);
}

TEST(Calibration, WritingLeavesAllElseAlone) {
  const std::vector<CalibratedValue> values{
      {"l2.bytes", 4096, 4000, 4100, "kernels/p.cu", "2026-01-01", "a guess"}};
  const std::string before =
      "# kept\n[l1]\nbytes = {value = 1}\n\n[l2]\nbytes = {value = 2}  \nways = {value = 3}\n";
  EXPECT_EQ(with_values(before, values),
            "# kept\n[l1]\nbytes = {value = 1}\n\n[l2]\nbytes = {value = 4096, source = \"measured\", note = "
            "\"kernels/p.cu: a guess\", "
            "spread = \"4000 to 4100\", date = \"2026-01-01\"}\nways = {value = 3}\n");
  EXPECT_NE(refusal([&] { with_values("[l1]\nbytes = 1\n", values); }).find("no line for 'l2.bytes'"),
            std::string::npos);
}

TEST(Calibration, RealValuesKeepTheirPoint) {
  EXPECT_EQ(value_text({"noc.gpc_bytes", 640, 0, 0, "", "", ""}), "640.0");
  EXPECT_EQ(value_text({"noc.store_lines", 38.5, 0, 0, "", "", ""}), "38.5");
  EXPECT_EQ(value_text({"l2.bytes", 4096, 0, 0, "", "", ""}), "4096");
}

}  // namespace
}  // namespace warpglass
