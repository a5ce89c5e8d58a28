// Named barriers, barrier reductions, nested divergence and atomics whose results are used: data/barriers.cu against C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "tests/traces/replay/stepping.h"
#include "tests/traces/replay/synthetic_capsule.h"
#include "traces/replay/replay.h"

namespace warpglass {
namespace {

test::SyntheticCapsule launch_of(const std::string& kernel, Dim3 grid, Dim3 block) {
  test::SyntheticCapsule launch(kernel, grid, block);
  const auto folder = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "tests/traces/replay/data";
  launch.code(read_file(folder / "barriers.cubin", 1 << 24), read_text_file(folder / "barriers.sass", 1 << 24));
  return launch;
}

std::vector<int> random_integers(size_t n, uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<int> values(n);
  for (int& v : values) v = static_cast<int>(generator());
  return values;
}

void expect_exact(test::SyntheticCapsule& launch, const std::string& name) {
  const Capsule capsule = launch.make(name);
  EXPECT_EQ(replay(capsule).verdict_text(), "bit-exact");
  // One instruction at a time, as the timing model does it, with accesses deferred.
  for (const unsigned delay : {0u, 5u}) EXPECT_EQ(test::step_through(capsule, delay).different_words, 0u) << delay;
}

// Its counters are cleared before a barrier, behind which addresses are computed: on the card, too, before the barrier opens.
TEST(BarrierKernels, ArithmeticBehindAClosedBarrierGivesTheSame) {
  const Capsule capsule = Capsule::open(std::filesystem::path(WARPGLASS_SOURCE_DIR) / "traces/samples/histogram-shared-65536.capsule");
  uint64_t ahead = 0;
  EXPECT_EQ(test::step_through(capsule, 3, &ahead).different_words, 0u);
  EXPECT_GT(ahead, 1000u);
}

TEST(BarrierKernels, ProducerAndConsumerTakeTurns) {
  const int rounds = 7;
  const std::vector<int> in = random_integers(rounds * 32, 1);
  std::vector<int> expected(in.size());
  for (int i = 0; i < rounds; ++i)
    for (int lane = 0; lane < 32; ++lane) expected[i * 32 + lane] = static_cast<int>(static_cast<unsigned>(in[i * 32 + 31 - lane]) + static_cast<unsigned>(i));
  auto launch = launch_of("producer_consumer", {2}, {64});  // both blocks write the same
  launch.buffer(in), launch.buffer(std::vector<int>(in.size(), 0), expected), launch.parameter(rounds);
  expect_exact(launch, "producer");
}

TEST(BarrierKernels, NumberAndCountComeFromRegisters) {
  const std::vector<int> in = random_integers(128, 2);
  std::vector<int> value(128), expected(128);
  for (int t = 0; t < 128; ++t) value[t] = in[t ^ 63];
  for (int t = 0; t < 128; ++t) expected[t] = static_cast<int>(static_cast<unsigned>(value[t ^ 63]) * 3 + static_cast<unsigned>(value[t]));
  auto launch = launch_of("barrier_in_register", {1}, {128});
  launch.buffer(in), launch.buffer(std::vector<int>(128, 0), expected), launch.parameter(64);
  expect_exact(launch, "register");
}

TEST(BarrierKernels, ReductionsCountAndCombine) {
  std::vector<int> in = random_integers(96, 3);
  for (int& v : in) v |= 2;
  for (const int spoiler : {2, 0}) {
    in[77] = (in[77] & ~2) | spoiler;
    int count = 0, all = 1, any = 0;
    for (const int v : in) count += v & 1, all &= (v & 2) != 0, any |= (v & 4) != 0;
    auto launch = launch_of("barrier_reduction", {1}, {96});
    launch.buffer(in), launch.buffer(std::vector<int>(96, 0), std::vector<int>(96, count | all << 16 | any << 17));
    expect_exact(launch, "reduction");
  }
}

int nested(int value) {
  int sum = 0;
  for (int j = 0; j < (value & 7); ++j) {
    for (int k = 0; k < 8; ++k) {
      sum += j * k;
      if (((value >> k) & 3) == 3) {
        sum += 1000;
        break;
      }
      if (sum > 5000) return sum;
    }
    switch ((value + j) & 3) {
      case 0: sum ^= 0x55; break;
      case 1: sum += value & 0xff; continue;
      case 2: value = static_cast<int>(static_cast<unsigned>(value) * 3 + 1);
    }
    sum += 2;
  }
  return sum;
}

TEST(BarrierKernels, NestedLoopsMeetAgain) {
  const int n = 1000;
  const std::vector<int> in = random_integers(n, 4);
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = nested(in[i]);
  auto launch = launch_of("nested_divergence", {8}, {128});
  launch.buffer(in), launch.buffer(std::vector<int>(n, 0), expected), launch.parameter(n);
  expect_exact(launch, "nested");
}

TEST(BarrierKernels, EachTicketIsDrawnOnce) {
  const unsigned n = 512;
  std::vector<unsigned> in(n), seen(n, 1);
  for (unsigned i = 0; i < n; ++i) in[i] = i * 2654435761u;
  const unsigned most = *std::max_element(in.begin(), in.end());
  auto launch = launch_of("tickets", {4}, {128});
  launch.buffer(std::vector<unsigned>{0}, std::vector<unsigned>{n});
  launch.buffer(std::vector<unsigned>(n, 0), seen);
  launch.buffer(std::vector<unsigned>{0, 0, 0}, std::vector<unsigned>{most, 7, 9});
  launch.buffer(in);
  expect_exact(launch, "tickets");
}

TEST(BarrierKernels, ADeadlockNamesTheBarrierAndWhoIsMissing) {
  auto launch = launch_of("deadlock", {1}, {64});
  launch.buffer(std::vector<int>(64, 0));
  const Capsule capsule = launch.make("deadlock");
  try {
    replay(capsule);
    FAIL() << "no deadlock";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::CheckFailed);
    EXPECT_NE(std::string(error.what()).find("barrier 1 at 0x0090: warps 0 wait, 1 of 2 arrivals are missing"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpglass
