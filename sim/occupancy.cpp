#include "sim/occupancy.h"

#include <algorithm>

#include "base/error.h"
#include "traces/launch.h"

namespace warpglass::sim {
namespace {

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

std::string_view name(OccupancyLimiter limiter) {
  switch (limiter) {
    case OccupancyLimiter::Warps: return "warps";
    case OccupancyLimiter::Blocks: return "blocks";
    case OccupancyLimiter::Registers: return "registers";
    case OccupancyLimiter::SharedMemory: return "shared memory";
  }
  return "?";
}

Occupancy occupancy(const Model& model, const BlockResources& block) {
  Occupancy result;
  const uint64_t warps = (block.threads + kLanes - 1) / kLanes;
  if (warps == 0 || warps > static_cast<uint64_t>(model.sm_max_warps))
    throw unsupported("{} threads a block: model {} holds 1 to {} warps on an SM", block.threads, model.name, model.sm_max_warps);
  if (block.registers > static_cast<uint64_t>(model.sm_max_thread_registers))
    throw unsupported("{} registers a thread: model {} allows {}", block.registers, model.name, model.sm_max_thread_registers);

  result.limit_warps = static_cast<uint32_t>(static_cast<uint64_t>(model.sm_max_warps) / warps);
  result.limit_blocks = static_cast<uint32_t>(model.sm_max_blocks);

  // Registers are allocated to a warp, and each sub-core has its own quarter of the register file.
  result.registers_per_warp = static_cast<uint32_t>(
      round_up(uint64_t{std::max(block.registers, 1u)} * kLanes, static_cast<uint64_t>(model.sm_register_unit)));
  const uint64_t warps_per_sub_core =
      static_cast<uint64_t>(model.sm_registers / model.sm_sub_cores) / result.registers_per_warp;
  result.limit_registers =
      static_cast<uint32_t>(warps_per_sub_core * static_cast<uint64_t>(model.sm_sub_cores) / warps);

  // A cubin for sm_90 counts the reserved kilobyte as static shared memory; a kernel without any has none stated.
  const uint64_t stated = uint64_t{block.static_shared_bytes} + block.dynamic_shared_bytes;
  const uint64_t reserved = static_cast<uint64_t>(model.sm_shared_reserved);
  const uint64_t needed = block.static_shared_bytes >= reserved ? stated : stated + reserved;
  result.shared_bytes_per_block = static_cast<uint32_t>(round_up(needed, static_cast<uint64_t>(model.sm_shared_unit)));
  if (result.shared_bytes_per_block > static_cast<uint64_t>(model.sm_shared_block_bytes + model.sm_shared_reserved))
    throw unsupported("{} bytes of shared memory a block: model {} allows {}", stated, model.name, model.sm_shared_block_bytes);
  result.limit_shared = result.shared_bytes_per_block == 0
                            ? result.limit_blocks
                            : static_cast<uint32_t>(static_cast<uint64_t>(model.sm_shared_bytes) / result.shared_bytes_per_block);

  result.blocks = std::min({result.limit_warps, result.limit_blocks, result.limit_registers, result.limit_shared});
  if (result.blocks == result.limit_warps) result.limiter = OccupancyLimiter::Warps;
  else if (result.blocks == result.limit_registers) result.limiter = OccupancyLimiter::Registers;
  else if (result.blocks == result.limit_shared) result.limiter = OccupancyLimiter::SharedMemory;
  else result.limiter = OccupancyLimiter::Blocks;
  if (result.blocks == 0)
    throw unsupported("no block of this launch fits on an SM of model {}: too many {}", model.name, name(result.limiter));
  result.warps = result.blocks * static_cast<uint32_t>(warps);
  result.fraction = static_cast<double>(result.warps) / static_cast<double>(model.sm_max_warps);
  return result;
}

}  // namespace warpglass::sim
