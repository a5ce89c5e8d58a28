// One block being replayed: its warps, its shared memory, its barriers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "isa/semantics/access.h"
#include "isa/semantics/run.h"
#include "traces/replay/block_barriers.h"
#include "traces/replay/launch_image.h"

namespace warpglass {

class Block {
 public:
  /// Memory is allocated here, and used again for each `start`. `record`: where memory instructions leave addresses, or
  /// nullptr.
  Block(std::shared_ptr<const LaunchImage> image, isa::MemoryPort& memory, isa::AccessRecord* record = nullptr);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Begins block number `number` (x fastest).
  void start(uint64_t number);

  unsigned warp_count() const { return static_cast<unsigned>(warps_.size()); }
  isa::WarpState& warp(unsigned index) { return warps_[index]; }
  const isa::WarpState& warp(unsigned index) const { return warps_[index]; }
  bool finished() const { return live_warps_ == 0; }
  const isa::BlockContext& context() const { return context_; }
  void set_sm(uint32_t sm) { context_.sm = sm; }
  /// For blocks that are stepped, not run: `run` counts steps instead.
  void set_time(uint64_t cycle, uint64_t nanoseconds) { context_.clock = cycle, context_.timer = nanoseconds; }

  /// Runs a warp until it waits, ends or has executed `budget` instructions; returns how many it executed.
  uint32_t run(unsigned warp, uint32_t budget, isa::InstructionCounts* counts);
  /// Gives every warp a turn of at most `turn` instructions until the block ends or `budget` is used up. Returns the
  /// instructions executed. Throws Error (a check that failed) when no warp can go on: see `deadlock`.
  uint64_t run_all(uint32_t turn, uint64_t budget, isa::InstructionCounts* counts);

  /// What a control instruction did to the block.
  struct Event {
    uint8_t barrier = 0xff;        ///< named barrier arrived at
    uint32_t released_warps = 0;   ///< warps that this opened a barrier for
  };
  /// Executes one instruction that is not for lanes alone; `on`: the lanes whose guard is true.
  Event control(unsigned warp, const isa::MicroOp& op, uint32_t on);

  /// Why nothing can run: which warps wait where, and what is missing.
  std::string deadlock() const;

 private:
  void start_warp(unsigned index);
  Event after_exit(unsigned warp);
  Event barrier(unsigned warp, const isa::MicroOp& op, uint32_t on);
  uint32_t try_open(unsigned barrier);
  void check_warp_arrival(unsigned warp, unsigned barrier);

  std::shared_ptr<const LaunchImage> image_;
  isa::BlockContext context_;
  std::vector<isa::WarpState> warps_;
  std::vector<uint32_t> rows_;       ///< registers of all warps
  std::vector<uint8_t> shared_, local_;
  BlockBarriers barriers_;
  unsigned live_warps_ = 0;
  uint32_t finished_mask_ = 0;
};

}  // namespace warpglass
