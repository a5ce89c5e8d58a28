// Lines of code fetched in turn by one sub-core.
#include "sim/core/instruction_cache.h"

#include <gtest/gtest.h>

#include "models/model.h"

namespace warpglass::sim {
namespace {

Model small() {
  Model model = load_model("h200");
  for (const char* setting : {"fetch.l0_bytes=1024", "fetch.l1_bytes=8192", "fetch.line_bytes=128", "fetch.l1_latency=20", "fetch.l2_latency=200",
                              "fetch.line_interval=10", "fetch.prefetch_lines=2"})
    set_parameter(model, setting);
  return model;
}

constexpr uint32_t kInstructions = 8 * 64;  // 64 lines

TEST(InstructionCache, AMissFetchesTheNextLinesToo) {
  const Model model = small();
  InstructionCache cache(model, kInstructions, 4);
  EXPECT_EQ(cache.fetch(0, 0, 100), 300);
  EXPECT_EQ(cache.fetch(0, 1, 300), 310) << "a line every ten cycles";
  EXPECT_EQ(cache.fetch(0, 2, 310), 320);
  EXPECT_EQ(cache.misses(), 1u);
}

// Code that is executed slowly finds every line there: the first use of a line that was fetched ahead fetches further ones.
TEST(InstructionCache, TheStreamGoesOnAtTheFirstUseOfALine) {
  const Model model = small();
  InstructionCache cache(model, kInstructions, 4);
  Cycle now = cache.fetch(0, 0, 0);
  for (uint32_t line = 1; line < 40; ++line) {
    now += 1000;
    EXPECT_EQ(cache.fetch(0, line, now), now) << "line " << line;
  }
  EXPECT_EQ(cache.misses(), 1u);
}

TEST(InstructionCache, OtherSubCoresFindItInL15) {
  const Model model = small();
  InstructionCache cache(model, kInstructions, 4);
  cache.fetch(0, 0, 0);
  EXPECT_EQ(cache.fetch(1, 0, 1000), 1020);
}

// A loop of more code than L0 holds: eight lines stay, first in first out.
TEST(InstructionCache, ALoopBeyondL0ComesFromL15AtItsRate) {
  const Model model = small();
  InstructionCache cache(model, kInstructions, 4);
  Cycle now = 0;
  const auto pass = [&] {
    const Cycle begin = now;
    for (uint32_t line = 0; line < 32; ++line) now = cache.fetch(0, line, now) + 1;
    return now - begin;
  };
  pass();
  const Cycle second = pass();
  EXPECT_GE(second, 32 * 10 - 10);
  EXPECT_LE(second, 32 * 10 + 40);
}

TEST(InstructionCache, WithoutMissesEveryLineIsThere) {
  const Model model = small();
  InstructionCache cache(model, kInstructions, 4, true);
  EXPECT_EQ(cache.fetch(0, 5, 100), 100);
  EXPECT_EQ(cache.misses(), 0u);
}

}  // namespace
}  // namespace warpglass::sim
