#include "isa/operand_width.h"

#include <algorithm>
#include <initializer_list>

#include "isa/text.h"

namespace warpglass::isa {
namespace {

bool takes_width(const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::Register:
    case OperandKind::UniformRegister:
    case OperandKind::Constant:
    case OperandKind::UniformConstant:
      return true;
    default:
      return false;
  }
}

/// Widths of the register, constant and immediate operands in the order of the text (immediates keep theirs);
/// the last value holds for the rest.
void set_widths(Instruction& instruction, std::initializer_list<unsigned> widths) {
  auto width = widths.begin();
  for (unsigned i = 0; i < instruction.operand_count; ++i) {
    Operand& operand = instruction.operands[i];
    const bool immediate = operand.kind == OperandKind::Immediate || operand.kind == OperandKind::Relocated;
    if (!immediate && !takes_width(operand)) continue;
    if (!immediate) operand.width = static_cast<uint8_t>(*width);
    if (width + 1 != widths.end()) ++width;
  }
}

unsigned type_bytes(const Instruction& instruction) {
  for (unsigned i = 0; i < instruction.modifier_count; ++i) {
    switch (instruction.modifiers[i]) {
      case Modifier::U8:
      case Modifier::S8:
        return 1;
      case Modifier::U16:
      case Modifier::S16:
        return 2;
      case Modifier::B64:
      case Modifier::U64:
      case Modifier::S64:
      case Modifier::F64:
      case Modifier::F32x2:
      case Modifier::F16x4:
      case Modifier::BF16x4:
        return 8;
      case Modifier::B96:
        return 12;
      case Modifier::B128:
      case Modifier::F32x4:
      case Modifier::F16x8:
      case Modifier::BF16x8:
        return 16;
      default:
        break;
    }
  }
  return 4;
}

/// LDSM and STSM: one 8x8 matrix of halves is one register a lane.
unsigned matrices(const Instruction& instruction) {
  if (instruction.has(Modifier::N4)) return 4;
  return instruction.has(Modifier::N2) ? 2 : 1;
}

void memory_widths(Instruction& instruction) {
  const bool matrix = instruction.opcode == Opcode::LDSM || instruction.opcode == Opcode::STSM;
  const unsigned bytes = matrix ? 4 * matrices(instruction) : type_bytes(instruction);
  instruction.access_bytes = static_cast<uint8_t>(bytes);
  set_widths(instruction, {(bytes + 3) / 4});
}

/// Global and generic addresses with .E are 64 bits; `.U32` bases and everything else 32.
void address_widths(Instruction& instruction, uint32_t sm) {
  if (instruction.space != MemorySpace::Global && instruction.space != MemorySpace::Generic) return;
  bool first = true;
  for (unsigned i = 0; i < instruction.operand_count; ++i) {
    Operand& operand = instruction.operands[i];
    if (operand.kind != OperandKind::Memory) continue;
    const bool shared =
        instruction.opcode == Opcode::LDGSTS && first;  // its first address is in shared memory
    first = false;
    if (shared) continue;
    if (instruction.has(Modifier::E) && operand.select != select::kU32) operand.width = 2;
    // Before Hopper the text says only `[R2.64]`; the descriptor register is where sm_90 has it.
    const bool hidden = sm < 90 && operand.width == 2 && (instruction.bits_high >> (91 - 64) & 1) != 0 &&
                        operand.descriptor == kUniformRegisterZero && operand.uniform == kUniformRegisterZero;
    if (!hidden) continue;
    const bool in_slot_c = instruction.category == Category::Store ||
                           instruction.category == Category::Reduction ||
                           instruction.category == Category::Atomic || instruction.opcode == Opcode::LDGSTS;
    const uint64_t field = in_slot_c ? instruction.bits_high : instruction.bits_low >> 32;
    operand.descriptor = static_cast<uint8_t>(field & 0x3f);
  }
}

void conversion_widths(Instruction& instruction) {
  // Type modifiers in the order destination, source; a 32-bit type is often left out.
  const bool from_integer = instruction.opcode == Opcode::I2F;
  const bool to_integer = instruction.opcode == Opcode::F2I;
  const bool integer64 = instruction.has(Modifier::U64) || instruction.has(Modifier::S64);
  const bool float64 = instruction.has(Modifier::F64);
  unsigned destination = 1, source = 1;
  if (from_integer) {
    destination += float64;
    source += integer64;
  } else if (to_integer) {
    destination += integer64;
    source += float64;
  } else if (instruction.opcode == Opcode::F2F) {
    const bool first = instruction.modifier_count > 0 && instruction.modifiers[0] == Modifier::F64;
    const bool second = instruction.modifier_count > 1 && instruction.modifiers[1] == Modifier::F64;
    destination += first;
    source += second;
  } else {  // FRND
    destination += float64;
    source += float64;
  }
  set_widths(instruction, {destination, source});
}

/// Fragments of a warp-wide matrix product, from the shapes of the PTX ISA: m*n or m*k elements over 32
/// lanes.
void matrix_widths(Instruction& instruction) {
  struct Shape {
    Modifier modifier;
    uint16_t m, n, k;
  };
  // 1684 is the TF32 m16n8k4; DMMA's 8x8x4 is sm_90's name of 884.
  static constexpr Shape kShapes[] = {
      {Modifier::S16816, 16, 8, 16},   {Modifier::S1688, 16, 8, 8},     {Modifier::S1684, 16, 8, 4},
      {Modifier::S16832, 16, 8, 32},   {Modifier::S16864, 16, 8, 64},   {Modifier::S8816, 8, 8, 16},
      {Modifier::S8832, 8, 8, 32},     {Modifier::S884, 8, 8, 4},       {Modifier::S8x8x4, 8, 8, 4},
      {Modifier::S16x8x4, 16, 8, 4},   {Modifier::S16x8x8, 16, 8, 8},   {Modifier::S16x8x16, 16, 8, 16},
      {Modifier::S168128, 16, 8, 128}, {Modifier::S168256, 16, 8, 256}, {Modifier::S88128, 8, 8, 128}};
  unsigned bits = 16;
  unsigned accumulator_bits = 32;
  switch (instruction.opcode) {
    case Opcode::DMMA:
      bits = accumulator_bits = 64;
      break;
    case Opcode::BMMA:
      bits = 1;
      break;
    case Opcode::QMMA:
      bits = 8;
      break;
    case Opcode::IMMA:
      bits = instruction.has(Modifier::U4) || instruction.has(Modifier::S4) ? 4 : 8;
      break;
    default:
      if (instruction.has(Modifier::TF32)) bits = 32;
      if (instruction.has(Modifier::F16)) accumulator_bits = 16;
      break;
  }
  const auto registers = [](unsigned elements, unsigned element_bits) {
    return std::max(1u, elements * element_bits / (32 * 32));
  };
  for (const Shape& shape : kShapes) {
    if (!instruction.has(shape.modifier)) continue;
    const bool sparse = instruction.has(Modifier::SP);
    const unsigned a = registers(shape.m * shape.k / (sparse ? 2u : 1u), bits);
    const unsigned b = registers(shape.n * shape.k, bits);
    const unsigned c = registers(shape.m * shape.n, accumulator_bits);
    set_widths(instruction, {c, a, b, c, 1});
    return;
  }
}

/// n of a shape modifier 64xNxK, 0 if there is none.
unsigned warpgroup_columns(const Instruction& instruction) {
  for (unsigned i = 0; i < instruction.modifier_count; ++i) {
    std::string_view text = name(instruction.modifiers[i]);
    if (take(text, "64x")) return take_number(text).value_or(0);
  }
  return 0;
}

/// Warpgroup products: an accumulator of 64 x n over 128 threads; A, if in registers, takes four.
void warpgroup_widths(Instruction& instruction) {
  const unsigned columns = warpgroup_columns(instruction);
  const bool half = instruction.has(Modifier::F16) && !instruction.has(Modifier::F32);
  const unsigned accumulator = std::max(1u, columns / (half ? 4 : 2));
  const bool a_in_registers =
      instruction.operand_count > 1 && instruction.operands[1].kind == OperandKind::Register;
  if (a_in_registers) {
    set_widths(instruction, {accumulator, 4, accumulator});
  } else {
    set_widths(instruction, {accumulator, accumulator});
  }
}

void arithmetic_widths(Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::DADD:
    case Opcode::DMUL:
    case Opcode::DFMA:
    case Opcode::DSETP:
    case Opcode::RET:
    case Opcode::BRX:
    case Opcode::BRXU:
    case Opcode::JMX:
    case Opcode::CALL:
    case Opcode::JMP:
    case Opcode::LEPC:
    case Opcode::ULEPC:
      set_widths(instruction, {2});
      break;
    case Opcode::IMAD:
    case Opcode::UIMAD:
      if (instruction.has(Modifier::WIDE)) set_widths(instruction, {2, 1, 1, 2});
      if (instruction.has(Modifier::HI)) set_widths(instruction, {1, 1, 1, 2});
      break;
    case Opcode::F2F:
    case Opcode::F2I:
    case Opcode::I2F:
    case Opcode::FRND:
      conversion_widths(instruction);
      break;
    case Opcode::CS2R:
      if (!instruction.has(Modifier::B32)) set_widths(instruction, {2});
      break;
    case Opcode::MATCH:
      if (instruction.has(Modifier::U64)) set_widths(instruction, {1, 2});
      break;
    case Opcode::HMMA:
    case Opcode::IMMA:
    case Opcode::DMMA:
    case Opcode::BMMA:
    case Opcode::QMMA:
      matrix_widths(instruction);
      break;
    case Opcode::HGMMA:
    case Opcode::IGMMA:
    case Opcode::QGMMA:
    case Opcode::BGMMA:
      warpgroup_widths(instruction);
      break;
    case Opcode::SYNCS:
      // The state of an mbarrier, which .EXCH.64 takes and .ARRIVE returns, has 64 bits.
      if (instruction.has(Modifier::B64)) set_widths(instruction, {2});
      if (instruction.has(Modifier::ARRIVE)) set_widths(instruction, {2, 1});
      break;
    case Opcode::UMOV:
    case Opcode::UIADD3:
      if (instruction.has(Modifier::B64)) set_widths(instruction, {2});
      break;
    default:
      break;
  }
}

}  // namespace

void fill_operand_widths(Instruction& instruction, uint32_t sm) {
  if (instruction.is_memory()) {
    memory_widths(instruction);
  } else {
    arithmetic_widths(instruction);
  }
  address_widths(instruction, sm);
}

}  // namespace warpglass::isa
