// How many registers each operand takes, and how many bytes a memory instruction moves.
#pragma once

#include "isa/instruction.h"

namespace warpglass::isa {

/// Sets `Operand::width`, `Instruction::access_bytes` and, where the text hides it (sm_80 to sm_89), the
/// descriptor of a global address. Opcode, modifiers, operands and destinations must be filled.
void fill_operand_widths(Instruction& instruction, uint32_t sm);

}  // namespace warpglass::isa
