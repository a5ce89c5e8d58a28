// Operands as nvdisasm prints them.
#pragma once

#include <string_view>
#include <vector>

#include "isa/instruction.h"

namespace warpglass::isa {

/// Splits at the commas (and, for `BRX R4 -0x10`, `CALL R2 label`, the spaces) outside of brackets. Comments
/// `(*"…"*)` are left out.
std::vector<std::string_view> split_operands(std::string_view text);

/// True for decimal numbers, INF and NaN: immediates whose bits the encoding tells.
bool is_decimal_number(std::string_view text);

/// Reads every operand but decimal numbers and labels. Returns false, with `operand` unspecified, if `text`
/// is no operand. `width` is 2 for `.64` registers, else 1.
bool parse_operand(std::string_view text, Operand& operand);

}  // namespace warpglass::isa
