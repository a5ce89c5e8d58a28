// Whether blocks of a kernel can see what others of the same launch did.
#pragma once

#include <string>

#include "isa/program.h"

namespace warpglass::sim {

/// Why blocks may depend on each other, naming the instruction: an atomic whose result comes back, or a load
/// at GPU or system scope (what grid barriers, tickets, look-back and spin-waits are made of). "": they
/// cannot, unless the program has a race.
std::string communication(const isa::Program& program);

}  // namespace warpglass::sim
