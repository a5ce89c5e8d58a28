#include "sim/sampling/communication.h"

#include <fmt/format.h>

namespace warpglass::sim {
namespace {

bool returns_result(const isa::Instruction& instruction) {
  for (const isa::Operand& operand : instruction.all_operands())
    if (operand.destination && operand.kind == isa::OperandKind::Register &&
        operand.index != isa::kRegisterZero)
      return true;
  return false;
}

bool is_strong(const isa::Instruction& instruction) {
  using isa::Modifier;
  return instruction.has(Modifier::GPU) || instruction.has(Modifier::SYS) || instruction.has(Modifier::MMIO);
}

bool reads_clock(const isa::Instruction& instruction) {
  using isa::SpecialRegister;
  for (const isa::Operand& operand : instruction.all_operands()) {
    if (operand.kind != isa::OperandKind::SpecialRegister) continue;
    switch (operand.special) {
      case SpecialRegister::ClockLo:
      case SpecialRegister::ClockHi:
      case SpecialRegister::GlobalTimerLo:
      case SpecialRegister::GlobalTimerHi:
        return true;
      default:
        break;
    }
  }
  return false;
}

}  // namespace

std::string communication(const isa::Program& program) {
  for (uint32_t i = 0; i < program.size(); ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    if (reads_clock(instruction))
      return fmt::format("the kernel reads a clock at 0x{:04x}, which does not run while work is left out",
                         i * isa::kInstructionBytes);
    if (instruction.space != isa::MemorySpace::Global && instruction.space != isa::MemorySpace::Generic)
      continue;
    const char* what = nullptr;
    if (instruction.category == isa::Category::Atomic && returns_result(instruction))
      what = "uses the result of an atomic";
    if (instruction.category == isa::Category::Load && is_strong(instruction))
      what = "loads what other blocks may have written";
    if (what != nullptr)
      return fmt::format("a block may depend on others: {} at 0x{:04x} {}", isa::name(instruction.opcode),
                         i * isa::kInstructionBytes, what);
  }
  return "";
}

}  // namespace warpglass::sim
