// What an atomic operation leaves in memory.
#pragma once

#include <cstdint>

#include "isa/semantics/access.h"

namespace warpglass::isa {

/// `first` is the operand (for CAS: the value compared), `second` the new value of a CAS. 32-bit types use the low word.
uint64_t atomic_value(AtomicOperation operation, AtomicType type, uint64_t old, uint64_t first, uint64_t second);

}  // namespace warpglass::isa
