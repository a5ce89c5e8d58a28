#include "isa/semantics/binder.h"

namespace warpglass::isa {

uint32_t SplatRows::append(uint32_t value) {
  const auto offset = static_cast<uint32_t>(words_.size() * sizeof(uint32_t));
  words_.insert(words_.end(), kWarpLanes, value);
  return offset;
}

uint32_t SplatRows::single(uint32_t value) {
  if (value == 0) return zero();
  const auto [place, fresh] = singles_.try_emplace(value, 0);
  if (fresh) place->second = append(value);
  return place->second;
}

uint32_t SplatRows::pair(uint32_t low, uint32_t high) {
  if (low == 0 && high == 0) return zero();
  const auto [place, fresh] = pairs_.try_emplace(uint64_t{high} << 32 | low, 0);
  if (fresh) {
    place->second = append(low);
    append(high);
  }
  return place->second;
}

uint32_t SplatRows::quad(const std::array<uint32_t, 4>& words) {
  const uint32_t offset = append(words[0]);
  for (int i = 1; i < 4; ++i) append(words[i]);
  return offset;
}

Binder::Binder(const Instruction& in, MicroOp& out, const RowLayout& layout, SplatRows& splats,
               const ConstantBanks& banks)
    : instruction(in), op(out), layout_(layout), splats_(splats), banks_(banks) {
  classify();
}

namespace {
bool is_predicate(const Operand& operand) {
  return operand.kind == OperandKind::Predicate || operand.kind == OperandKind::UniformPredicate;
}
}  // namespace

/// Predicates directly after the destination register are carry-outs and second results, whatever their number: the
/// disassembly leaves out those that are PT. PLOP3 and the compares have two leading predicates; VOTE's last is a source.
void Binder::classify() {
  unsigned written = 0;
  const auto operands = instruction.all_operands();
  for (const Operand& operand : operands) written += operand.destination;
  for (const Operand& operand : operands) {
    if (is_predicate(operand)) {
      if (operand.destination) {
        if (predicate_results < predicate_result.size()) predicate_result[predicate_results++] = &operand;
      } else if (predicates < predicate.size()) {
        predicate[predicates++] = &operand;
      }
    } else if (operand.kind == OperandKind::Memory) {
      memory = memory ? memory : &operand;
      if (memory != &operand && values < value.size()) value[values++] = &operand;
    } else if (operand.destination) {
      if (results < result.size()) result[results++] = &operand;
    } else if (values < value.size()) {
      value[values++] = &operand;
    }
  }
  (void)written;
}

bool Binder::has(Modifier modifier) {
  bool found = false;
  for (unsigned i = 0; i < instruction.modifier_count; ++i)
    if (instruction.modifiers[i] == modifier) {
      seen_ |= 1u << i;
      found = true;
    }
  return found;
}

void Binder::ignore(std::initializer_list<Modifier> modifiers) {
  for (Modifier modifier : modifiers) has(modifier);
}

uint32_t Binder::row_of(const Operand& operand) const {
  if (operand.kind == OperandKind::UniformRegister)
    return operand.index == kUniformRegisterZero ? layout_.sink() : layout_.uniform(operand.index);
  if (operand.index == kRegisterZero) return layout_.sink();
  return operand.index * kRowBytes;
}

bool Binder::constant_word(const Operand& operand, uint32_t word, uint32_t& out) {
  const auto& bank = banks_[operand.bank % banks_.size()];
  const uint64_t offset = static_cast<uint64_t>(operand.value) + 4 * word;
  if (operand.bank >= banks_.size() || offset + 4 > bank.size()) {
    problem = "reads a constant bank word that the capsule does not hold";
    return false;
  }
  __builtin_memcpy(&out, bank.data() + offset, 4);
  return true;
}

namespace {
void apply_modifiers(const Operand& operand, ValueType type, Source& s) {
  switch (type) {
    case ValueType::Float:
    case ValueType::Double:  // acts on the high word
      if (operand.absolute) s.mask = 0x7fffffffu;
      if (operand.negate) s.flip = 0x80000000u;
      break;
    case ValueType::Half:
      if (operand.absolute) s.mask = 0x7fff7fffu;
      if (operand.negate) s.flip = 0x80008000u;
      break;
    case ValueType::Integer:
    case ValueType::Integer64:
      if (operand.negate) s.flip = 0xffffffffu, s.add = 1;
      break;
  }
  if (operand.invert) s.flip = 0xffffffffu, s.add = 0;
}
}  // namespace

Source Binder::source_of(const Operand& operand, ValueType type) {
  Source s;
  const bool wide = type == ValueType::Double || type == ValueType::Integer64;
  switch (operand.kind) {
    case OperandKind::Register:
      if (operand.index != kRegisterZero) s.base = 0, s.offset = operand.index * kRowBytes;
      break;
    case OperandKind::UniformRegister:
      if (operand.index != kUniformRegisterZero) s.base = 0, s.offset = layout_.uniform(operand.index);
      break;
    case OperandKind::Immediate: {
      const auto bits = static_cast<uint32_t>(operand.value);
      // An fp64 immediate is its whole pattern; a 64-bit integer operand's immediate is sign-extended.
      if (type == ValueType::Double)
        s.offset = splats_.pair(bits, static_cast<uint32_t>(static_cast<uint64_t>(operand.value) >> 32));
      else if (type == ValueType::Integer64)
        s.offset = splats_.pair(bits, bits >> 31 ? 0xffffffffu : 0);
      else
        s.offset = splats_.single(bits);
      break;
    }
    case OperandKind::Constant: {
      uint32_t low = 0, high = 0;
      if (operand.index != kRegisterZero) {
        problem = "uses an indexed constant operand";
        break;
      }
      if (!constant_word(operand, 0, low) || (wide && !constant_word(operand, 1, high))) break;
      s.offset = wide ? splats_.pair(low, high) : splats_.single(low);
      break;
    }
    default:
      problem = "has an operand kind that has no semantics";
  }
  apply_modifiers(operand, type, s);
  return s;
}

Source Binder::source(unsigned i, ValueType type) { return i < values ? source_of(*value[i], type) : Source{}; }

uint8_t Binder::slot_of(const Operand& operand) {
  return operand.kind == OperandKind::UniformPredicate ? kUniformPredicateBase + operand.index % 8 : operand.index % 8;
}

PredicateSource Binder::predicate_of(const Operand& operand) const {
  return {slot_of(operand), operand.invert || operand.negate ? kAllLanes : 0};
}

PredicateSource Binder::predicate_source(unsigned i, bool absent) {
  if (i < predicates) return predicate_of(*predicate[i]);
  return {kPredicateTrue, absent ? 0 : kAllLanes};
}

uint8_t Binder::predicate_slot(unsigned i) const {
  if (i >= predicate_results || predicate_result[i]->index % 8 == kPredicateTrue) return kPredicateSink;
  return slot_of(*predicate_result[i]);
}

uint32_t Binder::result_row(unsigned i) const { return i < results ? row_of(*result[i]) : layout_.sink(); }

void Binder::bind(ValueType type) {
  op.a = source(0, type);
  op.b = source(1, type);
  op.c = source(2, type);
  op.result = result_row();
  op.set0 = predicate_slot(0);
  op.set1 = predicate_slot(1);
  op.p0 = predicate_source(0);
  op.p1 = predicate_source(1);
  op.p2 = predicate_source(2);
}

bool Binder::is_constant(unsigned i, uint32_t& out) const {
  if (i >= values || value[i]->kind != OperandKind::Immediate) return false;
  out = static_cast<uint32_t>(value[i]->value);
  return true;
}

}  // namespace warpglass::isa
