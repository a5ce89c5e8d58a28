#include "sim/core/instruction_timing.h"

#include "sim/core/constant_caches.h"

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

// What the operand collector still holds: for each operand slot and bank the register that was read last, if its reuse flag
// was set. Measured: kernels/micro/probes/register_banks.cu, H200, 2026-11: an operand is read once for all slots of an instruction
// that name it; one that the same slot kept is not read; a read of the slot and bank replaces what was kept.
class KeptOperands {
 public:
  KeptOperands() {
    for (auto& slot : kept_) slot.fill(kNone);
  }
  std::array<uint8_t, kMostRegisterBanks> reads(const Instruction& instruction, unsigned banks) {
    std::array<uint8_t, kMostRegisterBanks> count{};
    std::array<uint8_t, 32> seen;
    size_t seen_count = 0;
    unsigned slot = 0;
    for (const Operand& operand : instruction.all_operands()) {
      if (operand.destination || !takes_slot(operand.kind)) continue;
      const unsigned own = std::min(slot++, kSlots - 1);
      if (operand.kind != OperandKind::Register || operand.index == isa::kRegisterZero) continue;
      for (unsigned i = 0; i < std::max<unsigned>(operand.width, 1); ++i) {
        const auto index = static_cast<uint8_t>(operand.index + i);
        const unsigned bank = index % banks;
        uint16_t& kept = kept_[own][bank];
        const bool known = kept == index || std::find(seen.begin(), seen.begin() + seen_count, index) != seen.begin() + seen_count;
        if (!known) ++count[bank];
        if (seen_count < seen.size()) seen[seen_count++] = index;
        kept = operand.reuse ? index : kNone;
      }
    }
    return count;
  }

 private:
  static constexpr unsigned kSlots = 3;
  static constexpr uint16_t kNone = 0xffff;
  static bool takes_slot(OperandKind kind) {
    return kind == OperandKind::Register || kind == OperandKind::UniformRegister || kind == OperandKind::Immediate || kind == OperandKind::Constant;
  }
  std::array<std::array<uint16_t, kMostRegisterBanks>, kSlots> kept_;
};

struct Route {
  Unit unit;
  Kind kind;
  int64_t interval;
  int64_t latency;
};

uint32_t constant_line(const Instruction& instruction) {
  for (const Operand& operand : instruction.all_operands()) {
    if (operand.kind != OperandKind::Constant || operand.index != isa::kRegisterZero) continue;
    if (operand.value < 0 || operand.value >= int64_t{kConstantLineBytes} * kConstantLinesPerBank || operand.bank >= kConstantBanks) continue;
    return operand.bank * kConstantLinesPerBank + static_cast<uint32_t>(operand.value) / kConstantLineBytes + 1;
  }
  return 0;
}

// Special registers that are the LSU's, not the ADU's.
bool reads_thread(const Instruction& instruction) {
  for (const Operand& operand : instruction.all_operands()) {
    if (operand.kind != OperandKind::SpecialRegister) continue;
    const isa::SpecialRegister special = operand.special;
    if (special == isa::SpecialRegister::LaneId || special == isa::SpecialRegister::TidX || special == isa::SpecialRegister::TidY || special == isa::SpecialRegister::TidZ) return true;
  }
  return false;
}

