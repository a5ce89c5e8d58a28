// The scheduling fields of an instruction's upper 64 bits.
#pragma once

#include "isa/instruction.h"

namespace warpglass::isa {

/// Bits 105–125 of the encoding (sm_70 and later).
ControlCodes decode_control_codes(uint64_t bits_high);

}  // namespace warpglass::isa
