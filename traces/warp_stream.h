// What the timing model sees of a launch: for each warp, one step after the other. A live executor and a trace file
// are both such a stream.
#pragma once

#include <cstdint>
#include <memory>

#include "isa/program.h"
#include "traces/launch.h"

namespace warpglass {

/// Values of BlockStream::next that are no instruction index.
inline constexpr uint32_t kWarpAtBarrier = 0xfffffffeu;  ///< waits for other warps of its block
inline constexpr uint32_t kWarpExited = 0xffffffffu;     ///< every thread has exited

/// One warp executing one instruction.
struct Step {
  uint32_t instruction = 0;    ///< index into Program::instructions
  uint32_t active_mask = 0;    ///< threads of the warp's current path
  uint32_t executed_mask = 0;  ///< those whose guard predicate is true
  /// Byte address per lane of a memory instruction, valid for lanes in `executed_mask` until the block's next step.
  /// Shared and local addresses are offsets in the block's shared memory / the thread's local memory; nullptr for other
  /// instructions. Generic accesses: see `space`.
  const uint64_t* addresses = nullptr;
  isa::MemorySpace space = isa::MemorySpace::None;  ///< resolved: Generic never appears here
  /// The access takes effect in global memory only when BlockStream::complete is called (atomics and strong accesses, so
  /// that the order in which SMs are simulated does not matter). Its registers must not be read before.
  bool deferred = false;
  uint8_t barrier = 0xff;      ///< named barrier that the step arrived at (BAR), else 0xff
  uint32_t released_warps = 0; ///< warps of the block (bit w) that were at a barrier which this step opened, this one included
};

/// One resident block.
///
/// Contract: `next(w)` names the instruction that `step(w)` will execute; calling `step` when it names none is an error, but for
/// arithmetic behind a barrier (`behind_barrier`).
/// Steps of one block are made by one thread at a time; steps of different blocks may run concurrently. `complete` is
/// called for each deferred step exactly once, in a global order that the caller chooses, with no step running anywhere.
/// At most one deferred access per (warp, instruction issue) is identified by the ticket that `step` returned.
class BlockStream {
 public:
  virtual ~BlockStream() = default;
  virtual uint32_t next(unsigned warp) const = 0;
  /// The next instruction of a warp that waits at a barrier (`next` says so) with all of its 32 threads. `step` may execute it before
  /// the barrier opens if it needs the warp's own registers alone (arithmetic). Meaningless for other warps.
  virtual uint32_t behind_barrier(unsigned warp) const = 0;
  /// Executes the warp's next instruction. Returns a ticket for `complete` when `step.deferred`, else 0.
  virtual uint32_t step(unsigned warp, Step& step) = 0;
  virtual void complete(uint32_t ticket) = 0;

  /// What the block reads from SR_SMID, and from SR_CLOCK and SR_GLOBALTIMER in its next step. Streams that repeat what was
  /// executed before have no use for either.
  virtual void set_sm(unsigned) {}
  virtual void set_time(uint64_t /*cycle*/, uint64_t /*nanoseconds*/) {}
};

/// One launch.
class LaunchStream {
 public:
  virtual ~LaunchStream() = default;
  virtual const isa::Program& program() const = 0;
  virtual const LaunchShape& shape() const = 0;
  /// Opens block number `block` (x fastest). May be called from several threads.
  virtual std::unique_ptr<BlockStream> start_block(uint64_t block) = 0;
};

}  // namespace warpglass
