// Binding of the accesses that may be deferred (access.h). What has no room elsewhere in the MicroOp is packed into
// the modifier fields of operand d, which these instructions use only for its row: operation | type << 8 | flags << 16.
#include "isa/semantics/access.h"

namespace warpglass::isa {
namespace {

constexpr uint32_t kSignExtends = 1u << 16, kHasResult = 1u << 17;

void pack(MicroOp& op, AtomicOperation operation, AtomicType type, uint32_t flags) {
  op.d.mask = static_cast<uint32_t>(operation) | static_cast<uint32_t>(type) << 8 | flags;
}

void bind_address(Binder& b) {
  const Operand& memory = *b.memory;
  b.op.kind = MicroKind::Memory;
  b.op.space = b.instruction.space;
  b.op.wide_address = memory.width == 2 && memory.index != kRegisterZero;
  b.op.a = b.op.b = Source{};
  if (memory.index != kRegisterZero) b.op.a.base = 0, b.op.a.offset = memory.index * kRowBytes;
  if (memory.uniform != kUniformRegisterZero) b.op.b.base = 0, b.op.b.offset = b.layout().uniform(memory.uniform);
  b.op.immediate = static_cast<uint32_t>(memory.value);
  b.op.immediate2 = memory.select == select::kScale4    ? 2
                    : memory.select == select::kScale8  ? 3
                    : memory.select == select::kScale16 ? 4
                                                        : 0;
  b.op.execute = perform_access;
}

AtomicType type_modifier(Binder& b) {
  const bool wide = b.has(Modifier::B64);
  b.has(Modifier::B32);
  b.has(Modifier::RN);
  b.has(Modifier::FTZ);
  if (b.has(Modifier::F16x2) ) return AtomicType::F16x2;
  if (b.has(Modifier::BF16x2) || b.has(Modifier::BF16_V2)) return AtomicType::BF16x2;
  if (b.has(Modifier::F32)) return AtomicType::F32;
  if (b.has(Modifier::F64)) return AtomicType::F64;
  if (b.has(Modifier::S64)) return AtomicType::S64;
  if (b.has(Modifier::U64)) return AtomicType::U64;
  if (b.has(Modifier::S32)) return wide ? AtomicType::S64 : AtomicType::S32;
  b.has(Modifier::U32);
  return wide ? AtomicType::U64 : AtomicType::U32;
}

bool find_operation(Binder& b, AtomicOperation& operation) {
  struct Name { Modifier modifier; AtomicOperation operation; };
  static constexpr Name names[] = {
      {Modifier::ADD, AtomicOperation::Add}, {Modifier::MIN, AtomicOperation::Min}, {Modifier::MAX, AtomicOperation::Max},
      {Modifier::DEC, AtomicOperation::Dec}, {Modifier::AND, AtomicOperation::And}, {Modifier::OR, AtomicOperation::Or},
      {Modifier::XOR, AtomicOperation::Xor}, {Modifier::EXCH, AtomicOperation::Exchange}};
  if (b.has(Modifier::POPC)) {
    operation = AtomicOperation::Increment;
    return b.has(Modifier::INC);
  }
  if (b.has(Modifier::CAST)) {
    b.has(Modifier::SPIN);
    operation = AtomicOperation::CompareSwapFlag;
    return true;
  }
  if (b.has(Modifier::CAS)) {
    operation = AtomicOperation::CompareSwap;
    return true;
  }
  if (b.has(Modifier::INC)) {
    operation = AtomicOperation::Inc;
    return true;
  }
  for (const Name& name : names)
    if (b.has(name.modifier)) {
      operation = name.operation;
      return true;
    }
  return false;
}

void ignore_order(Binder& b) {
  b.ignore({Modifier::E, Modifier::STRONG, Modifier::WEAK, Modifier::GPU, Modifier::SYS, Modifier::CTA, Modifier::SM, Modifier::VC,
            Modifier::PRIVATE, Modifier::MMIO, Modifier::EF, Modifier::EL, Modifier::LU, Modifier::EU, Modifier::NA, Modifier::EN,
            Modifier::LTC64B, Modifier::LTC128B, Modifier::LTC256B, Modifier::CONSTANT});
}

bool bind_atomic(Binder& b) {
  AtomicOperation operation{};
  if (b.memory == nullptr || b.predicates || !find_operation(b, operation)) return false;
  const AtomicType type = type_modifier(b);
  ignore_order(b);
  bind_address(b);
  const bool wide = type == AtomicType::U64 || type == AtomicType::S64 || type == AtomicType::F64;
  b.op.bytes = wide ? 8 : 4;
  b.op.result = b.result_row();
  b.op.c = b.source(0, ValueType::Integer);
  b.op.d = b.source(1, ValueType::Integer);
  const bool discards = b.results == 0 || b.result[0]->index == kRegisterZero;
  pack(b.op, operation, type, discards ? 0 : kHasResult);
  b.op.strong = b.op.space != MemorySpace::Shared;
  return true;
}

/// Bytes that a lane moves and whether they are sign-extended.
bool bind_width(Binder& b, bool& sign) {
  sign = b.has(Modifier::S8) || b.has(Modifier::S16);
  b.ignore({Modifier::U8, Modifier::U16, Modifier::B32, Modifier::B64, Modifier::B128});
  b.op.bytes = b.instruction.access_bytes;
  return b.op.bytes == 1 || b.op.bytes == 2 || b.op.bytes == 4 || b.op.bytes == 8 || b.op.bytes == 16;
}

bool bind_strong(Binder& b, AtomicOperation operation) {
  bool sign = false;
  if (b.memory == nullptr || b.predicates || b.predicate_results || !bind_width(b, sign)) return false;
  ignore_order(b);
  bind_address(b);
  b.op.result = b.result_row();
  if (operation == AtomicOperation::Store) b.op.c = b.source(0, ValueType::Integer);
  pack(b.op, operation, AtomicType::U32, sign && operation == AtomicOperation::Load ? kSignExtends : 0);
  b.op.strong = true;
  return true;
}

bool is_strong(const Instruction& instruction) {
  return instruction.has(Modifier::GPU) || instruction.has(Modifier::SYS) || instruction.has(Modifier::MMIO);
}

}  // namespace

bool bind_access(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::ATOM:
    case Opcode::ATOMG:
    case Opcode::ATOMS:
    case Opcode::RED:
    case Opcode::REDG:
    case Opcode::REDS: return bind_atomic(b);
    case Opcode::LDG:
    case Opcode::LD: return is_strong(b.instruction) && bind_strong(b, AtomicOperation::Load);
    case Opcode::STG:
    case Opcode::ST: return is_strong(b.instruction) && bind_strong(b, AtomicOperation::Store);
    default: return false;
  }
}

}  // namespace warpglass::isa