Route route(const Instruction& instruction, const Model& m) {
  switch (instruction.category) {
    case Category::Exit: return {Unit::Cbu, Kind::Exit, m.interval_cbu, 0};
    case Category::Branch: return {Unit::Cbu, Kind::Branch, m.interval_cbu, m.latency_alu};
    case Category::Convergence: return {Unit::Cbu, Kind::Pipe, m.interval_cbu, m.latency_alu};
    case Category::Barrier: return {Unit::Cbu, Kind::Barrier, m.interval_cbu, m.latency_alu};
    case Category::Fence:
      // Only MEMBAR waits; ERRBAR, CCTL and DEPBAR (whose wait is in its mask) pass through. An SM's own accesses are in order, so
      // that a fence among its threads costs nothing (kernels/micro/probes/control.cu, MEMBAR.CTA, H200, 2026-11).
      return {Unit::None, instruction.opcode == isa::Opcode::MEMBAR && !instruction.has(isa::Modifier::CTA) ? Kind::Fence : Kind::Pipe, 1, m.latency_alu};
    case Category::Shuffle:
      if (instruction.opcode == isa::Opcode::REDUX) return {Unit::Mio, Kind::Adu, 1, m.latency_redux};
      if (instruction.opcode == isa::Opcode::MATCH) return {Unit::Mio, Kind::Adu, 1, m.latency_match};
      if (instruction.latency_class == LatencyClass::Vote) return {Unit::Alu, Kind::Pipe, m.interval_alu, m.latency_vote};
      return {Unit::Mio, Kind::Exchange, 1, m.latency_shuffle};
    case Category::Load:
    case Category::Store:
    case Category::Atomic:
    case Category::Reduction:
      if (instruction.space == MemorySpace::Constant)
        return instruction.opcode == isa::Opcode::ULDC
                   ? Route{Unit::Uniform, Kind::Pipe, m.interval_uniform, m.latency_uniform}
                   : Route{Unit::Mio, Kind::Constant, 1, constant_line(instruction) != 0 ? m.latency_constant_fixed : m.latency_constant};
      if (instruction.space == MemorySpace::Shared)
        return {Unit::Mio, Kind::Shared, 1,
                instruction.category == Category::Load ? m.latency_shared : m.shared_atomic_latency};
      return {Unit::Lg, Kind::Memory, 1, m.l1_hit_latency};
    default: break;
  }
  // On the heavy fma pipe (ncu's counts of kernels/micro/probes/ops_integer.cu, H200, 2026-11).
  if (instruction.opcode == isa::Opcode::IMAD || instruction.opcode == isa::Opcode::VIADD) {
    if (instruction.has(isa::Modifier::HI) || instruction.has(isa::Modifier::WIDE)) return {Unit::Imad, Kind::Pipe, m.interval_imad_wide, m.latency_imad_wide};
    return {Unit::Imad, Kind::Pipe, m.interval_imad, m.latency_alu};
  }
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
    case LatencyClass::SpecialRegister:
      if (instruction.opcode == isa::Opcode::S2UR) return {Unit::Uniform, Kind::Adu, 1, m.latency_uniform_special_register};
      return {Unit::Mio, Kind::Adu, 1, reads_thread(instruction) ? m.latency_thread_register : m.latency_special_register};
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

uint8_t constant_bank(const Instruction& instruction) {
  if (instruction.space != MemorySpace::Constant || instruction.category != Category::Load) return kNoConstantBank;
  for (const Operand& operand : instruction.all_operands())
    if (operand.kind == OperandKind::Constant && operand.index != isa::kRegisterZero && operand.bank < kConstantBanks) return static_cast<uint8_t>(operand.bank);
  return kNoConstantBank;
}

bool reads_time(const Instruction& instruction) {
  for (const Operand& operand : instruction.all_operands()) {
    if (operand.kind != OperandKind::SpecialRegister) continue;
    switch (operand.special) {
      case isa::SpecialRegister::ClockLo:
      case isa::SpecialRegister::ClockHi:
      case isa::SpecialRegister::GlobalTimerLo:
      case isa::SpecialRegister::GlobalTimerHi: return true;
      default: break;
    }
  }
  return false;
}

// A warp that has arrived at a barrier goes on until an instruction that is not arithmetic of fixed latency. Measured:
// kernels/micro/probes/barrier_shadow.cu, H200, 2026-11.
bool passes_barrier(const Route& to) {
  if (to.kind != Kind::Pipe) return false;
  switch (to.unit) {
    case Unit::Alu:
    case Unit::Fma:
    case Unit::Imad:
    case Unit::Half:
    case Unit::Fp64: return true;
    default: return false;
  }
}

}  // namespace

std::vector<InstructionTiming> instruction_timings(const isa::Program& program, const Model& model) {
  std::vector<InstructionTiming> timings(program.size());
  KeptOperands kept;
  const auto banks = static_cast<unsigned>(model.issue_register_banks);
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
    timing.reads_time = reads_time(instruction);
    timing.long_scoreboard = to.kind == Kind::Memory;
    timing.constant_line = constant_line(instruction);
    timing.constant_bank = constant_bank(instruction);
    timing.reconverges = instruction.opcode == isa::Opcode::BSYNC;
    timing.passes_barrier = model.issue_barrier_deferred != 0 && passes_barrier(to);
    timing.merges_lanes = instruction.has(isa::Modifier::POPC);
    // Instructions that go to a queue read their operands later, from what the pipes leave.
    const auto reads = kept.reads(instruction, banks);
    if (timing.kind == Kind::Pipe) timing.register_reads = reads;
  }
  return timings;
}

}  // namespace warpglass::sim
