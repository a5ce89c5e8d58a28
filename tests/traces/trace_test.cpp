// A trace steps as its capsule does, and broken traces are refused.
#include <gtest/gtest.h>

#include "base/error.h"
#include "tests/traces/replay/synthetic_capsule.h"
#include "traces/container/database.h"
#include "traces/replay/device_memory.h"
#include "traces/replay/executor.h"
#include "traces/trace/trace_reader.h"
#include "traces/trace/trace_writer.h"

namespace warpglass {
namespace {
namespace fs = std::filesystem;

class TraceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fmt::format("warpglass-trace-{}-{}", ::getpid(), ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// reduce_tree: barriers, divergence, shared and global memory.
  static Capsule reduction() {
    const unsigned n = 1000, blocks = 4;
    test::SyntheticCapsule launch("reduce_tree", {blocks}, {256}, 1024);
    launch.buffer(std::vector<float>(n, 1.0f)), launch.buffer(std::vector<float>(blocks, 0.0f)), launch.parameter(n);
    return launch.make("trace");
  }

  fs::path write(const Capsule& capsule) const {
    const fs::path path = folder_ / "x.trace";
    write_trace(capsule, path);
    return path;
  }

  static std::string refusal(const fs::path& path) {
    try {
      const auto reader = TraceReader::open(path);
      for (uint64_t b = 0; b < reader->stream().shape().blocks(); ++b) reader->stream().start_block(b);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::BadInput) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "opened " << path;
    return "";
  }

  fs::path folder_;
};

void expect_same_steps(LaunchStream& live, LaunchStream& recorded, uint64_t number) {
  const auto a = live.start_block(number), b = recorded.start_block(number);
  const unsigned warps = live.shape().warps_per_block();
  for (bool any = true; any;) {
    any = false;
    for (unsigned w = 0; w < warps; ++w) {
      ASSERT_EQ(a->next(w), b->next(w));
      if (a->next(w) == kWarpExited || a->next(w) == kWarpAtBarrier) continue;
      Step x, y;
      const uint32_t ticket = a->step(w, x);
      b->step(w, y);
      ASSERT_EQ(x.instruction, y.instruction);
      ASSERT_EQ(x.active_mask, y.active_mask);
      ASSERT_EQ(x.executed_mask, y.executed_mask);
      ASSERT_EQ(x.released_warps, y.released_warps);
      ASSERT_EQ(x.addresses != nullptr, y.addresses != nullptr);
      for (unsigned l = 0; x.addresses != nullptr && l < kLanes; ++l) {
        if (x.executed_mask >> l & 1) {
          ASSERT_EQ(x.addresses[l], y.addresses[l]);
        }
      }
      if (ticket) a->complete(ticket);
      any = true;
    }
  }
}

TEST_F(TraceTest, StepsAsTheCapsuleDoes) {
  const Capsule capsule = reduction();
  const auto reader = TraceReader::open(write(capsule));
  DeviceMemory memory(capsule, 1u << 30);
  const auto live = make_executor(load_launch(capsule), memory);
  EXPECT_EQ(reader->description().kernel, "reduce_tree");
  EXPECT_EQ(reader->stream().shape().grid, (Dim3{4, 1, 1}));
  for (const uint64_t block : {0u, 3u, 1u, 2u}) expect_same_steps(*live, reader->stream(), block);
}

// A trace without disassembly could not be read.
TEST_F(TraceTest, ACapsuleWithoutDisassemblyIsDisassembled) {
  const fs::path data = fs::path(WARPGLASS_SOURCE_DIR) / "tests/traces/replay/data";
  const fs::path nvdisasm = folder_ / "nvdisasm";
  write_file(nvdisasm, fmt::format("#!/bin/sh\ncat '{}'\n", (data / "kernels.sass").string()));
  fs::permissions(nvdisasm, fs::perms::owner_all);
  test::SyntheticCapsule launch("vadd", {4}, {256});
  launch.code(read_file(data / "kernels.cubin", 1 << 24), "");
  const std::vector<float> ones(1000, 1.0f);
  launch.buffer(ones), launch.buffer(ones), launch.buffer(std::vector<float>(1000, 0.0f), std::vector<float>(1000, 2.0f)), launch.parameter(1000u);
  const Capsule capsule = launch.make("no-disassembly");
  ASSERT_EQ(capsule.disassembly(), "");
  setenv("WARPGLASS_NVDISASM", nvdisasm.c_str(), 1);
  const fs::path path = write(capsule);
  unsetenv("WARPGLASS_NVDISASM");
  const auto reader = TraceReader::open(path);
  EXPECT_EQ(reader->description().kernel, "vadd");
  EXPECT_GT(reader->description().steps, 100u);
}

TEST_F(TraceTest, StepsTakeFewBytes) {
  const auto reader = TraceReader::open(write(reduction()));
  EXPECT_GT(reader->description().steps, 1000u);
}

TEST_F(TraceTest, TruncatedAndDamagedFilesAreRefused) {
  const fs::path path = write(reduction());
  const std::vector<uint8_t> whole = read_file(path, 1 << 26);
  const fs::path broken = folder_ / "broken.trace";
  for (size_t keep = 0; keep < whole.size(); keep += whole.size() / 40 + 1) {
    write_file(broken, {reinterpret_cast<const char*>(whole.data()), keep});
    EXPECT_NE(refusal(broken).find("broken.trace"), std::string::npos);
  }
  EXPECT_NE(refusal(folder_ / "absent.trace").find("absent.trace"), std::string::npos);
}

TEST_F(TraceTest, OtherKindsAreRefused) {
  const fs::path path = folder_ / "x.run";
  {
    Database database = Database::create(path, kRunFormat);
    database.execute("CREATE TABLE t (a)");
    database.finish();
  }
  EXPECT_NE(refusal(path).find("run"), std::string::npos);
}

}  // namespace
}  // namespace warpglass
