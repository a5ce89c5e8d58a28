// From one line of disassembly and its 128 bits to an Instruction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/disassembly.h"
#include "isa/instruction.h"

namespace warpglass::isa {

/// Decodes instruction `index` of `function` for architecture `sm` (90: sm_90).
/// Throws Unsupported, naming kernel, address and text, for an opcode, modifier or operand that the table
/// lacks; BadInput when text and encoding contradict each other.
Instruction decode_instruction(const DisassembledFunction& function, size_t index, uint32_t sm);

/// Instruction indices that an indirect branch (BRX) may go to, from its `(*"BRANCH_TARGETS …"*)`; empty if
/// it has none.
std::vector<uint32_t> indirect_targets(const DisassembledFunction& function, size_t index);

}  // namespace warpglass::isa
