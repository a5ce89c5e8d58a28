// The register file: two banks with a port each, counted by hand; the same cases as kernels/micro/probes/register_banks.cu.
#include <gtest/gtest.h>

#include "sim/core/instruction_timing.h"
#include "sim/simulator.h"
#include "tests/sim/quiet_model.h"
#include "tests/sim/scripted_launch.h"

namespace warpglass::sim {
namespace {

using namespace warpglass::testing;

/// An FFMA whose pipe is free every cycle and that reads these registers; `reuse`: slots whose flag is set.
Instruction fma(std::array<uint8_t, 3> registers, unsigned reuse = 0) {
  Instruction i;
  i.opcode = Opcode::FFMA;
  i.pipe = Pipe::Fma;
  i.latency_class = LatencyClass::Fma;
  i.category = Category::Arithmetic;
  i.control.stall = 1;
  for (unsigned slot = 0; slot < 3; ++slot) {
    i.operands[slot].kind = isa::OperandKind::Register;
    i.operands[slot].index = registers[slot];
    i.operands[slot].width = 1;
    i.operands[slot].reuse = (reuse >> slot & 1) != 0;
  }
  i.operand_count = 3;
  return i;
}

/// Cycles that 60 of them in a row need more than 20.
Cycle forty(const std::vector<Instruction>& body) {
  const auto cycles = [&](uint32_t count) {
    std::vector<Instruction> code;
    for (uint32_t i = 0; i < count; ++i) code.push_back(body[i % body.size()]);
    code.push_back(exit_instruction());
    std::vector<ScriptedStep> steps;
    for (uint32_t i = 0; i <= count; ++i) steps.push_back({i});
    ScriptedLaunch launch(code, {steps});
    return simulate(launch, quiet_model(), {}).cycles;
  };
  return cycles(60) - cycles(20);
}

TEST(RegisterPorts, TwoOperandsOfABankTakeTwoCycles) {
  EXPECT_EQ(forty({fma({0, 3, 255})}), 40);
  EXPECT_EQ(forty({fma({0, 2, 5})}), 80);
  EXPECT_EQ(forty({fma({0, 3, 5})}), 80);
  EXPECT_EQ(forty({fma({0, 2, 4})}), 120);
}

TEST(RegisterPorts, ARegisterIsReadOnceForAllOperandsThatNameIt) {
  EXPECT_EQ(forty({fma({0, 0, 0})}), 40);
  EXPECT_EQ(forty({fma({0, 0, 3})}), 40);
  EXPECT_EQ(forty({fma({0, 0, 2})}), 80);
}

TEST(RegisterPorts, WhatTheSameSlotKeptIsNotRead) {
  EXPECT_EQ(forty({fma({0, 2, 5}, 2)}), 40);
  EXPECT_EQ(forty({fma({0, 2, 4}, 2)}), 80);
  // Kept in the second slot, wanted in the first.
  EXPECT_EQ(forty({fma({0, 2, 4}, 2), fma({2, 6, 8})}), 120);
  // Another register of the bank passed the slot in between, or one of the other bank.
  EXPECT_EQ(forty({fma({0, 2, 4}, 2), fma({6, 10, 8}), fma({0, 2, 4}), fma({255, 255, 255})}), 40 / 4 * 9);
  EXPECT_EQ(forty({fma({0, 2, 4}, 2), fma({6, 11, 8}), fma({0, 2, 4}), fma({255, 255, 255})}), 40 / 4 * 7);
}

TEST(RegisterPorts, OneBurstFitsIntoTheWindow) {
  EXPECT_EQ(forty({fma({0, 2, 4}), fma({255, 255, 255}), fma({255, 255, 255}), fma({255, 255, 255})}), 40);
}

TEST(RegisterPorts, ReadsAreCountedByBank) {
  isa::Program program;
  program.instructions = {fma({0, 2, 5}), exit_instruction()};
  const auto timings = instruction_timings(program, quiet_model());
  EXPECT_EQ(timings[0].register_reads[0], 2);
  EXPECT_EQ(timings[0].register_reads[1], 1);
}

}  // namespace
}  // namespace warpglass::sim
