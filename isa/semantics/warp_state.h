// The architectural state of one warp while its kernel is replayed: registers as structure of arrays, predicates as
// 32-bit masks, convergence barriers and the splits of a diverged warp.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::isa {

struct BlockContext;

inline constexpr unsigned kWarpLanes = 32;
inline constexpr unsigned kRowBytes = kWarpLanes * sizeof(uint32_t);
inline constexpr uint32_t kAllLanes = 0xffffffffu;

/// Rows after the registers that take what is written to RZ: four, for a 128-bit destination.
inline constexpr unsigned kSinkRows = 4;

/// Predicates live in one array so that P and UP need no distinction when they are read.
inline constexpr unsigned kUniformPredicateBase = 8;
inline constexpr unsigned kPredicateSink = 16;
inline constexpr unsigned kPredicateSlots = 17;
inline constexpr unsigned kConvergenceBarriers = 16;

/// Why a split does not run.
enum class SplitState : uint8_t { Runnable, AtBsync, AtWarpsync, AtBarrier };

/// Threads of a warp that run together since the warp diverged.
struct Split {
  uint32_t pc = 0;           ///< index of the next instruction
  uint32_t mask = 0;         ///< its threads; never 0
  SplitState state = SplitState::Runnable;
  uint8_t barrier = 0;       ///< convergence barrier or named barrier it waits at
  uint32_t participants = 0; ///< BSYNC and WARPSYNC: the threads it waits for
};

struct WarpState {
  /// base[0]: this warp's rows (registers, sinks, uniform registers, each uniform value repeated over the lanes);
  /// base[1]: the launch's constant rows (zero, immediates, constant bank words). See micro_op.h, `Source`.
  std::array<uint8_t*, 2> base{};
  uint32_t exec = 0;         ///< lanes that the current instruction acts on: active and guard true
  uint32_t active = 0;       ///< lanes of the current split
  uint32_t pc = 0;           ///< of the current split
  std::array<uint32_t, kPredicateSlots> predicates{};

  BlockContext* block = nullptr;
  uint8_t* local = nullptr;        ///< local memory of the 32 threads, one after the other
  uint32_t index = 0;              ///< warp number in the block
  uint32_t existing = 0;           ///< lanes that were started (the last warp of a block may be partial)
  uint32_t exited = 0;             ///< lanes that executed EXIT

  uint8_t current = 0;             ///< the running split
  uint8_t split_count = 0;
  bool finished = false;           ///< no lane is left
  bool blocked = false;            ///< lanes are left, none can run: the warp waits for others of its block
  uint32_t backward_branches = 0;  ///< since the last change of split
  uint32_t lonely_yields = 0;      ///< YIELDs while all other splits wait
  uint32_t barrier_result = 0;     ///< BAR.RED.POPC, read by B2R.RESULT
  std::array<Split, kWarpLanes> splits{};
  /// Participants by lane: two splits that use the same barrier at the same time do not see each other.
  std::array<std::array<uint32_t, kWarpLanes>, kConvergenceBarriers> convergence{};

  uint32_t* row(uint32_t byte_offset) { return reinterpret_cast<uint32_t*>(base[0] + byte_offset); }
};

}  // namespace warpglass::isa
