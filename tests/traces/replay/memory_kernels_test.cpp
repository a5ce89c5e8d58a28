// Kernels with atomics, locks, local memory, generic pointers, asynchronous copies and calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "tests/traces/replay/stepping.h"
#include "tests/traces/replay/synthetic_capsule.h"
#include "traces/replay/replay.h"

namespace warpglass {
namespace {

using test::SyntheticCapsule;

using test::step_through;

void expect_exact(const Capsule& capsule) {
  EXPECT_EQ(replay(capsule).verdict_text(), "bit-exact");
  for (const unsigned delay : {0u, 7u}) EXPECT_EQ(step_through(capsule, delay).different_words, 0u) << delay;
}

TEST(MemoryKernels, HistogramWithSharedAndGlobalAtomics) {
  const unsigned n = 5000;
  std::vector<uint8_t> a(n);
  std::vector<uint32_t> before(256, 3), after(256, 3);
  for (unsigned i = 0; i < n; ++i) a[i] = static_cast<uint8_t>(i * i), ++after[a[i]];
  SyntheticCapsule launch("hist", {3}, {256});
  launch.buffer(a), launch.buffer(before, after), launch.parameter(n);
  expect_exact(launch.make("hist"));
}

TEST(MemoryKernels, LockBetweenBlocks) {
  const std::vector<int> lock{0}, before{5}, after{5 + 40};
  SyntheticCapsule launch("spinlock", {40}, {1});
  launch.buffer(lock), launch.buffer(before, after);
  expect_exact(launch.make("spinlock"));
}

TEST(MemoryKernels, LockBetweenLanes) {
  const std::vector<int> lock{0}, before{5}, after{5 + 64};
  SyntheticCapsule launch("spinlock", {2}, {32});
  launch.buffer(lock), launch.buffer(before, after);
  expect_exact(launch.make("spinlock-lanes"));
}

TEST(MemoryKernels, BlocksThatWaitForEachOther) {
  const unsigned blocks = 20, threads = 64;
  const std::vector<unsigned> count{0}, full{blocks};
  std::vector<int> before(blocks * threads, -1), after(blocks * threads);
  for (unsigned i = 0; i < blocks * threads; ++i) after[i] = static_cast<int>(i) + 1;
  SyntheticCapsule launch("gridsync", {blocks}, {threads});
  launch.buffer(count, full), launch.buffer(before, after);
  expect_exact(launch.make("gridsync"));
}

TEST(MemoryKernels, LocalArray) {
  const int n = 100;
  std::vector<int> a(n), out(64, 0), expected(64);
  for (int i = 0; i < n; ++i) a[i] = i * 31 % 97;
  for (int t = 0; t < 64; ++t) {
    int b[64], s = 0;
    for (int i = 0; i < 64; ++i) b[i] = a[(t * 7 + i) % n];
    for (int i = 0; i < n; ++i) s += b[a[i] & 63] * i;
    expected[t] = s;
  }
  SyntheticCapsule launch("localk", {1}, {64});
  launch.buffer(a), launch.buffer(out, expected), launch.parameter(n);
  expect_exact(launch.make("local"));
}

TEST(MemoryKernels, GenericPointersOfBothSpaces) {
  for (const int k : {0, 1, 64}) {
    std::vector<float> a(64), out(64, 0.0f), expected(64);
    for (int i = 0; i < 64; ++i) a[i] = static_cast<float>(i) * 1.5f;
    for (int i = 0; i < 64; ++i) expected[i] = a[(i + k) & 63];
    SyntheticCapsule launch("genericp", {1}, {64});
    launch.buffer(a), launch.buffer(out, expected), launch.parameter(k);
    expect_exact(launch.make("generic"));
  }
}

TEST(MemoryKernels, AsynchronousCopy) {
  std::vector<float> a(512), out(512, 0.0f), expected(512);
  for (int i = 0; i < 512; ++i) a[i] = static_cast<float>(i);
  for (int t = 0; t < 128; ++t)
    for (int j = 0; j < 4; ++j) expected[4 * t + j] = a[4 * (127 - t) + j];
  SyntheticCapsule launch("asynccp", {1}, {128});
  launch.buffer(a), launch.buffer(out, expected);
  expect_exact(launch.make("async"));
}

TEST(MemoryKernels, FloatAccumulationIsExcused) {
  const unsigned n = 1000;
  std::vector<float> a(n), zero{0.0f}, other{std::bit_cast<float>(0x12345678u)};
  for (unsigned i = 0; i < n; ++i) a[i] = static_cast<float>(i) * 0.1f;
  SyntheticCapsule launch("reduce_shfl", {4}, {128});
  launch.buffer(a), launch.buffer(zero, other), launch.parameter(n);
  EXPECT_EQ(replay(launch.make("accumulate")).verdict_text(), "exact but for atomically accumulated words");
}

TEST(MemoryKernels, MismatchNamesTheWord) {
  std::vector<float> a(64, 1.0f), b(64, 2.0f), c(64, 0.0f), wrong(64, 3.0f);
  wrong[5] = 4.0f;
  SyntheticCapsule launch("vadd", {1}, {64});
  launch.buffer(a), launch.buffer(b);
  const uint64_t address = launch.buffer(c, wrong);
  launch.parameter(64);
  const ReplayResult result = replay(launch.make("mismatch"));
  EXPECT_EQ(result.verdict, Verdict::Mismatch);
  EXPECT_EQ(result.comparison.first.address, address + 20);
  EXPECT_EQ(result.comparison.first.expected, std::bit_cast<uint32_t>(4.0f));
  EXPECT_EQ(result.comparison.first.found, std::bit_cast<uint32_t>(3.0f));
}

TEST(MemoryKernels, AccessOutsideSaysWhereAndWhatToDo) {
  std::vector<float> a(64, 1.0f);
  SyntheticCapsule launch("vadd", {3}, {64});
  launch.buffer(a), launch.buffer(a), launch.buffer(a), launch.parameter(192);
  try {
    replay(launch.make("outside"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::BadInput);
    EXPECT_NE(std::string(error.what()).find("capture it again"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("block (1,0,0), thread (0,0,0)"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpglass
