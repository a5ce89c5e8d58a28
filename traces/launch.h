// The shape of a kernel launch, as given to <<<grid, block, dynamic shared memory>>>.
#pragma once

#include <cstdint>

namespace warpglass {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

inline constexpr unsigned kLanes = 32;            ///< threads a warp
inline constexpr unsigned kMaxWarpsPerBlock = 32; ///< 1024 threads

struct LaunchShape {
  Dim3 grid;     ///< in CTAs
  Dim3 block;    ///< in threads
  Dim3 cluster;  ///< in CTAs
  uint32_t dynamic_shared_bytes = 0;

  uint64_t blocks() const { return grid.count(); }
  uint32_t threads_per_block() const { return static_cast<uint32_t>(block.count()); }
  uint32_t warps_per_block() const { return (threads_per_block() + kLanes - 1) / kLanes; }
};

}  // namespace warpglass
