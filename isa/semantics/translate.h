// From a decoded program to micro-operations, once a launch.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "isa/program.h"
#include "isa/semantics/binder.h"
#include "isa/semantics/run.h"

namespace warpglass::isa {

/// Instruction set level of the semantics; results are the same in all.
enum class Level : uint8_t { Baseline, V3, V4 };

/// The best level that this processor has.
Level best_level();
std::string_view name(Level level);

struct Translation {
  std::vector<MicroOp> ops;      ///< one an instruction
  SplatRows splats;              ///< what WarpState::base[1] points at
  RowLayout layout;
  RunLanes run_lanes = nullptr;  ///< of the level
  bool has_global_atomics = false;   ///< atomics, reductions or strong accesses: blocks are not independent
  bool may_spin = false;             ///< a loop reads with a strong load or an atomic: blocks may wait for each other
};

/// Throws Unsupported, naming opcode, address and kernel, for an instruction or modifier without semantics.
Translation translate(const Program& program, const ConstantBanks& banks, Level level = best_level());

}  // namespace warpglass::isa
