#include "isa/register_flow.h"

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

Operand reg(uint8_t index, bool destination = false, uint8_t width = 1) {
  Operand operand;
  operand.kind = OperandKind::Register;
  operand.index = index;
  operand.destination = destination;
  operand.width = width;
  return operand;
}

Instruction instruction_of(std::initializer_list<Operand> operands, uint8_t guard = kPredicateTrue) {
  Instruction instruction;
  instruction.opcode = Opcode::FADD;
  instruction.guard = guard;
  for (const Operand& operand : operands) instruction.operands[instruction.operand_count++] = operand;
  return instruction;
}

Program program_of(std::vector<Instruction> code) {
  Program program;
  program.instructions = std::move(code);
  Instruction leave;
  leave.opcode = Opcode::EXIT;
  program.instructions.push_back(leave);
  program.graph = build_control_flow_graph(program.instructions);
  return program;
}

std::vector<uint32_t> producers_of(const RegisterFlow& flow, uint32_t instruction) {
  std::vector<uint32_t> found;
  for (const ValueFlow& value : flow.producers(instruction)) found.push_back(value.producer);
  return found;
}

std::vector<uint32_t> consumers_of(const RegisterFlow& flow, uint32_t instruction) {
  std::vector<uint32_t> found;
  for (const ValueFlow& value : flow.consumers(instruction)) found.push_back(value.consumer);
  return found;
}

using Instructions = std::vector<uint32_t>;

TEST(RegisterFlow, AValueGoesToItsReadersUntilItIsOverwritten) {
  const Program program = program_of({instruction_of({reg(1, true)}),          // R1 =
                                      instruction_of({reg(2, true), reg(1)}),  // R2 = R1
                                      instruction_of({reg(1, true)}),          // R1 =
                                      instruction_of({reg(3, true), reg(1), reg(2)})});
  const RegisterFlow flow(program);
  EXPECT_EQ(consumers_of(flow, 0), (Instructions{1}));
  EXPECT_EQ(producers_of(flow, 3), (Instructions{1, 2}));
  EXPECT_EQ(flow.live_registers(0), 0u);
  EXPECT_EQ(flow.live_registers(1), 1u);
  EXPECT_EQ(flow.live_registers(3), 2u);
}

TEST(RegisterFlow, AGuardedWriteMayLeaveTheOldValue) {
  const Program program = program_of({instruction_of({reg(1, true)}), instruction_of({reg(1, true)}, 0),
                                      instruction_of({reg(2, true), reg(1)})});
  EXPECT_EQ(producers_of(RegisterFlow(program), 2), (Instructions{0, 1}));
}

TEST(RegisterFlow, AWideOperandIsAllItsRegisters) {
  const Program program =
      program_of({instruction_of({reg(4, true, 4)}), instruction_of({reg(9, true), reg(7)})});
  const RegisterFlow flow(program);
  const auto values = flow.producers(1);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(values[0].registers.count(), 1u);
  EXPECT_TRUE(values[0].registers[7]);
  EXPECT_EQ(register_name(7), "R7");
}

// 0: R1 = ; 1: R1 = R1 (loop); 2: if (P0) goto 1
TEST(RegisterFlow, ALoopFeedsItself) {
  Instruction back;
  back.opcode = Opcode::BRA;
  back.target = 1;
  back.guard = 0;
  const Program program =
      program_of({instruction_of({reg(1, true)}), instruction_of({reg(1, true), reg(1)}), back});
  EXPECT_EQ(producers_of(RegisterFlow(program), 1), (Instructions{0, 1}));
  EXPECT_EQ(consumers_of(RegisterFlow(program), 1), (Instructions{1}));
}

TEST(RegisterFlow, AnAddressReadsItsRegistersAndAStoreWritesNone) {
  const Instruction store =
      decode_line({"STG.E desc[UR6][R4.64+0x10], R11", 0x0000100b04007986ull, 0x004fe8000c101906ull});
  const RegisterSet read = registers_read(store);
  for (const char* name : {"R4", "R5", "R11", "UR6", "UR7"}) {
    bool found = false;
    for (size_t r = 0; r < read.size(); ++r) found = found || (read[r] && register_name(r) == name);
    EXPECT_TRUE(found) << name;
  }
  EXPECT_EQ(read.count(), 5u);
  EXPECT_TRUE(registers_written(store).none());
}

// The values of a real kernel are never used before they are made, and never need more registers than were
// allocated.
TEST(RegisterFlow, ARealKernelFitsIntoItsRegisters) {
  for (const char* kernel : {"_Z5stagePKfPfi", "_Z6choosePii"}) {
    const Program program = stored_program("sm_90", kernel);
    const RegisterFlow flow(program);
    for (uint32_t i = 0; i < program.size(); ++i)
      EXPECT_LE(flow.live_registers(i), program.registers) << kernel << " " << program.text[i];
    EXPECT_EQ(flow.live_registers(0), 0u)
        << kernel << ": R" << flow.live_registers(0) << " is read before it is written";
  }
}

}  // namespace
}  // namespace warpglass::isa
