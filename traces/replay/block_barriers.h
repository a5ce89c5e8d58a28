// The sixteen named barriers of a block (BAR). Arrivals are counted in warps, as on the hardware.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass {

inline constexpr unsigned kNamedBarriers = 16;

struct NamedBarrier {
  uint32_t waiting = 0;          ///< warps all of whose threads wait here
  uint32_t arrived = 0;          ///< arrivals without waiting (BAR.ARV)
  uint32_t expected = 0;         ///< warps, 0: every warp of the block that has threads left
  uint32_t instruction = 0;      ///< the last that waits here
  uint32_t votes = 0;            ///< BAR.RED: threads whose predicate was true
  uint32_t voters = 0;
  uint32_t action = 0;           ///< BarrierAction of the waiting warps
  std::array<uint32_t, 32> arriving{};  ///< BAR.ARV: threads of each warp that arrived, until all of them have

  void reset() { *this = NamedBarrier{}; }
};

using BlockBarriers = std::array<NamedBarrier, kNamedBarriers>;

}  // namespace warpglass
