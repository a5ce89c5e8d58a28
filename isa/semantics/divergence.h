// A warp whose threads take different ways: splits that run one at a time, convergence barriers where they meet.
//
// Volta and later keep a program counter a thread. Threads that branch differently become splits; BSSY notes who must
// meet, BSYNC is where they wait for each other. Splits meet nowhere else (WARPSYNC excepted), so the number of executed
// instructions does not depend on which split runs first. A split that waits lets the others run, and after many
// backward branches another split gets its turn, so that threads of a warp may spin until others of it act.
#pragma once

#include <cstdint>

#include "isa/semantics/micro_op.h"
#include "isa/semantics/warp_state.h"

namespace warpglass::isa {

/// Backward branches that a split may take before another one that could run gets its turn.
inline constexpr uint32_t kBackwardBranchesPerTurn = 64;

/// Times that a split may YIELD while the others of its warp wait for it at a BSYNC before they stop waiting: the compiler
/// puts YIELD where lanes may spin until other lanes act (a lock), who would otherwise wait for the spinning ones.
inline constexpr uint32_t kLonelyYields = 16;

/// One split of the lanes in `existing`, at instruction 0.
void start_warp(WarpState& w, uint32_t existing);

/// Writes the running split's pc and mask back to `splits`. Call before looking at `splits`.
void save_current(WarpState& w);

/// BRA, CALL: lanes in `taken` go to `target`, the others fall through and run first.
void branch(WarpState& w, uint32_t taken, uint32_t target);
/// BRX, RET: each lane in `taken` goes to its own target.
void branch_indirect(WarpState& w, uint32_t taken, const uint32_t* targets);

void bssy(WarpState& w, uint32_t lanes, unsigned barrier);
void bsync(WarpState& w, uint32_t lanes, unsigned barrier);
/// BREAK: the lanes leave the barrier, whose waiters may go on.
void leave_barrier(WarpState& w, uint32_t lanes, unsigned barrier);
void barrier_to_register(WarpState& w, const MicroOp& op);
void register_to_barrier(WarpState& w, const MicroOp& op);
void warpsync(WarpState& w, uint32_t lanes, uint32_t participants);
/// Gives another split that can run its turn.
void yield(WarpState& w);
/// The lanes are gone.
void exit_lanes(WarpState& w, uint32_t lanes);

/// The lanes wait at the block's barrier; the rest of the split goes on behind it.
void wait_at_block_barrier(WarpState& w, uint32_t lanes, unsigned barrier);
/// Lanes of the warp that wait at the block's barrier.
uint32_t lanes_at_block_barrier(const WarpState& w, unsigned barrier);
/// They go on, together where they waited at the same instruction.
void release_block_barrier(WarpState& w, unsigned barrier);

}  // namespace warpglass::isa
