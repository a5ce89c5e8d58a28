#include "isa/program.h"

#include <bit>

#include "isa/cubin.h"
#include "isa/disassembly.h"
#include "isa/opcode_table.h"
#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

TEST(Program, Stage) {
  const Program program = stored_program("sm_90", "_Z5stagePKfPfi");
  EXPECT_EQ(program.sm, 90u);
  EXPECT_EQ(program.parameter_base, 0x210u);
  EXPECT_EQ(program.barriers, 1u);
  ASSERT_GT(program.size(), 0x40u);
  EXPECT_EQ(program.text[0x33], "FFMA R4, R8, 0.10000000149011611938, R3");
  const Instruction& fma = program.instructions[0x33];
  EXPECT_EQ(fma.operands[2].value, 0x3dcccccd);
  // The inlined function is on its own line of the source.
  EXPECT_TRUE(program.files[program.locations[0x38].file].ends_with("basic.cu"));
  EXPECT_EQ(program.instructions[0xb].target, 0x34u);
  EXPECT_EQ(program.instructions[0x27].target, 0x18u);
  // The loop over 0x180…0x270 and its exit.
  const ControlFlowGraph& graph = program.graph;
  EXPECT_EQ(graph.loop_head[graph.block_of[0x20]], graph.block_of[0x18]);
  EXPECT_EQ(graph.reconvergence(0xb), 0x34u);
}

TEST(Program, JumpTable) {
  const Program program = stored_program("sm_90", "_Z6choosePii");
  ASSERT_FALSE(program.indirect_branches.empty());
  for (const IndirectBranch& branch : program.indirect_branches) {
    EXPECT_EQ(program.instructions[branch.instruction].opcode, Opcode::BRX);
    EXPECT_GE(branch.targets.size(), 2u);
    EXPECT_FALSE(program.graph.blocks[program.graph.block_of[branch.instruction]].successors.empty());
  }
}

TEST(Program, CallsInsideAndOutside) {
  for (const char* architecture : {"sm_80", "sm_90"}) {
    const Program program = stored_program(architecture, "_Z5callsPi");
    unsigned calls = 0;
    for (uint32_t i = 0; i < program.size(); ++i)
      if (program.instructions[i].opcode == Opcode::CALL && program.instructions[i].has(Modifier::REL)) {
        EXPECT_NE(program.instructions[i].target, kNoTarget);
        ++calls;
      }
    EXPECT_EQ(calls, 1u) << architecture;
  }
}

/// `width` bits from bit `lowest` of the encoding.
uint64_t field(const Instruction& instruction, unsigned lowest, unsigned width) {
  const uint64_t bits = lowest < 64 ? instruction.bits_low >> lowest : instruction.bits_high >> (lowest - 64);
  return bits & ((uint64_t{1} << width) - 1);
}

// What text and encoding both tell must agree, in every instruction of every kernel.
TEST(Program, TextAgreesWithEncoding) {
  for (const char* architecture : {"sm_80", "sm_90"}) {
    const auto bytes = stored_cubin(architecture);
    const std::string text = stored_disassembly(architecture);
    for (const CubinKernel& kernel : read_cubin(bytes).kernels) {
      const Program program = load_program(bytes, text, kernel.name);
      for (uint32_t i = 0; i < program.size(); ++i) {
        const Instruction& instruction = program.instructions[i];
        EXPECT_EQ(instruction.guard, field(instruction, 12, 3)) << program.text[i];
        EXPECT_EQ(instruction.guard_negate, field(instruction, 15, 1)) << program.text[i];
        int reused = 0;
        for (const Operand& operand : instruction.all_operands()) reused += operand.reuse;
        EXPECT_EQ(reused, std::popcount(instruction.control.reuse)) << program.text[i];
        for (const Operand& operand : instruction.all_operands()) {
          const bool is_register =
              operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister;
          if (!operand.destination || !is_register) continue;
          EXPECT_EQ(operand.index, field(instruction, 16, operand.kind == OperandKind::Register ? 8 : 6))
              << program.text[i];
        }
      }
    }
  }
}

TEST(Program, RefusesWhatDoesNotBelongTogether) {
  const auto bytes = stored_cubin("sm_90");
  const std::string text = stored_disassembly("sm_90");
  const std::string kernel = "_Z5stagePKfPfi";
  const auto refuse = [&](const std::vector<uint8_t>& cubin, const std::string& disassembly,
                          const std::string& name, ExitCode code, const std::string& part) {
    expect_error([&] { load_program(cubin, disassembly, name); }, code, part);
  };
  refuse(bytes, text, "nothing", ExitCode::BadInput, "no kernel nothing (there are: ");
  refuse(bytes, "", kernel, ExitCode::BadInput, "does not contain this kernel");
  refuse(bytes, stored_disassembly("sm_80"), kernel, ExitCode::BadInput, "its disassembly for sm_80");

  std::string changed = text;
  const size_t at = changed.find("0x000000070000720c");
  ASSERT_NE(at, std::string::npos);
  changed[at + 10] = '1';
  refuse(bytes, changed, kernel, ExitCode::BadInput, "at 0x0060 (disassembly, line ");

  auto foreign = bytes;
  foreign[0x31] = 100;  // e_flags: sm_100
  refuse(foreign, text, kernel, ExitCode::Unsupported, "sm_100 is not supported");
}

TEST(Program, RefusesDisassemblyOfAnotherLength) {
  const std::string text = stored_disassembly("sm_90");
  const size_t start = text.find(".section\t.text._Z5stagePKfPfi");
  const size_t end = text.find("        /*0480*/", start);
  ASSERT_NE(end, std::string::npos);
  expect_error([&] { load_program(stored_cubin("sm_90"), text.substr(0, end), "_Z5stagePKfPfi"); },
               ExitCode::BadInput, "they do not belong together");
}

}  // namespace
}  // namespace warpglass::isa
