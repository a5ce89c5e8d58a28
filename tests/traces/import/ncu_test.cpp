// ncu's CSV: data/raw.csv and data/source.csv are parts of what it printed on an H200.
#include "traces/import/ncu.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "traces/import/csv.h"
#include "traces/import/ncu_number.h"

namespace warpglass {
namespace {

std::string data(const std::string& name) {
  return read_text_file(std::filesystem::path(WARPGLASS_SOURCE_DIR) / "tests/traces/import/data" / name, 1 << 20);
}

std::string without(std::string text, const std::string& part) {
  const size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), "Something Else");
}

template <class F>
std::string refusal(F parse) {
  try {
    parse();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::BadInput);
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

TEST(Csv, QuotesSeparatorsAndLineEnds) {
  const auto rows = parse_csv("a,\"b, \"\"c\"\"\"\r\n\n\"two\nlines\",\nlast", "x.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].fields, (std::vector<std::string>{"a", "b, \"c\""}));
  EXPECT_EQ(rows[1].fields, (std::vector<std::string>{"two\nlines", ""}));
  EXPECT_EQ(rows[2].fields, (std::vector<std::string>{"last"}));
  EXPECT_EQ(rows[2].line, 5u);
}

TEST(Csv, OpenQuoteAndTooManyFieldsAreRefused) {
  EXPECT_NE(refusal([] { parse_csv("a,\"b\nc", "x.csv"); }).find("x.csv"), std::string::npos);
  EXPECT_NE(refusal([] { parse_csv(std::string(100, ','), "x.csv", 50); }).find("x.csv"), std::string::npos);
}

TEST(NcuNumber, Values) {
  EXPECT_EQ(ncu_number("1,048,576"), 1048576.0);
  EXPECT_EQ(ncu_number("31.33"), 31.33);
  EXPECT_EQ(ncu_number("-4"), -4.0);
  for (const char* none : {"", "nan", "inf", "text", "12 %", "(1, 2)"}) EXPECT_FALSE(ncu_number(none)) << none;
}

TEST(NcuNumber, UnitsBecomeBaseUnits) {
  EXPECT_EQ(ncu_unit_factor("Mbyte"), 1e6);
  EXPECT_EQ(ncu_unit_factor("us"), 1e-6);
  EXPECT_EQ(ncu_unit_factor("ns"), 1e-9);
  EXPECT_EQ(ncu_unit_factor("%"), 1.0);
  EXPECT_EQ(ncu_unit_factor("Tbyte/s"), 1e12);
  EXPECT_EQ(ncu_unit_factor("Ghz"), 1e9);
  EXPECT_EQ(ncu_unit_factor(""), 1.0);
  EXPECT_FALSE(ncu_unit_factor("furlong"));
  EXPECT_FALSE(ncu_unit_factor("byte/furlong"));
}

