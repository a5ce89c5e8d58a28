// The timing model cycle by cycle, on launches made by hand: what each rule adds can be counted on the fingers.
#include <gtest/gtest.h>

#include <numeric>

#include "base/error.h"
#include "sim/simulator.h"
#include "tests/sim/quiet_model.h"
#include "tests/sim/scripted_launch.h"

namespace warpglass::sim {
namespace {

using namespace warpglass::testing;

uint64_t total(const RunResult& r, Stall stall) { return r.stalls()[static_cast<unsigned>(stall)]; }

uint64_t all_stalls(const RunResult& r) {
  const auto stalls = r.stalls();
  return std::accumulate(stalls.begin(), stalls.end(), uint64_t{0});
}

TEST(ExactCycles, AWarpAloneIssuesAtItsStallCounts) {
  // First fetch: 1 cycle of L1.5 latency (from 0 to 1). Issues at 1, 6, 11; EXIT at 16; the warp leaves at 17.
  ScriptedLaunch launch({alu(5), alu(5), alu(5), exit_instruction()}, {{{0}, {1}, {2}, {3}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  EXPECT_EQ(r.cycles, 17);
  EXPECT_EQ(total(r, Stall::Selected), 4u);
  EXPECT_EQ(total(r, Stall::Wait), 12u);
  EXPECT_EQ(total(r, Stall::NoInstruction), 1u);
  EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);
}

TEST(ExactCycles, TwoWarpsOfASubCoreShareThePipe) {
  // Warps 0 and 4 of a block of 5 are on the same sub-core; the ALU takes an instruction every other cycle.
  std::vector<std::vector<ScriptedStep>> warps(5, {{3}});
  warps[0] = warps[4] = {{0}, {1}, {2}, {3}};
  ScriptedLaunch launch({alu(1), alu(1), alu(1), exit_instruction()}, warps);
  const RunResult r = simulate(launch, quiet_model(), {});
  // Six ALU instructions of one sub-core from cycle 1: 1, 3, 5, 7, 9, 11; the last EXIT follows at 12.
  EXPECT_EQ(r.cycles, 13);
  EXPECT_GT(total(r, Stall::MathPipeThrottle), 0u);
  EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);
}

TEST(ExactCycles, AnotherSubCoreIsNotDisturbed) {
  std::vector<std::vector<ScriptedStep>> warps(2, {{0}, {1}, {2}, {3}});
  ScriptedLaunch launch({alu(2), alu(2), alu(2), exit_instruction()}, warps);
  const RunResult r = simulate(launch, quiet_model(), {});
  EXPECT_EQ(r.cycles, 8);  // 1, 3, 5, EXIT at 7
  EXPECT_EQ(total(r, Stall::MathPipeThrottle), 0u);
}

TEST(ExactCycles, ASharedLoadReleasesItsConsumerAfterItsLatency) {
  Instruction consumer = alu(1);
  consumer.control.wait_mask = 1;
  ScriptedStep load{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) load.addresses[lane] = 4 * lane;
  ScriptedLaunch launch({access(Opcode::LDS, Category::Load, MemorySpace::Shared, 4, 0), consumer, exit_instruction()}, {{load, {1}, {2}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  // Issue 1, enters the unit at 2, data at 22, visible at 23: consumer issues at 23, EXIT at 24, gone at 25.
  EXPECT_EQ(r.cycles, 25);
  EXPECT_EQ(total(r, Stall::ShortScoreboard), 21u);
  EXPECT_EQ(r.totals.instructions[0].blamed, 21u);
}

TEST(ExactCycles, AConflictAddsItsExtraWavefronts) {
  Instruction consumer = alu(1);
  consumer.control.wait_mask = 1;
  ScriptedStep load{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) load.addresses[lane] = 128 * lane;
  ScriptedLaunch launch({access(Opcode::LDS, Category::Load, MemorySpace::Shared, 4, 0), consumer, exit_instruction()}, {{load, {1}, {2}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  EXPECT_EQ(r.cycles, 25 + 2 * 31);
  EXPECT_EQ(r.totals.instructions[0].shared_wavefronts, 32u);
  EXPECT_EQ(r.totals.instructions[0].shared_ways, 32u);
}

// Stores with 32-way conflicts, one warp: two of them fit in the sub-core's queue and three in the SM's behind it. Measured to be so:
// kernels/micro/probes/queue_depth.cu, H200, 2026-11.
TEST(ExactCycles, ASubCoresQueueEmptiesIntoTheSms) {
  Model model = quiet_model();
  for (const char* setting : {"mio.queue=2", "mio.shared_queue=3", "shared.wavefront_latency=1"}) set_parameter(model, setting);
  constexpr uint32_t kStores = 8;
  std::vector<Instruction> code;
  std::vector<ScriptedStep> steps;
  for (uint32_t i = 0; i < kStores; ++i) {
    code.push_back(access(Opcode::STS, Category::Store, MemorySpace::Shared, 4, 7));
    steps.push_back({i});
    for (unsigned lane = 0; lane < kLanes; ++lane) steps.back().addresses[lane] = 128 * lane;
  }
  code.push_back(exit_instruction());
  steps.push_back({kStores});
  ScriptedLaunch launch(code, {steps});
  const RunResult r = simulate(launch, model, {});
  // Store k (from 0) begins at 2 + 32 k. It leaves the sub-core when store k - 3 has begun, and is issued when store k - 2 has left:
  // the last one when store 5 leaves, as store 2 begins at 66.
  EXPECT_EQ(total(r, Stall::MioThrottle), 66u - 1 - (kStores - 1));
  EXPECT_EQ(r.cycles, 1 + 32 * Cycle{kStores}) << "the last store is over";
  EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);
}

TEST(ExactCycles, ABarrierHoldsTheEarlyWarp) {
  // Warp 0 arrives at once, warp 1 after three waits of ten cycles.
  ScriptedLaunch launch({alu(10), alu(10), alu(10), barrier(), exit_instruction()}, {{{3}, {4}}, {{0}, {1}, {2}, {3}, {4}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  // Warp 1 arrives at 31, the barrier unit has taken it at 32; both go on at 42, leave at 43.
  EXPECT_EQ(r.cycles, 43);
  EXPECT_EQ(total(r, Stall::Barrier), (42u - 2) + (42u - 32));
  EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);
}

// Measured to be so: kernels/micro/probes/barrier_shadow.cu, H200, 2026-11.
TEST(ExactCycles, ArithmeticGoesOnBehindABarrierThatIsNotOpen) {
  const std::vector<Instruction> code{alu(10), alu(10), alu(10), barrier(), alu(5), alu(5), exit_instruction()};
  ScriptedLaunch launch(code, {{{3}, {4}, {5}, {6}}, {{0}, {1}, {2}, {3}, {4}, {5}, {6}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  // Warp 0 arrives at 1, has its additions issued at 2 and 7 and its EXIT ready at 12. Warp 1 arrives at 31, adds at 32 and 37; at 42
  // the barrier opens and its EXIT is ready, too. EXIT does not pass a barrier.
  EXPECT_EQ(r.cycles, 43);
  EXPECT_EQ(total(r, Stall::Barrier), 42u - 12);
  EXPECT_EQ(r.totals.instructions[6].stalls[static_cast<unsigned>(Stall::Barrier)], 42u - 12) << "charged to what waits";
  EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);

  Model blocking = quiet_model();
  set_parameter(blocking, "issue.barrier_deferred=0");
  ScriptedLaunch again(code, {{{3}, {4}, {5}, {6}}, {{0}, {1}, {2}, {3}, {4}, {5}, {6}}});
  const RunResult b = simulate(again, blocking, {});
  EXPECT_EQ(b.cycles, 53) << "both add from 42 on";
  EXPECT_EQ(total(b, Stall::Barrier), (42u - 2) + (42u - 32));
}

// A warp of which some threads are elsewhere goes on only when the barrier opens.
TEST(ExactCycles, APartOfAWarpDoesNotPassABarrier) {
  const std::vector<Instruction> code{alu(10), alu(10), alu(10), barrier(), alu(5), exit_instruction()};
  std::vector<ScriptedStep> part{{3}, {4}, {5}};
  for (ScriptedStep& step : part) step.mask = 0xffff;
  ScriptedLaunch launch(code, {part, {{0}, {1}, {2}, {3}, {4}, {5}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  EXPECT_EQ(total(r, Stall::Barrier), 42u - 2 + 42 - 37);
}

// Stores to global memory that wait for the way to L2 hold up what is behind them in their sub-core's queue, not other sub-cores.
// Measured to be so: kernels/micro/probes/data_path.cu, H200, 2026-11.
TEST(ExactCycles, AFullQueueHoldsEveryKindOfInstruction) {
  Model model = quiet_model();
  for (const char* setting : {"mio.queue=2", "mio.lg_queue=2", "mio.shared_queue=3", "mio.shared_lg_queue=1", "noc.store_line_interval=60", "noc.store_sector_interval=60"})
    set_parameter(model, setting);
  std::vector<Instruction> code;
  std::vector<ScriptedStep> stores;
  for (uint32_t i = 0; i < 5; ++i) {
    code.push_back(access(Opcode::STG, Category::Store, MemorySpace::Global, 4, 7));
    stores.push_back({i});
    for (unsigned lane = 0; lane < kLanes; ++lane) stores.back().addresses[lane] = 0x10000 + 128 * i;
    stores.back().mask = 1;
  }
  code.push_back(access(Opcode::LDS, Category::Load, MemorySpace::Shared, 4, 0));
  code.push_back(exit_instruction());
  stores.push_back({5});
  stores.push_back({6});
  const auto throttled = [&](std::vector<std::vector<ScriptedStep>> warps) {
    ScriptedLaunch launch(code, std::move(warps));
    const RunResult r = simulate(launch, model, {});
    EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);
    return std::pair(total(r, Stall::LgThrottle), r.totals.instructions[5].stalls[static_cast<unsigned>(Stall::MioThrottle)]);
  };
  const auto [stores_wait, load_waits] = throttled({stores});
  // The first is sent at 2, the second, which has begun, at 62. The third waits in the SM's queue, the next two in the sub-core's, where
  // the LDS finds a place when the fourth leaves: as the third begins, at 62.
  EXPECT_EQ(stores_wait + load_waits, 62u - 6);
  EXPECT_GT(load_waits, 50u) << "though nothing uses shared memory";
  const auto [same, others] = throttled({stores, {{5}, {6}}});
  EXPECT_EQ(others, load_waits) << "the LDS of another sub-core does not wait";
}

// Stores are not issued while the SM's queue for L1 is full and eight wait in the sub-core's, which has room for others.
// Measured to be so: kernels/micro/probes/data_path.cu, H200, 2026-11.
TEST(ExactCycles, AFullL1QueueStopsAccessesToGlobalMemoryAlone) {
  Model model = quiet_model();
  for (const char* setting : {"mio.queue=12", "mio.lg_queue=12", "mio.shared_lg_queue=1", "noc.store_line_interval=60", "noc.store_sector_interval=60"})
    set_parameter(model, setting);
  constexpr uint32_t kStores = 12;
  std::vector<Instruction> code;
  for (uint32_t i = 0; i < kStores; ++i) code.push_back(access(Opcode::STG, Category::Store, MemorySpace::Global, 4, 7));
  code.push_back(access(Opcode::LDS, Category::Load, MemorySpace::Shared, 4, 0));
  code.push_back(exit_instruction());
  const auto throttled = [&](uint32_t last) {
    std::vector<ScriptedStep> steps;
    for (uint32_t i = 0; i < kStores; ++i) {
      steps.push_back({i + 1 < kStores ? i : last});
      for (unsigned lane = 0; lane < kLanes; ++lane) steps.back().addresses[lane] = 0x10000 + 128 * i;
      steps.back().mask = 1;
    }
    steps.push_back({kStores + 1});
    ScriptedLaunch launch(code, {steps});
    const RunResult r = simulate(launch, model, {});
    EXPECT_EQ(all_stalls(r), r.totals.warp_cycles);
    EXPECT_EQ(total(r, Stall::MioThrottle), 0u);
    return total(r, Stall::LgThrottle);
  };
  // Store k (from 0) is issued at 1 + k. The first two have begun, the third waits in the SM's queue, eight in the sub-core's. The
  // twelfth is issued not at 12, but when the third begins, at 62.
  EXPECT_EQ(throttled(kStores - 1), 62u - 12);
  EXPECT_EQ(throttled(kStores), 0u) << "an LDS in its stead";
}

// Reading a special register into a uniform one takes no place in the queue. Measured to be so: data_path.cu, H200, 2026-11.
TEST(ExactCycles, S2urPassesAFullQueue) {
  Model model = quiet_model();
  for (const char* setting : {"mio.queue=2", "mio.shared_queue=1"}) set_parameter(model, setting);
  const auto throttled = [&](Opcode opcode) {
    std::vector<Instruction> code(4, access(Opcode::STS, Category::Store, MemorySpace::Shared, 4, 7));
    Instruction special = alu(1);
    special.opcode = opcode;
    special.latency_class = LatencyClass::SpecialRegister;
    special.category = Category::Other;
    special.control.write_scoreboard = 0;
    code.push_back(special);
    code.push_back(exit_instruction());
    std::vector<ScriptedStep> steps;
    for (uint32_t i = 0; i < code.size(); ++i) {
      steps.push_back({i});
      if (i < 4)
        for (unsigned lane = 0; lane < kLanes; ++lane) steps.back().addresses[lane] = 128 * lane;
    }
    ScriptedLaunch launch(code, {steps});
    return simulate(launch, model, {}).totals.instructions[4].stalls[static_cast<unsigned>(Stall::MioThrottle)];
  };
  EXPECT_EQ(throttled(Opcode::S2UR), 0u);
  EXPECT_GT(throttled(Opcode::S2R), 30u);
}

// Measured: kernels/micro/probes/issue_rate.cu, H200, 2026-12: the thread's index comes from the LSU, other registers from the ADU, and
// what goes to a uniform register takes longest.
TEST(ExactCycles, SpecialRegistersHaveLatenciesOfTheirOwn) {
  Model model = quiet_model();
  for (const char* setting : {"latency.thread_register=21", "latency.special_register=23", "latency.uniform_special_register=33"}) set_parameter(model, setting);
  const auto waited = [&](Opcode opcode, isa::SpecialRegister special) {
    Instruction read = alu(2);
    read.opcode = opcode;
    read.latency_class = LatencyClass::SpecialRegister;
    read.category = Category::Other;
    read.control.write_scoreboard = 0;
    isa::Operand operand;
    operand.kind = isa::OperandKind::SpecialRegister;
    operand.special = special;
    read.operands[0] = operand;
    read.operand_count = 1;
    Instruction consumer = alu(1);
    consumer.control.wait_mask = 1;
    ScriptedLaunch launch({read, consumer, exit_instruction()}, {{{0}, {1}, {2}}});
    return static_cast<Cycle>(simulate(launch, model, {}).totals.instructions[1].stalls[static_cast<unsigned>(Stall::ShortScoreboard)]);
  };
  const Cycle thread = waited(Opcode::S2R, isa::SpecialRegister::TidX);
  EXPECT_EQ(waited(Opcode::S2R, isa::SpecialRegister::LaneId), thread);
  EXPECT_EQ(waited(Opcode::S2R, isa::SpecialRegister::CtaidX), thread + 2);
  EXPECT_EQ(waited(Opcode::S2UR, isa::SpecialRegister::CtaidX), thread + 12);
}

TEST(ExactCycles, LoadsOfALineOnItsWayDoNotGoToL2Again) {
  Instruction consumer = alu(1);
  consumer.control.wait_mask = 1;
  ScriptedStep load{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) load.addresses[lane] = 0x10000 + 4 * lane;
  ScriptedLaunch launch({access(Opcode::LDG, Category::Load, MemorySpace::Global, 4, 0), consumer, exit_instruction()}, {{load, {1}, {2}}, {load, {1}, {2}}});
  const RunResult r = simulate(launch, quiet_model(), {});
  EXPECT_EQ(r.memory.requests_read, 1u);
  EXPECT_EQ(r.memory.sectors_read, 4u);
  EXPECT_EQ(r.memory.dram_read_bytes, 128u);
  EXPECT_EQ(r.totals.load_hits, 4u);
  EXPECT_GT(total(r, Stall::LongScoreboard), 500u);
}

// Two blocks of one warp on one SM, which start in the same cycle and want the same pipe: the older one is never held back.
TEST(ExactCycles, TheOldestBlockGoesFirst) {
  Model model = quiet_model();
  for (const char* setting : {"device.gpcs=1", "device.sms=1", "launch.block_interval=1", "sm.max_warps=16", "sm.sub_cores=1", "interval.alu=2"}) set_parameter(model, setting);
  const std::vector<ScriptedStep> steps{{0}, {1}, {2}, {3}, {4}};
  ScriptedLaunch launch({alu(2), alu(2), alu(2), alu(2), exit_instruction()}, {steps}, 2);
  const auto last_end = [&](const char* scheduler) {
    set_parameter(model, scheduler);
    return simulate(launch, model, {});
  };
  const RunResult oldest = last_end("issue.scheduler=2"), in_turn = last_end("issue.scheduler=1");
  // The older warp issues at 1, 3, 5, 7 and EXIT at 9, when the younger one would have had the pipe: that begins at 10.
  EXPECT_EQ(oldest.cycles, 19);
  EXPECT_EQ(in_turn.cycles, 18);
  EXPECT_LT(oldest.totals.warp_cycles, in_turn.totals.warp_cycles);
  EXPECT_EQ(all_stalls(oldest), oldest.totals.warp_cycles);
}

TEST(ExactCycles, TheEndWaitsForWrites) {
  ScriptedStep store{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) store.addresses[lane] = 0x10000 + 4 * lane;
  ScriptedLaunch launch({access(Opcode::STG, Category::Store, MemorySpace::Global, 4, 7), exit_instruction()}, {{store, {1}}});
  Model model = quiet_model();
  set_parameter(model, "launch.memory_drain=0");
  const Cycle without = simulate(launch, model, {}).cycles;
  // Nothing is shorter than the way to L2, the look-up and the answer.
  EXPECT_GT(without, model.noc_request_latency + model.l2_latency + model.noc_response_latency);
  // What the end takes besides goes on while the writes are on their way.
  set_parameter(model, "launch.memory_drain=100");
  EXPECT_EQ(simulate(launch, model, {}).cycles, without);
  set_parameter(model, "launch.memory_drain=1000");
  const Cycle longer = simulate(launch, model, {}).cycles;
  EXPECT_LT(longer, without + 1000);
  set_parameter(model, "launch.memory_drain=1300");
  EXPECT_EQ(simulate(launch, model, {}).cycles, longer + 300);
}

// What the way to L2 has no room for waits in the SM, whose warp drains until it has left.
TEST(ExactCycles, AWarpDrainsUntilTheWayToL2HasTakenItsStores) {
  constexpr uint32_t kStores = 40;
  std::vector<ScriptedStep> steps;
  for (uint32_t i = 0; i < kStores; ++i) {
    steps.push_back({0});
    for (unsigned lane = 0; lane < kLanes; ++lane) steps.back().addresses[lane] = 0x100000 + 128 * (32 * i + lane);
  }
  steps.push_back({1});
  ScriptedLaunch launch({access(Opcode::STG, Category::Store, MemorySpace::Global, 4, 7), exit_instruction()}, {steps});
  const auto run = [&](const char* room) {
    Model model = quiet_model();
    for (const char* setting : {"noc.store_lines=0.1", "noc.store_line_interval=2", room}) set_parameter(model, setting);
    const RunResult result = simulate(launch, model, {});
    EXPECT_EQ(all_stalls(result), result.totals.warp_cycles);
    return result;
  };
  // 1,280 lines: two cycles each for the SM's port, ten for the way, of which 2,000 cycles fit into the small room.
  const RunResult wide = run("noc.store_queue=100000"), narrow = run("noc.store_queue=2000");
  EXPECT_NEAR(static_cast<double>(wide.totals.warp_cycles), 1280 * 2, 300);
  EXPECT_NEAR(static_cast<double>(narrow.totals.warp_cycles), 1280 * 10 - 2000, 1500);
  EXPECT_GT(total(narrow, Stall::Drain), 2000u);
  EXPECT_NEAR(static_cast<double>(narrow.cycles), static_cast<double>(wide.cycles), 1500) << "the way is as busy in both";
}

TEST(ExactCycles, ADeadlockNamesTheBarrierAndTheMissingWarps) {
  ScriptedLaunch launch({alu(1), barrier(), exit_instruction()}, {{{1}, {2}}, {{0}, {1}, {2}}});
  launch.never_opens = true;
  try {
    simulate(launch, quiet_model(), {});
    FAIL() << "finished";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::CheckFailed);
    const std::string text = error.what();
    EXPECT_NE(text.find("deadlock"), std::string::npos) << text;
    EXPECT_NE(text.find("2 wait at the barrier of 0x10"), std::string::npos) << text;
  }
}

TEST(ExactCycles, ALaunchThatDoesNotFitIsRefused) {
  ScriptedLaunch launch({exit_instruction()}, {{{0}}});
  Model model = quiet_model();
  model.sm_shared_block_bytes = 512;
  model.sm_shared_reserved = 0;
  try {
    simulate(launch, model, {});
    FAIL() << "ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::Unsupported);
    EXPECT_NE(std::string(error.what()).find("shared memory"), std::string::npos);
  }
}

TEST(ExactCycles, AFenceWaitsForWhatTheSmSentBefore) {
  Instruction fence;
  fence.opcode = Opcode::MEMBAR;
  fence.category = Category::Fence;
  fence.control.stall = 1;
  ScriptedStep store{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) store.addresses[lane] = 0x10000 + 4096 * lane;
  Model model = quiet_model();
  for (const char* setting : {"launch.memory_drain=0", "issue.membar_latency=0", "noc.far_latency=0"}) set_parameter(model, setting);
  ScriptedLaunch alone({fence, exit_instruction()}, {{{0}, {1}}});
  const RunResult without = simulate(alone, model, {});
  // Issued at 1 and sent at 2; to L2, the look-up and back; EXIT takes a cycle.
  const Cycle trip = model.noc_request_latency + model.l2_latency + model.noc_response_latency;
  EXPECT_EQ(without.cycles, 2 + trip + 1);
  EXPECT_EQ(total(without, Stall::Membar), static_cast<uint64_t>(trip));
  // 32 lines leave the SM one after the other, each noc.store_line_interval after the one before.
  ScriptedLaunch behind({access(Opcode::STG, Category::Store, MemorySpace::Global, 4, 7), fence, exit_instruction()}, {{store, {1}, {2}}});
  const RunResult with = simulate(behind, model, {});
  EXPECT_GE(with.cycles, without.cycles + static_cast<Cycle>(31 * model.noc_store_line_interval));
  EXPECT_EQ(all_stalls(with), with.totals.warp_cycles);
}

// A line on its way keeps its place in L1.
TEST(ExactCycles, LinesWithoutAPlaceInL1Wait) {
  ScriptedStep load{0};
  for (unsigned lane = 0; lane < kLanes; ++lane) load.addresses[lane] = 0x10000 + 4096 * lane;
  Model model = quiet_model();
  const auto cycles = [&](int64_t lines) {
    constexpr double kLines = 224 * 1024 / 128;  // what 32 blocks, with a KB each for the system, leave of L1
    set_parameter(model, "l1.under_way=" + std::to_string((static_cast<double>(lines) + 0.5) / kLines));
    Instruction consumer = alu(1);
    consumer.control.wait_mask = 1;
    ScriptedLaunch launch({access(Opcode::LDG, Category::Load, MemorySpace::Global, 4, 0), consumer, exit_instruction()}, {{load, {1}, {2}}});
    return simulate(launch, model, {}).cycles;
  };
  const Cycle trip = model.noc_request_latency + model.l2_latency + model.noc_response_latency;
  EXPECT_EQ(cycles(32), cycles(1000));
  EXPECT_GE(cycles(16), cycles(32) + trip - 32);  // the second half leaves when the first is back
  EXPECT_GE(cycles(4), 8 * trip);
}

}  // namespace
}  // namespace warpglass::sim
