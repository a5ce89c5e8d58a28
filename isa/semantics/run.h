// The inner loop of a replay: runs a warp's instructions until one needs more than its lanes.
#pragma once

#include <cstdint>

#include "isa/semantics/micro_op.h"

namespace warpglass::isa {

/// How often an instruction was executed, with ncu's meanings.
struct InstructionCounts {
  uint64_t warps = 0;         ///< "Instructions Executed"
  uint64_t threads = 0;       ///< "Thread Instructions Executed"
  uint64_t threads_on = 0;    ///< "Predicated-On Thread Instructions Executed"
};

/// Lanes on which the guard is true, among `active`.
inline uint32_t guarded(const WarpState& w, const MicroOp& op, uint32_t active) {
  return active & (w.predicates[op.guard.slot] ^ op.guard.flip);
}

/// Runs at most `budget` instructions of the current split; stops before one that changes splits or waits. Returns what is
/// left of the budget. `counts` has one entry an instruction.
using RunLanes = uint32_t (*)(WarpState& w, const MicroOp* ops, InstructionCounts* counts, uint32_t budget);

}  // namespace warpglass::isa
