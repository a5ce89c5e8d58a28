// L0 instruction caches of the sub-cores and the L1.5 cache of an SM, for one kernel: presence by line, first in first
// out, with lines fetched ahead of those that are wanted. Only the kernel's own lines exist, so a table by line number is exact and fast.
#pragma once

#include <cstdint>
#include <vector>

#include "models/model.h"
#include "sim/clock.h"

namespace warpglass::sim {

class InstructionCache {
 public:
  /// `always_hits`: every line is there at once.
  InstructionCache(const Model& model, uint32_t instructions, unsigned sub_cores, bool always_hits = false);

  uint32_t line_of(uint32_t instruction) const { return instruction >> shift_; }
  /// When `line` can be decoded on `sub_core` if it is wanted at `now`.
  Cycle fetch(unsigned sub_core, uint32_t line, Cycle now);
  uint64_t misses() const { return misses_; }

 private:
  struct Level {
    std::vector<Cycle> ready;      // by line; kNever: absent
    std::vector<uint8_t> ahead;    // by line: fetched ahead and not wanted yet
    std::vector<uint32_t> order;   // ring of resident lines
    size_t next = 0;
    Cycle port_free = 0;           // when it can take another line
  };
  void insert(Level& level, uint32_t line, Cycle ready);
  Cycle from_l1(uint32_t line, Cycle now);

  const Model& model_;
  bool always_hits_;
  uint32_t shift_;
  uint32_t lines_;
  std::vector<Level> l0_;
  Level l1_;
  uint64_t misses_ = 0;
};

}  // namespace warpglass::sim
