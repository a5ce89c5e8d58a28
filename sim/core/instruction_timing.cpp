#include "sim/core/instruction_timing.h"

#include <algorithm>
#include <array>

namespace warpglass::sim {
namespace {

using isa::Category;
using isa::Instruction;
using isa::LatencyClass;
using isa::MemorySpace;
using isa::Operand;
using isa::OperandKind;

// Operands in slot order with the reuse flag of the previous instruction taken into account: a register that the same
// slot kept in the reuse cache is not read from its bank (Huerta et al., MICRO 2025, section on the register file cache).
unsigned register_delay(const Instruction* previous, const Instruction& instruction, const Model& model) {
  std::array<unsigned, 8> reads{};
  unsigned slot = 0;
  const auto kept = [&](unsigned wanted, uint8_t index) {
    if (previous == nullptr) return false;
    unsigned s = 0;
    for (const Operand& operand : previous->all_operands()) {
      if (operand.destination || operand.kind != OperandKind::Register) continue;
      if (s++ == wanted) return operand.reuse && operand.index == index;
    }
    return false;
  };
  for (const Operand& operand : instruction.all_operands()) {
    if (operand.destination || operand.kind != OperandKind::Register) continue;
    const unsigned this_slot = slot++;
    if (operand.index == isa::kRegisterZero || kept(this_slot, operand.index)) continue;
    for (unsigned i = 0; i < operand.width; ++i)
      ++reads[(operand.index + i) % static_cast<unsigned>(model.issue_register_banks)];
  }
  const unsigned most = *std::max_element(reads.begin(), reads.end());
  const auto ports = static_cast<unsigned>(model.issue_register_ports);
  const unsigned cycles = (most + ports - 1) / ports;
  const auto window = static_cast<unsigned>(model.issue_register_window);
  return cycles > window ? cycles - window : 0;
}

struct Route {
  Unit unit;
  Kind kind;
  int64_t interval;
  int64_t latency;
};

Route route(const Instruction& instruction, const Model& m) {
  switch (instruction.category) {
    case Category::Exit: return {Unit::Cbu, Kind::Exit, m.interval_cbu, 0};
    case Category::Branch: return {Unit::Cbu, Kind::Branch, m.interval_cbu, m.latency_alu};
    case Category::Convergence: return {Unit::Cbu, Kind::Pipe, m.interval_cbu, m.latency_alu};
    case Category::Barrier: return {Unit::Cbu, Kind::Barrier, m.interval_cbu, m.latency_alu};
    case Category::Fence:
      // Only MEMBAR waits; ERRBAR, CCTL and DEPBAR (whose wait is in its mask) pass through.
      return {Unit::None, instruction.opcode == isa::Opcode::MEMBAR ? Kind::Fence : Kind::Pipe, 1, m.latency_alu};
    case Category::Shuffle: return {Unit::Mio, Kind::Exchange, 1, m.latency_shuffle};
    case Category::Load:
    case Category::Store:
    case Category::Atomic:
    case Category::Reduction:
      if (instruction.space == MemorySpace::Constant)
        return instruction.opcode == isa::Opcode::ULDC
                   ? Route{Unit::Uniform, Kind::Pipe, m.interval_uniform, m.latency_uniform}
                   : Route{Unit::Mio, Kind::Constant, 1, m.latency_constant};
      if (instruction.space == MemorySpace::Shared)
        return {Unit::Mio, Kind::Shared, 1,
                instruction.category == Category::Load ? m.latency_shared : m.shared_atomic_latency};
      return {Unit::Lg, Kind::Memory, 1, m.l1_hit_latency};
    default: break;
  }
  if (instruction.opcode == isa::Opcode::IMAD) return {Unit::Imad, Kind::Pipe, m.interval_imad, m.latency_alu};
  switch (instruction.latency_class) {
    case LatencyClass::Fma: return {Unit::Fma, Kind::Pipe, m.interval_fma, m.latency_alu};
    case LatencyClass::ImadWide: return {Unit::Imad, Kind::Pipe, m.interval_imad, m.latency_alu};
    case LatencyClass::Half: return {Unit::Half, Kind::Pipe, m.interval_half, m.latency_alu};
    case LatencyClass::Double: return {Unit::Fp64, Kind::Pipe, m.interval_fp64, m.latency_fp64};
    case LatencyClass::Conversion:
    case LatencyClass::Mufu:
    case LatencyClass::Integer16: return {Unit::Xu, Kind::Pipe, m.interval_xu, m.latency_xu};
    case LatencyClass::Uniform: return {Unit::Uniform, Kind::Pipe, m.interval_uniform, m.latency_uniform};
    case LatencyClass::Vote: return {Unit::Alu, Kind::Pipe, m.interval_alu, m.latency_vote};
    case LatencyClass::Constant: return {Unit::Mio, Kind::Constant, 1, m.latency_constant};
    case LatencyClass::SpecialRegister: return {Unit::Mio, Kind::Queue, 1, m.latency_special_register};
    case LatencyClass::Tensor: return {Unit::Tensor, Kind::Pipe, m.interval_tensor, m.latency_tensor};
    case LatencyClass::Alu: return {Unit::Alu, Kind::Pipe, m.interval_alu, m.latency_alu};
    default: return {Unit::None, Kind::Pipe, 1, m.latency_alu};
  }
}

// DEPBAR.LE SBn, N waits until at most N releases of SBn are outstanding. Releases are not kept apart here, so it waits
// for all of them: exact for N = 0, too long for pipelined asynchronous copies.
uint8_t waits_for(const Instruction& instruction) {
  unsigned mask = instruction.control.wait_mask;
  if (instruction.opcode == isa::Opcode::DEPBAR)
    for (const Operand& operand : instruction.all_operands())
      if (operand.kind == OperandKind::Scoreboard && operand.index < 6) mask |= 1u << operand.index;
  return static_cast<uint8_t>(mask);
}

uint32_t constant_line(const Instruction& instruction) {
  for (const Operand& operand : instruction.all_operands()) {
    if (operand.kind != OperandKind::Constant || operand.index != isa::kRegisterZero) continue;
    if (operand.value < 0 || operand.value >= kConstantLineBytes * kConstantLinesPerBank || operand.bank > 31) continue;
    return operand.bank * kConstantLinesPerBank + static_cast<uint32_t>(operand.value) / kConstantLineBytes + 1;
  }
  return 0;
}

}  // namespace

std::vector<InstructionTiming> instruction_timings(const isa::Program& program, const Model& model) {
  std::vector<InstructionTiming> timings(program.size());
  for (uint32_t i = 0; i < program.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    const Route to = route(instruction, model);
    InstructionTiming& timing = timings[i];
    timing.unit = to.unit;
    timing.kind = to.kind;
    timing.interval = static_cast<uint8_t>(std::min<int64_t>(to.interval, 255));
    timing.latency = static_cast<uint16_t>(to.latency);
    timing.stall = std::max<uint8_t>(1, instruction.control.stall);
    timing.yield = instruction.control.yield;
    timing.write_scoreboard = instruction.control.write_scoreboard;
    timing.read_scoreboard = instruction.control.read_scoreboard;
    timing.wait_mask = waits_for(instruction);
    timing.category = instruction.category;
    timing.access_bytes = instruction.access_bytes;
    timing.long_scoreboard = to.kind == Kind::Memory;
    timing.constant_line = constant_line(instruction);
    timing.register_delay =
        static_cast<uint8_t>(register_delay(i > 0 ? &program.instructions[i - 1] : nullptr, instruction, model));
  }
  return timings;
}

}  // namespace warpglass::sim
