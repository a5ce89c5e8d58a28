// Where the encoding of a branch says it goes.
#pragma once

#include <optional>

#include "isa/instruction.h"

namespace warpglass::isa {

/// Byte offset in the section that a BRA, CALL.REL or BSSY at `address` goes to; nothing for other
/// instructions.
std::optional<int64_t> encoded_target(const Instruction& instruction, uint32_t address, uint32_t sm);

}  // namespace warpglass::isa
