// How many blocks of a launch fit on an SM, and what limits them. Same rules as CUDA's occupancy calculator.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/model.h"

namespace warpglass::sim {

struct BlockResources {
  uint32_t threads = 0;                ///< per block
  uint32_t registers = 0;              ///< per thread
  uint32_t static_shared_bytes = 0;    ///< of the program, what the system reserves included (as cubins on sm_90 state it)
  uint32_t dynamic_shared_bytes = 0;
};

enum class OccupancyLimiter : uint8_t { Warps, Blocks, Registers, SharedMemory };
std::string_view name(OccupancyLimiter limiter);

struct Occupancy {
  uint32_t blocks = 0;           ///< resident blocks per SM
  uint32_t warps = 0;            ///< resident warps per SM
  double fraction = 0;           ///< of the SM's warp slots
  OccupancyLimiter limiter = OccupancyLimiter::Warps;
  uint32_t limit_warps = 0, limit_blocks = 0, limit_registers = 0, limit_shared = 0;  ///< blocks that each would allow
  uint32_t shared_bytes_per_block = 0;  ///< as allocated
  uint32_t registers_per_warp = 0;      ///< as allocated
};

/// Throws Unsupported when not a single block fits, saying which resource is short.
Occupancy occupancy(const Model& model, const BlockResources& block);

}  // namespace warpglass::sim
