// Floating-point immediates: the exact bits come from the encoding, the text must agree with them.
#pragma once

#include <string_view>

#include "isa/instruction.h"
#include "isa/opcode_table.h"

namespace warpglass::isa {

/// The field of bits 32–63, where every 32-bit immediate is.
constexpr uint32_t immediate_field(uint64_t bits_low) {
  return static_cast<uint32_t>(bits_low >> 32);
}

/// Fills `operand` with the immediate whose text is `first` (of two packed halves also `second`). False when
/// text and encoding differ.
bool decode_float_immediate(ImmediateType type, std::string_view first, std::string_view second,
                            bool bfloat16, uint64_t bits_low, Operand& operand);

}  // namespace warpglass::isa
