// Why a resident warp did not issue in a cycle: Nsight Compute's taxonomy. Every resident warp-cycle has exactly one.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpglass::sim {

enum class Stall : uint8_t {
  Selected,         ///< issued
  NotSelected,      ///< could have issued, another warp did
  Wait,             ///< fixed latency: the stall count of the previous instruction
  LongScoreboard,   ///< L1TEX result: global, local
  ShortScoreboard,  ///< MIO result: shared memory, shuffle, special function, constant load
  Barrier,
  Membar,
  MathPipeThrottle, ///< the execution pipe is busy
  MioThrottle,      ///< the MIO queue is full, or the XU busy, as ncu counts it
  LgThrottle,       ///< the queue for global and local memory is full
  DispatchStall,    ///< register bank conflicts
  NoInstruction,    ///< instruction cache miss
  ImcMiss,          ///< constant cache miss of an immediate constant
  BranchResolving,
  Drain,            ///< exited; stores are still leaving
  Sleeping,
  Misc,
};
inline constexpr unsigned kStalls = static_cast<unsigned>(Stall::Misc) + 1;

/// ncu's names, as in smsp__average_warps_issue_stalled_NAME_per_issue_active.
inline constexpr std::array<std::string_view, kStalls> kStallNames{
    "selected", "not_selected", "wait", "long_scoreboard", "short_scoreboard", "barrier", "membar",
    "math_pipe_throttle", "mio_throttle", "lg_throttle", "dispatch_stall", "no_instruction", "imc_miss",
    "branch_resolving", "drain", "sleeping", "misc"};

constexpr std::string_view name(Stall stall) { return kStallNames[static_cast<unsigned>(stall)]; }

}  // namespace warpglass::sim
