// Measurements come back as they were written, and a broken one is refused with its name.
#include "traces/import/measurement.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace {

Measurement sample() {
  Measurement m;
  m.name = "transpose-conflict-256";
  m.kernel = "void transpose<32>(const float *, float *)";
  m.grid = {8, 8, 1};
  m.block = {32, 8, 1};
  m.origin = {{"device", "NVIDIA H200"}, {"date", "2026-01-02"}};
  m.repeated["gpc__cycles_elapsed.max"] = {9001.5, 8990, 9100, 7};
  m.warm_seconds = Repeated{1e-6, 9e-7, 2e-6, 20};
  m.metrics = {{"dram__bytes.sum", 123456789.0}, {"gpc__cycles_elapsed.max", 9500}};
  m.instructions = {{"LDG.E R2, desc[UR4][R2.64]", 64, 2048, 2000, -1, 4, 8, 8, {{"long_scoreboard", 17}, {"wait", 2}}}, {"EXIT", -1, -1, -1, -1, -1, -1, -1, {}}};
  return m;
}

TEST(Measurement, ComesBackAsWritten) {
  const auto path = std::filesystem::temp_directory_path() / ("warpglass-measurement-" + std::to_string(::getpid()) + ".json");
  write_measurement(sample(), path);
  const Measurement m = read_measurement(path);
  std::filesystem::remove(path);
  const Measurement expected = sample();
  EXPECT_EQ(m.name, expected.name);
  EXPECT_EQ(m.kernel, expected.kernel);
  EXPECT_EQ(m.grid, expected.grid);
  EXPECT_EQ(m.block, expected.block);
  EXPECT_EQ(m.origin, expected.origin);
  EXPECT_EQ(m.metrics, expected.metrics);
  EXPECT_EQ(m.repeated.at("gpc__cycles_elapsed.max").median, 9001.5);
  EXPECT_EQ(m.repeated.at("gpc__cycles_elapsed.max").launches, 7);
  ASSERT_TRUE(m.warm_seconds);
  EXPECT_EQ(m.warm_seconds->most, 2e-6);
  ASSERT_EQ(m.instructions.size(), 2u);
  EXPECT_EQ(m.instructions[0].text, expected.instructions[0].text);
  EXPECT_EQ(m.instructions[0].threads_predicated_on, 2000);
  EXPECT_EQ(m.instructions[0].shared_ways, -1);
  EXPECT_EQ(m.instructions[0].samples, expected.instructions[0].samples);
  EXPECT_EQ(m.instructions[1].executed, -1);
}

TEST(Measurement, RepeatedValuesComeFirst) {
  const Measurement m = sample();
  EXPECT_EQ(m.value("gpc__cycles_elapsed.max"), 9001.5);
  EXPECT_EQ(m.value("dram__bytes.sum"), 123456789.0);
  EXPECT_FALSE(m.value("nosuch"));
  EXPECT_EQ(m.stall_samples(), (std::map<std::string, int64_t>{{"long_scoreboard", 17}, {"wait", 2}}));
}

TEST(Measurement, EveryCommittedOneIsRead) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPGLASS_SOURCE_DIR) / "kernels/measured/h200")) {
    if (entry.path().extension() != ".json") continue;
    const Measurement m = read_measurement(entry.path());
    EXPECT_EQ(m.name, entry.path().stem().string());
    EXPECT_GT(m.value("gpc__cycles_elapsed.max").value_or(0), 0) << m.name;
    ++count;
  }
  EXPECT_GE(count, 30);
}

TEST(Measurement, NumbersThatMakeNoSenseAreRefused) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "warpglass-measurement-numbers.json";
  write_measurement(sample(), path);
  const std::string good = read_text_file(path, 1 << 20);
  std::filesystem::remove(path);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_NO_THROW(parse_measurement(good, "good.json"));
  for (const char* samples : {"{\"wait\":-1}", "{\"wait\":9223372036854775807}", "{\"wait\":1e300}", "5"})
    EXPECT_THROW(parse_measurement(changed("{\"long_scoreboard\":17,\"wait\":2}", samples), "x.json"), Error) << samples;
  EXPECT_THROW(parse_measurement(changed("\"version\": 1", "\"version\": 1e300"), "x.json"), Error);
}

TEST(Measurement, BrokenOnesAreRefusedByName) {
  for (const char* text : {"", "{", "[]", "null", "{}", "{\"name\": 3}", "\xff\xfe"}) {
    try {
      parse_measurement(text, "broken.json");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::BadInput);
      EXPECT_NE(std::string(error.what()).find("broken.json"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace warpglass