TEST(NcuRaw, LaunchesInBaseUnits) {
  const auto page = parse_ncu_raw(data("raw.csv"), "raw.csv");
  ASSERT_EQ(page.rows.size(), 3u);
  const NcuLaunch& transpose = page.rows[2];
  EXPECT_EQ(transpose.kernel, "transpose_conf(const float *, float *, int)");
  EXPECT_EQ(transpose.grid, (Dim3{32, 32, 1}));
  EXPECT_EQ(transpose.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(transpose.metrics.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"), 1015808.0);
  EXPECT_EQ(transpose.metrics.at("gpc__cycles_elapsed.max"), 14907.0);
  EXPECT_DOUBLE_EQ(transpose.metrics.at("dram__bytes_read.sum"), 4197632.0);
  EXPECT_DOUBLE_EQ(transpose.metrics.at("gpu__time_duration.sum"), 7.552e-6);
  EXPECT_TRUE(page.not_understood.empty());
}

TEST(NcuRaw, MissingColumnIsNamed) {
  for (const char* column : {"Kernel Name", "Block Size", "Grid Size", "Device"})
    EXPECT_NE(refusal([&] { parse_ncu_raw(without(data("raw.csv"), column), "raw.csv"); }).find(column), std::string::npos);
}

TEST(NcuRaw, UnknownUnitIsLeftOutAndSaid) {
  const auto page = parse_ncu_raw(without(data("raw.csv"), "Mbyte"), "raw.csv");
  EXPECT_FALSE(page.rows[0].metrics.contains("dram__bytes_read.sum"));
  ASSERT_EQ(page.not_understood.size(), 1u);
  EXPECT_NE(page.not_understood[0].find("Something Else"), std::string::npos);
}

TEST(NcuRaw, CutOffFilesAreRefusedOrHoldWholeLaunches) {
  const std::string text = data("raw.csv");
  EXPECT_NE(refusal([&] { parse_ncu_raw(text.substr(0, 60), "raw.csv"); }).find("raw.csv"), std::string::npos);
  EXPECT_NE(refusal([] { parse_ncu_raw("", "raw.csv"); }).find("no launches"), std::string::npos);
  const std::string cut = text.substr(0, text.rfind("\"28\"") + 5);
  EXPECT_NE(refusal([&] { parse_ncu_raw(cut, "raw.csv"); }).find("cut off"), std::string::npos);
}

TEST(NcuSource, InstructionsAndStalls) {
  const auto page = parse_ncu_source(data("source.csv"), "source.csv");
  ASSERT_EQ(page.rows.size(), 1u);
  EXPECT_EQ(page.rows[0].kernel, "vadd(const float *, const float *, float *, int)");
  ASSERT_EQ(page.rows[0].instructions.size(), 30u);
  EXPECT_EQ(page.rows[0].instructions[0].text, "LDC R1, c[0x0][0x28]");
  EXPECT_EQ(page.rows[0].instructions[0].executed, 32768);
  EXPECT_EQ(page.rows[0].instructions[0].threads, 1048576);
  int64_t samples = 0;
  for (const auto& instruction : page.rows[0].instructions)
    for (const auto& [reason, count] : instruction.samples) samples += count;
  EXPECT_GT(samples, 0);
}

TEST(NcuSource, MissingColumnAndCutOffFile) {
  const std::string text = data("source.csv");
  EXPECT_NE(refusal([&] { parse_ncu_source(without(text, "Instructions Executed"), "s.csv"); }).find("Instructions Executed"), std::string::npos);
  EXPECT_NE(refusal([&] { parse_ncu_source(text.substr(0, text.size() / 2), "s.csv"); }).find("s.csv"), std::string::npos);
  EXPECT_NE(refusal([&] { parse_ncu_source(text.substr(text.find('\n') + 1), "s.csv"); }).find("s.csv"), std::string::npos);
  EXPECT_NE(refusal([] { parse_ncu_source("", "s.csv"); }).find("no kernel"), std::string::npos);
}

TEST(NcuSource, ColumnThatIsThereTwiceDoesNotMatter) {
  const auto page = parse_ncu_source("\"Kernel Name\",\"k\"\n\"Address\",\"Source\",\"x\",\"x\",\"Instructions Executed\"\n0,NOP,1,2,7\n", "s.csv");
  EXPECT_EQ(page.rows.at(0).instructions.at(0).executed, 7);
  EXPECT_NE(refusal([] { parse_ncu_source("\"Kernel Name\",\"k\"\n\"Address\",\"Source\",\"x\",\"x\",\"Instructions Executed\"\n0,NOP,1,2\n", "s.csv"); })
                .find("cut off"), std::string::npos);
}

TEST(NcuSource, UnknownStallColumnIsSaid) {
  const auto page = parse_ncu_source(without(data("source.csv"), "stall_drain"), "s.csv");
  EXPECT_TRUE(page.not_understood.empty());  // "Something Else" is no stall column
  const auto other = parse_ncu_source("\"Kernel Name\",\"k\"\nAddress,Source,Instructions Executed,stall_new\n0,NOP,1e300,2\n", "s.csv");
  ASSERT_EQ(other.not_understood.size(), 1u);
  EXPECT_NE(other.not_understood[0].find("stall_new"), std::string::npos);
  EXPECT_EQ(other.rows[0].instructions[0].executed, -1);
}

}  // namespace
}  // namespace warpglass
