// The pieces of sampling: what repeats, what is steady, which kernels are refused.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/sampling/communication.h"
#include "sim/sampling/counts.h"
#include "sim/sampling/extrapolation.h"
#include "sim/sampling/launch_profile.h"
#include "sim/sampling/steady.h"
#include "tests/sim/scripted_launch.h"

namespace warpglass::sim {
namespace {

using namespace warpglass::testing;

std::vector<uint32_t> loop_path(unsigned prologue, unsigned body, unsigned iterations, unsigned epilogue) {
  std::vector<uint32_t> path;
  for (unsigned i = 0; i < prologue; ++i) path.push_back(i);
  for (unsigned k = 0; k < iterations; ++k)
    for (unsigned i = 0; i < body; ++i) path.push_back(prologue + i);
  for (unsigned i = 0; i < epilogue; ++i) path.push_back(prologue + body + i);
  return path;
}

TEST(Repetition, OfALoop) {
  const RepeatedSteps found = find_repetition(loop_path(10, 7, 100, 5), 6);
  EXPECT_EQ(found.period, 7u);
  // The first iteration is not entered by a backward branch, so it is not part of it.
  EXPECT_EQ(found.first, 17u);
  EXPECT_EQ(found.last, 710u);
}

TEST(Repetition, OfTheOuterLoopWhereTheInnerOneIsAlwaysTheSame) {
  std::vector<uint32_t> path;
  for (unsigned k = 0; k < 50; ++k) {
    path.push_back(0);
    for (unsigned i = 0; i < 9; ++i) path.insert(path.end(), {1, 2, 3});
    path.push_back(4);
  }
  const RepeatedSteps found = find_repetition(path, 6);
  EXPECT_EQ(found.period, 29u);
  EXPECT_EQ(found.last - found.first, 49 * 29u);
}

TEST(Repetition, NoneWhereEachIterationIsLonger) {
  std::vector<uint32_t> path;
  for (unsigned k = 1; k < 5; ++k) {
    path.push_back(0);
    for (unsigned i = 0; i < k; ++i) path.push_back(1);
    path.push_back(2);
  }
  EXPECT_EQ(find_repetition(path, 6).period, 0u);
}

WorkGroup group(double cycles, double steps, double dram_bytes = 0) {
  MemoryStatistics memory;
  memory.dram_read_bytes = static_cast<uint64_t>(dram_bytes);
  return {cycles, steps, counts_of(SmStatistics{}, memory)};
}

TEST(Steady, EqualRatesAre) {
  const std::vector<WorkGroup> groups{group(1000, 500), group(1002, 500), group(499.5, 250)};
  EXPECT_TRUE(steady(groups, SamplingOptions{}, 100));
}

TEST(Steady, RatesThatGrowOrScatterAreNot) {
  EXPECT_FALSE(steady(std::vector<WorkGroup>{group(1000, 500), group(1040, 500), group(1080, 500)},
                      SamplingOptions{}, 100));
  EXPECT_FALSE(steady(std::vector<WorkGroup>{group(1000, 500), group(1030, 500)}, SamplingOptions{}, 100));
}

TEST(Steady, HeavyTrafficThatGrowsIsNot) {
  const std::vector<WorkGroup> growing{group(1000, 500, 60000), group(1000, 500, 70000),
                                       group(1000, 500, 80000)};
  EXPECT_FALSE(steady(growing, SamplingOptions{}, 100));
  EXPECT_TRUE(steady(growing, SamplingOptions{}, 1000))
      << "where HBM can move ten times as much, it limits nothing";
}

TEST(Steady, IntervalIsStudents) {
  const std::vector<double> values{9, 10, 11};
  EXPECT_NEAR(half_interval(values), 4.303 / std::sqrt(3.0), 1e-9);
}

TEST(Extrapolation, AddsInProportionToSteps) {
  Extrapolation extrapolation(counts_of(SmStatistics{}, MemoryStatistics{}).size());
  const std::vector<WorkGroup> groups{group(1000, 500, 100), group(1200, 500, 300)};
  extrapolation.add(groups, 5000, 2);
  EXPECT_DOUBLE_EQ(extrapolation.mean().cycles, 11000);
  EXPECT_DOUBLE_EQ(extrapolation.mean().active_sm_cycles, 22000);
  EXPECT_DOUBLE_EQ(dram_bytes(extrapolation.mean().counts), 2000);
  EXPECT_DOUBLE_EQ(extrapolation.alternatives()[0].cycles, 10000);
  EXPECT_DOUBLE_EQ(extrapolation.alternatives()[1].cycles, 12000);
}

TEST(Counts, StallsAddUpToResidentCycles) {
  SmStatistics sm;
  MemoryStatistics memory;
  sm.instructions.resize(2);
  sm.instructions[0].stalls[static_cast<unsigned>(Stall::Selected)] = 5;
  std::vector<double> counts = counts_of(sm, memory);
  for (double& count : counts) count = 1.4;
  add_counts(counts, sm, memory);
  uint64_t sum = 0;
  for (const InstructionStatistics& i : sm.instructions)
    for (const uint64_t cycles : i.stalls) sum += cycles;
  EXPECT_EQ(sm.warp_cycles, sum);
  EXPECT_EQ(sm.instructions[0].stalls[static_cast<unsigned>(Stall::Selected)], 5u)
      << "executions are counted, not extrapolated";
  EXPECT_EQ(memory.dram_read_bytes, 1u);
}

TEST(Communication, AtomicsWithAResultAndStrongLoadsAre) {
  isa::Program program;
  program.instructions = {alu(), access(Opcode::LDG, Category::Load, MemorySpace::Global, 4, 0),
                          exit_instruction()};
  EXPECT_EQ(communication(program), "");
  program.instructions[1].modifiers[0] = isa::Modifier::GPU;
  program.instructions[1].modifier_count = 1;
  EXPECT_NE(communication(program).find("LDG at 0x0010"), std::string::npos) << communication(program);

  isa::Instruction atomic = access(Opcode::ATOMG, Category::Atomic, MemorySpace::Global, 4, 0);
  atomic.operands[0] = {isa::OperandKind::Register, true};
  atomic.operands[0].index = 4;
  atomic.operand_count = 1;
  program.instructions = {atomic, exit_instruction()};
  EXPECT_NE(communication(program).find("result"), std::string::npos);
  program.instructions[0].operands[0].index = isa::kRegisterZero;
  EXPECT_EQ(communication(program), "") << "nobody sees the result";
}

TEST(Communication, AClockIsAReasonToo) {
  isa::Program program;
  program.instructions = {alu(), exit_instruction()};
  program.instructions[0].operands[0].kind = isa::OperandKind::SpecialRegister;
  program.instructions[0].operands[0].special = isa::SpecialRegister::ClockLo;
  program.instructions[0].operand_count = 1;
  EXPECT_NE(communication(program).find("clock"), std::string::npos);
}

TEST(Profile, EqualBlocksHaveNoDeviation) {
  std::vector<ScriptedStep> warp;
  for (unsigned i = 0; i < 40; ++i) warp.insert(warp.end(), {{0}, {1}});
  warp.push_back({2});
  ScriptedLaunch launch({alu(), alu(), exit_instruction()}, {warp, warp}, 100);
  const LaunchProfile profile = profile_launch(launch, SamplingOptions{});
  EXPECT_EQ(profile.blocks, SamplingOptions{}.profiled_blocks);
  EXPECT_DOUBLE_EQ(profile.steps, 2 * 81);
  EXPECT_EQ(profile.deviation, 0);
  EXPECT_TRUE(profile.same_path);
  EXPECT_EQ(profile.repetition.period, 2u);
  EXPECT_DOUBLE_EQ(profile.counts[0].executed, 80);
  EXPECT_DOUBLE_EQ(profile.counts[2].threads, 64);
}

TEST(Profile, WarpsThatGoDifferentWaysHaveNoCommonLoop) {
  std::vector<ScriptedStep> longer(80, {0}), shorter(40, {0});
  ScriptedLaunch launch({alu(), exit_instruction()}, {longer, shorter}, 4);
  const LaunchProfile profile = profile_launch(launch, SamplingOptions{});
  EXPECT_FALSE(profile.same_path);
  EXPECT_EQ(profile.repetition.period, 0u);
}

}  // namespace
}  // namespace warpglass::sim
