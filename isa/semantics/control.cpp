#include "isa/semantics/control.h"

namespace warpglass::isa {
namespace {

/// All modifiers of an instruction that does nothing here.
void ignore_all(Binder& b) {
  for (unsigned i = 0; i < b.instruction.modifier_count; ++i) b.has(b.instruction.modifiers[i]);
}

bool nothing(Binder& b) {
  ignore_all(b);
  b.op.kind = MicroKind::Nothing;
  return true;
}

const Operand* find(const Binder& b, OperandKind kind) {
  for (const Operand& operand : b.instruction.all_operands())
    if (operand.kind == kind) return &operand;
  return nullptr;
}

/// First register operand as source a.
void bind_register(Binder& b) {
  b.op.a = Source{};
  for (const Operand& operand : b.instruction.all_operands())
    if (operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister ||
        operand.kind == OperandKind::Immediate) {
      b.op.a = b.source_of(operand, ValueType::Integer);
      return;
    }
}

/// Predicate operands: the branch is taken where all are true.
void bind_predicates(Binder& b) {
  b.op.p0 = b.predicate_source(0);
  b.op.p1 = b.predicate_source(1);
}

bool branch(Binder& b) {
  b.has(Modifier::U);
  b.has(Modifier::INC);
  bind_predicates(b);
  if (b.has(Modifier::DIV) || b.has(Modifier::CONV)) {
    if (b.instruction.has(Modifier::DIV) == b.instruction.has(Modifier::CONV)) return false;
    b.op.kind = MicroKind::BranchDivergent;
    b.op.immediate2 = b.instruction.has(Modifier::CONV);
    bind_register(b);
  } else {
    b.op.kind = MicroKind::Branch;
  }
  return b.op.target != kNoTarget;
}

bool branch_indexed(Binder& b) {
  bind_predicates(b);
  bind_register(b);
  b.op.kind = MicroKind::BranchIndexed;
  if (const Operand* offset = find(b, OperandKind::Immediate)) b.op.immediate = static_cast<uint32_t>(offset->value);
  return true;
}

bool call(Binder& b) {
  b.has(Modifier::NOINC);
  bind_predicates(b);
  b.op.kind = MicroKind::Call;
  return b.has(Modifier::REL) && b.op.target != kNoTarget;
}

bool return_to(Binder& b) {
  b.has(Modifier::NODEC);
  bind_predicates(b);
  bind_register(b);
  b.op.kind = MicroKind::Return;
  return b.has(Modifier::REL);
}

bool convergence(Binder& b, MicroKind kind) {
  const Operand* barrier = find(b, OperandKind::ConvergenceBarrier);
  if (barrier == nullptr || barrier->index >= kConvergenceBarriers) return false;
  bind_predicates(b);
  b.op.kind = kind;
  b.op.immediate = barrier->index;
  return true;
}

bool move_barrier(Binder& b) {
  b.has(Modifier::B32);
  b.op.immediate2 = b.has(Modifier::CLEAR);
  if (b.instruction.operand_count != 2) return false;
  const Operand& to = b.instruction.operands[0];
  if (!convergence(b, to.kind == OperandKind::ConvergenceBarrier ? MicroKind::RegisterToBarrier : MicroKind::BarrierToRegister))
    return false;
  if (b.op.kind == MicroKind::RegisterToBarrier) {
    b.op.a = b.source_of(b.instruction.operands[1], ValueType::Integer);
  } else {
    b.op.result = b.row_of(to);
  }
  return true;
}

bool warp_sync(Binder& b) {
  b.op.kind = MicroKind::WarpSync;
  b.has(Modifier::COLLECTIVE);
  if (b.has(Modifier::EXCLUSIVE)) return false;
  b.op.immediate2 = b.has(Modifier::ALL);
  if (!b.op.immediate2) bind_register(b);
  return true;
}

bool block_barrier(Binder& b) {
  b.op.kind = MicroKind::Barrier;
  b.has(Modifier::DEFER_BLOCKING);
  b.op.p0 = b.predicate_source(0);
  if (b.has(Modifier::SYNC)) {
    b.op.immediate2 = kBarrierSync;
  } else if (b.has(Modifier::ARV)) {
    b.op.immediate2 = kBarrierArrive;
  } else if (b.has(Modifier::RED)) {
    b.op.immediate2 = b.has(Modifier::POPC) ? kBarrierReducePopc : b.has(Modifier::AND) ? kBarrierReduceAnd : kBarrierReduceOr;
    b.has(Modifier::OR);
  } else {
    return false;
  }
  if (b.values < 1) return false;
  b.op.a = b.source(0, ValueType::Integer);
  b.op.b = b.source(1, ValueType::Integer);
  b.op.immediate = b.values > 1 ? kBarrierCounted : kBarrierWholeBlock;
  // BAR.SYNC R5, R5: one register with the count above the number.
  if (b.values > 1 && b.value[0]->kind == OperandKind::Register && b.value[1]->kind == OperandKind::Register) {
    if (b.value[0]->index != b.value[1]->index) return false;
    b.op.immediate = kBarrierPacked;
  }
  return true;
}

}  // namespace

bool bind_control(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::NOP:
    case Opcode::PMTRIG:
    case Opcode::LDGDEPBAR:
    case Opcode::DEPBAR:
    case Opcode::MEMBAR:
    case Opcode::ERRBAR:
    case Opcode::CGAERRBAR:
    case Opcode::CCTL:
    case Opcode::CCTLL:
    case Opcode::CCTLT:
    case Opcode::FENCE:
    case Opcode::PREEXIT:
    case Opcode::ACQBULK:
    case Opcode::ENDCOLLECTIVE: return nothing(b);
    case Opcode::NANOSLEEP:
    case Opcode::YIELD:
      ignore_all(b);
      b.op.kind = MicroKind::Yield;
      return true;
    case Opcode::BRA: return branch(b);
    case Opcode::BRX: return branch_indexed(b);
    case Opcode::CALL: return call(b);
    case Opcode::RET: return return_to(b);
    case Opcode::EXIT:
      bind_predicates(b);
      b.op.kind = MicroKind::Exit;
      return true;
    case Opcode::KILL: b.op.kind = MicroKind::Kill; return true;
    case Opcode::BSSY: return convergence(b, MicroKind::Bssy);
    case Opcode::BSYNC: return convergence(b, MicroKind::Bsync);
    case Opcode::BREAK: return convergence(b, MicroKind::Break);
    case Opcode::BMOV: return move_barrier(b);
    case Opcode::WARPSYNC: return warp_sync(b);
    case Opcode::BAR: return block_barrier(b);
    default: return false;
  }
}

}  // namespace warpglass::isa
