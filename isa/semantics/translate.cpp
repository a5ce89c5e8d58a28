#include "isa/semantics/translate.h"

#include <algorithm>

#include "base/error.h"
#include "isa/semantics/access.h"
#include "isa/semantics/control.h"

namespace warpglass::isa {

namespace baseline {
Execute bind(Binder& b);
uint32_t run_lanes(WarpState& w, const MicroOp* ops, InstructionCounts* counts, uint32_t budget);
}  // namespace baseline
namespace v3 {
Execute bind(Binder& b);
uint32_t run_lanes(WarpState& w, const MicroOp* ops, InstructionCounts* counts, uint32_t budget);
}  // namespace v3
namespace v4 {
Execute bind(Binder& b);
uint32_t run_lanes(WarpState& w, const MicroOp* ops, InstructionCounts* counts, uint32_t budget);
}  // namespace v4

Level best_level() {
#ifdef WARPGLASS_HAS_LEVELS
  static const Level level = [] {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
      return Level::V4;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) return Level::V3;
    return Level::Baseline;
  }();
  return level;
#else
  return Level::Baseline;
#endif
}

std::string_view name(Level level) {
  switch (level) {
    case Level::V3: return "x86-64-v3";
    case Level::V4: return "x86-64-v4";
    default: return "baseline";
  }
}

namespace {

Execute bind_at(Level level, Binder& b) {
#ifdef WARPGLASS_HAS_LEVELS
  if (level == Level::V4) return v4::bind(b);
  if (level == Level::V3) return v3::bind(b);
#endif
  (void)level;
  return baseline::bind(b);
}

RunLanes run_lanes_at(Level level) {
#ifdef WARPGLASS_HAS_LEVELS
  if (level == Level::V4) return v4::run_lanes;
  if (level == Level::V3) return v3::run_lanes;
#endif
  (void)level;
  return baseline::run_lanes;
}

/// Instructions of the uniform data path act once for the warp; so do those that write a uniform register or predicate
/// from warp-wide values, but these look at the executed lanes (R2UR, REDUX, VOTEU…).
bool is_uniform(const Instruction& instruction) {
  return instruction.pipe == Pipe::Uniform && instruction.opcode != Opcode::R2UR;
}
bool is_uniform_load(Opcode opcode) {
  return opcode == Opcode::ULDC || opcode == Opcode::S2UR || opcode == Opcode::VOTEU;
}

RowLayout layout_of(const Program& program) {
  RowLayout layout;
  layout.registers = std::clamp(program.registers, 1u, 255u);
  for (const Instruction& instruction : program.instructions)
    for (const Operand& operand : instruction.all_operands()) {
      const uint32_t width = std::max<uint32_t>(operand.width, 1);
      const auto grow = [&](uint32_t& count, uint32_t index, uint32_t limit) {
        if (index < limit) count = std::max(count, index + 4 * ((width + 3) / 4));
      };
      if (operand.kind == OperandKind::Register || operand.kind == OperandKind::Memory || operand.kind == OperandKind::Constant)
        grow(layout.registers, operand.index, kRegisterZero);
      if (operand.kind == OperandKind::UniformRegister) grow(layout.uniform_registers, operand.index, kUniformRegisterZero);
      grow(layout.uniform_registers, operand.uniform, kUniformRegisterZero);
    }
  return layout;
}

[[noreturn]] void refuse(const Program& program, uint32_t index, const char* why) {
  const std::string text = index < program.text.size() ? program.text[index] : std::string(name(program.instructions[index].opcode));
  throw unsupported("{} at 0x{:04x} of kernel {} {}: {}", name(program.instructions[index].opcode), index * kInstructionBytes,
                    program.kernel, why, text);
}

void translate_one(const Program& program, uint32_t index, const ConstantBanks& banks, Level level, Translation& out) {
  const Instruction& instruction = program.instructions[index];
  MicroOp& op = out.ops[index];
  op.index = index;
  op.instruction = &instruction;
  op.target = instruction.target;
  op.guard.slot = instruction.guard_uniform ? kUniformPredicateBase + instruction.guard % 8u : instruction.guard % 8u;
  op.guard.flip = instruction.guard_negate ? kAllLanes : 0;
  Binder binder(instruction, op, out.layout, out.splats, banks);
  if (!bind_control(binder) && !bind_access(binder)) {
    op.execute = bind_at(level, binder);
    if (op.execute == nullptr) refuse(program, index, "has no semantics");
    op.uniform = is_uniform(instruction) || is_uniform_load(instruction.opcode);
  }
  if (binder.problem) refuse(program, index, binder.problem);
  if (!binder.all_modifiers_known()) refuse(program, index, "has a modifier without semantics");
}

/// True when some backward branch spans an instruction through which another block's progress can be seen.
bool spins(const Program& program, const std::vector<MicroOp>& ops) {
  std::vector<uint32_t> waits(ops.size() + 1, 0);
  for (size_t i = 0; i < program.size(); ++i) waits[i + 1] = waits[i] + (ops[i].strong && program.instructions[i].category != Category::Store &&
                                                                      program.instructions[i].category != Category::Reduction);
  for (size_t i = 0; i < program.size(); ++i) {
    const bool backward = ops[i].kind == MicroKind::Branch && ops[i].target <= i;
    if (backward && waits[i + 1] != waits[ops[i].target]) return true;
    if (ops[i].kind == MicroKind::BranchIndexed && waits[program.size()]) return true;
  }
  return false;
}

}  // namespace

Translation translate(const Program& program, const ConstantBanks& banks, Level level) {
  Translation out;
  out.layout = layout_of(program);
  out.run_lanes = run_lanes_at(level);
  out.ops.resize(program.instructions.size() + 1);
  for (uint32_t i = 0; i < program.size(); ++i) translate_one(program, i, banks, level, out);
  // A program that runs past its end stops there.
  out.ops.back().kind = MicroKind::PastEnd;
  out.ops.back().index = program.size();
  for (const MicroOp& op : out.ops) out.has_global_atomics |= op.strong;
  out.may_spin = spins(program, out.ops);
  return out;
}

}  // namespace warpglass::isa
