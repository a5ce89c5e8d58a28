// Says which warps of a simulation wait for what.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "isa/program.h"
#include "sim/core/sm.h"

namespace warpglass::sim {

/// One sentence per kind of wait: how many warps, at which instruction, an example, and for a barrier how many warps of
/// the block have not arrived.
std::string describe_waiting(const isa::Program& program, const std::vector<std::unique_ptr<Sm>>& sms);

}  // namespace warpglass::sim
