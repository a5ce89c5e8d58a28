#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/error.h"
#include "gui/core/load.h"
#include "samples.h"
#include "sim/run_file.h"

namespace warpglass::gui {
namespace {

std::filesystem::path temporary(const std::string& name) { return std::filesystem::path(testing::TempDir()) / ("warpglass-gui-" + std::to_string(getpid()) + "-" + name); }

std::string failure(const std::filesystem::path& path) {
  try {
    load_file(path, {}, test::quiet);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Load, BadFilesAreRefusedWithASentence) {
  const auto path = temporary("bad.run");
  std::ofstream(path) << "this is no run";
  EXPECT_NE(failure(path).find(path.string()), std::string::npos);
  EXPECT_NE(failure("/does/not/exist.run"), "");
  EXPECT_NE(failure("/does/not/exist.json"), "");
  const auto broken = temporary("broken.json");
  std::ofstream(broken) << "{\"name\": ";
  EXPECT_NE(failure(broken), "");
  std::filesystem::remove(path);
  std::filesystem::remove(broken);
}

TEST(Load, ATruncatedRunIsRefused) {
  const auto path = temporary("truncated.run");
  sim::write_run(test::sample("transpose-conflict-256")->result, path);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_NE(failure(path), "");
  std::filesystem::remove(path);
}

TEST(Load, ProgressMayCancelASimulation) {
  EXPECT_THROW(load_file(test::sample_path("gemm-tiled32-256"), {}, [](double, const std::string&) { return false; }), Error);
}

TEST(Load, ARunAloneSaysWhatIsMissing) {
  const auto folder = temporary("alone");  // its own: a capsule beside the run would be found
  std::filesystem::create_directory(folder);
  const auto path = folder / "alone.run";
  sim::write_run(test::sample("transpose-conflict-256")->result, path);
  const RunPointer run = load_file(path, {}, test::quiet).run;
  EXPECT_EQ(run->name, "transpose-conflict-256");
  EXPECT_FALSE(run->launch);
  EXPECT_FALSE(run->launch_problem.empty());
  EXPECT_TRUE(run->timeline);
  const RunPointer more = with_launch(*run, load_launch_details(test::sample_path("transpose-conflict-256")));
  EXPECT_TRUE(more->launch);
  EXPECT_THROW(with_launch(*run, load_launch_details(test::sample_path("gemm-tiled32-128"))), Error);
  std::filesystem::remove_all(folder);
}

TEST(Load, MeasurementsAreOpened) {
  const Loaded loaded = load_file(test::measurement_path("transpose-conflict-256"), {}, test::quiet);
  ASSERT_EQ(loaded.measurements.size(), 1u);
  EXPECT_FALSE(loaded.run);
}

}  // namespace
}  // namespace warpglass::gui
