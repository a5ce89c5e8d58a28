// Each obstacle on a launch made by hand for which the gain can be counted: what goes is that obstacle's share, and nothing else.
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "sim/access/neighbouring.h"
#include "sim/obstacles.h"
#include "sim/simulator.h"
#include "tests/sim/quiet_model.h"
#include "tests/sim/scripted_launch.h"

namespace warpglass::sim {
namespace {

using namespace warpglass::testing;

using Addresses = std::function<uint64_t(unsigned lane)>;

ScriptedStep step_at(uint32_t instruction, const Addresses& addresses) {
  ScriptedStep step{instruction};
  for (unsigned lane = 0; lane < kLanes; ++lane) step.addresses[lane] = addresses(lane);
  return step;
}

/// One warp loads once and waits for it.
ScriptedLaunch one_load(Opcode opcode, MemorySpace space, const Addresses& addresses) {
  Instruction consumer = alu(1);
  consumer.control.wait_mask = 1;
  return ScriptedLaunch({access(opcode, Category::Load, space, 4, 0), consumer, exit_instruction()}, {{step_at(0, addresses), {1}, {2}}});
}
ScriptedLaunch global_load(const Addresses& addresses) { return one_load(Opcode::LDG, MemorySpace::Global, addresses); }

RunResult run(ScriptedLaunch launch, const Model& model, Obstacles removed = {}) {
  SimulationOptions options;
  options.without = removed;
  return simulate(launch, model, options);
}

Model model_with(std::initializer_list<const char*> settings) {
  Model model = quiet_model();
  for (const char* setting : settings) set_parameter(model, setting);
  return model;
}

uint64_t line_at(unsigned lane) { return 0x10000 + 4 * lane; }

TEST(Obstacles, BankConflictsCostTheirExtraWavefronts) {
  const ScriptedLaunch launch = one_load(Opcode::LDS, MemorySpace::Shared, [](unsigned lane) { return 128 * lane; });
  const RunResult with = run(launch, quiet_model()), without = run(launch, quiet_model(), Obstacle::BankConflicts);
  EXPECT_EQ(with.cycles, 25 + 2 * 31);  // exact_cycles_test.cpp counts both
  EXPECT_EQ(without.cycles, 25);
  EXPECT_EQ(without.totals.instructions[0].shared_wavefronts, 1u);
  EXPECT_EQ(without.without, std::vector<std::string>{"bank_conflicts"});
  EXPECT_TRUE(with.without.empty());
}

TEST(Obstacles, UncoalescedLanesBecomeNeighbours) {
  const ScriptedLaunch launch = global_load([](unsigned lane) { return 0x10000 + 128 * lane; });
  const RunResult with = run(launch, quiet_model()), without = run(launch, quiet_model(), Obstacle::Uncoalesced);
  EXPECT_EQ(with.totals.load_sectors, 32u);
  EXPECT_EQ(with.memory.requests_read, 32u);
  EXPECT_EQ(without.totals.load_sectors, 4u);
  EXPECT_EQ(without.memory.requests_read, 1u);
  EXPECT_EQ(without.memory.dram_read_bytes, 128u);
  EXPECT_EQ(without.cycles, run(global_load(line_at), quiet_model()).cycles);  // the same warp with neighbouring addresses
  EXPECT_LT(without.cycles, with.cycles);
}

TEST(Obstacles, HbmLatencyIsThatOfItsParameters) {
  const Model model = model_with({"hbm.latency=300", "hbm.row_miss=40"});
  const ScriptedLaunch launch = global_load([](unsigned) { return 0x10000; });  // one sector: one transfer
  EXPECT_EQ(run(launch, model).cycles - run(launch, model, Obstacle::HbmLatency).cycles, 340);
}

TEST(Obstacles, HbmBandwidthCostsWhatTransfersQueueFor) {
  // Two transfers of 64 bytes for one line, at a byte a cycle: the second waits for the first.
  const Model model = model_with({"hbm.channel_bytes=1", "hbm.efficiency=1", "hbm.clock=1980", "hbm.refresh_time=0", "hbm.row_miss=0"});
  ASSERT_EQ(model.device_sm_clock, 1980);
  const RunResult with = run(global_load(line_at), model), without = run(global_load(line_at), model, Obstacle::HbmBandwidth);
  EXPECT_EQ(with.cycles - without.cycles, 128);
  EXPECT_EQ(with.memory.dram_read_bytes, without.memory.dram_read_bytes);
  EXPECT_EQ(without.memory.channel_busy, 0);
}

TEST(Obstacles, WithoutL2MissesNothingIsReadFromHbm) {
  const RunResult with = run(global_load(line_at), quiet_model()), without = run(global_load(line_at), quiet_model(), Obstacle::L2Misses);
  EXPECT_EQ(with.memory.read_hits, 2u);  // each transfer from HBM brings the sector beside the one that missed
  EXPECT_EQ(without.memory.read_hits, 4u);
  EXPECT_EQ(without.memory.dram_read_bytes, 0u);
  EXPECT_EQ(without.memory.sectors_read, 4u);
  EXPECT_GE(with.cycles - without.cycles, quiet_model().hbm_latency);
}

TEST(Obstacles, WithoutL1MissesALoadTakesTheHitLatency) {
  const Model model = model_with({"l1.hit_latency=33", "launch.memory_drain=0"});
  const RunResult without = run(global_load(line_at), model, Obstacle::L1Misses);
  // Issue 1, in the LSU at 2, there at 35, visible at 36: consumer issues at 36, EXIT at 37, gone at 38.
  EXPECT_EQ(without.cycles, 38);
  EXPECT_EQ(without.totals.load_hits, 4u);
  EXPECT_EQ(without.memory.requests_read, 0u);
}

TEST(Obstacles, ABarrierOpensWithItsLastWarp) {
  const ScriptedLaunch launch({alu(10), alu(10), alu(10), barrier(), exit_instruction()}, {{{3}, {4}}, {{0}, {1}, {2}, {3}, {4}}});
  EXPECT_EQ(run(launch, quiet_model()).cycles, 43);
  // Warp 1 arrives at 31, both go on at 32: the unit's cycle and the ten of the barrier's latency are gone, the wait for warp 1 is not.
  const RunResult without = run(launch, quiet_model(), Obstacle::BarrierWaits);
  EXPECT_EQ(without.cycles, 33);
}

TEST(Obstacles, RegisterBankConflictsDelayTheNextIssue) {
  Instruction reads = alu(1);
  for (unsigned i = 0; i < 3; ++i) {
    reads.operands[i].kind = isa::OperandKind::Register;
    reads.operands[i].index = static_cast<uint8_t>(2 * i + 2);  // all in bank 0 of two
  }
  reads.operand_count = 3;
  const Model model = model_with({"issue.register_banks=2", "issue.register_ports=1", "issue.register_window=1"});
  const ScriptedLaunch launch({reads, exit_instruction()}, {{{0}, {1}}});
  EXPECT_EQ(run(launch, model).cycles - run(launch, model, Obstacle::RegisterBankConflicts).cycles, 2);
}

TEST(Obstacles, InstructionsAreThereAtOnce) {
  const Model model = model_with({"fetch.l2_latency=200"});
  const ScriptedLaunch launch({alu(5), exit_instruction()}, {{{0}, {1}}});
  const RunResult with = run(launch, model), without = run(launch, model, Obstacle::InstructionCacheMisses);
  EXPECT_EQ(with.cycles - without.cycles, 200);
  EXPECT_GT(with.totals.instruction_cache_misses, 0u);
  EXPECT_EQ(without.totals.instruction_cache_misses, 0u);
}

TEST(Obstacles, ConstantsAreThereAtOnce) {
  Instruction reads = alu(1);
  reads.operands[0].kind = isa::OperandKind::Constant;
  reads.operands[0].index = isa::kRegisterZero;
  reads.operands[0].bank = 3;
  reads.operand_count = 1;
  const Model model = model_with({"latency.constant_cold=400", "latency.constant_operand_fill=50"});
  const ScriptedLaunch launch({reads, exit_instruction()}, {{{0}, {1}}});
  EXPECT_EQ(run(launch, model).cycles - run(launch, model, Obstacle::ConstantMisses).cycles, 450 - 1);  // a cycle of them passes while the code is fetched
}

TEST(Obstacles, OccupancyIsLimitedByWarpSlotsAlone) {
  const Model model = model_with({"sm.max_blocks=1", "launch.block_interval=1"});
  ScriptedLaunch launch({alu(15), alu(15), exit_instruction()}, {{{0}, {1}, {2}}}, 4 * 132);
  const RunResult with = run(launch, model), without = run(launch, model, Obstacle::OccupancyLimit);
  EXPECT_EQ(with.occupancy.blocks, 1u);
  EXPECT_EQ(without.occupancy.blocks, static_cast<uint32_t>(model.sm_max_warps));
  EXPECT_EQ(without.occupancy.fraction, 1);
  // Four waves of at least 30 cycles and the time to replace a block between them become one.
  EXPECT_GT(with.cycles - without.cycles, 3 * (30 + model.launch_block_latency) - 100);
}

TEST(Obstacles, LaunchOverheadIsThatOfItsParameters) {
  const Model model = model_with({"launch.overhead=1500", "launch.drain=300"});
  const ScriptedLaunch launch({alu(5), exit_instruction()}, {{{0}, {1}}});
  const RunResult without = run(launch, model, Obstacle::LaunchOverhead);
  EXPECT_EQ(run(launch, model).cycles - without.cycles, 1800);
  EXPECT_EQ(without.launch_cycles, 0);
}

TEST(Obstacles, LaunchOverheadIncludesTheDrainOfAKernelThatUsesMemory) {
  const Model model = model_with({"launch.overhead=1500", "launch.drain=300", "launch.memory_drain=1000"});
  ScriptedStep store{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) store.addresses[lane] = 0x10000 + 4 * lane;
  const ScriptedLaunch launch({access(Opcode::STG, Category::Store, MemorySpace::Global, 4, 7), exit_instruction()}, {{store, {1}}});
  const RunResult with = run(launch, model);
  EXPECT_GT(with.launch_cycles, 1800);
  EXPECT_LT(with.launch_cycles, 2800);
  EXPECT_EQ(with.cycles - run(launch, model, Obstacle::LaunchOverhead).cycles, with.launch_cycles);
}

TEST(Obstacles, NamesGoBothWaysAndAnUnknownOneListsThem) {
  for (const ObstacleInfo& known : all_obstacles()) {
    EXPECT_EQ(parse_obstacle(std::string(known.name)), known.obstacle);
    EXPECT_EQ(Obstacles(known.obstacle).names(), std::vector<std::string>{std::string(known.name)});
  }
  try {
    parse_obstacle("bank_conflict");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::Usage);
    const std::string text = error.what();
    EXPECT_NE(text.find("did you mean bank_conflicts?"), std::string::npos) << text;
    for (const ObstacleInfo& known : all_obstacles()) EXPECT_NE(text.find(known.name), std::string::npos) << text;
  }
}

// The members of a structure of four words: each gets a line of its own, and together they have the bytes of the structures.
TEST(Neighbouring, MembersOfStructuresDoNotShareTheirNewLines) {
  std::array<uint64_t, kLanes> addresses{}, moved{};
  for (unsigned member = 0; member < 4; ++member) {
    for (unsigned lane = 0; lane < kLanes; ++lane) addresses[lane] = 0x40000 + 16 * lane + 4 * member;
    neighbouring_addresses(addresses.data(), 0xffffffffu, 4, moved);
    for (unsigned lane = 0; lane < kLanes; ++lane) EXPECT_EQ(moved[lane], 0x40000 + 128 * member + 4 * lane);
  }
}

TEST(Neighbouring, ScatteredLanesFollowOneAfterTheOther) {
  std::array<uint64_t, kLanes> addresses{}, moved{};
  addresses[3] = 0x5008;
  addresses[7] = 0x9000;
  addresses[30] = 0x1000;
  neighbouring_addresses(addresses.data(), 1u << 3 | 1u << 7 | 1u << 30, 4, moved);
  EXPECT_EQ(moved[3], 0x5000u);
  EXPECT_EQ(moved[7], 0x5004u);
  EXPECT_EQ(moved[30], 0x5008u);
}

}  // namespace
}  // namespace warpglass::sim
