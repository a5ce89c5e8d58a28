#include "sim/obstacles.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "base/nearest.h"

namespace warpglass::sim {
namespace {

constexpr std::array kObstacles{
    ObstacleInfo{Obstacle::BankConflicts, "bank_conflicts", "bank conflicts",
                 "a shared-memory access takes only the wavefronts that its width needs"},
    ObstacleInfo{Obstacle::Uncoalesced, "uncoalesced", "uncoalesced accesses",
                 "loads and stores touch memory as if the lanes' addresses were neighbouring and aligned"},
    ObstacleInfo{Obstacle::HbmBandwidth, "hbm_bandwidth", "the limit of HBM's bandwidth",
                 "every transfer finds its HBM channel and bank free and takes no time; latency stays"},
    ObstacleInfo{Obstacle::HbmLatency, "hbm_latency", "the latency of HBM",
                 "HBM answers at once, open row or not; bandwidth stays"},
    ObstacleInfo{Obstacle::L2Misses, "l2_misses", "L2 misses", "reads and atomics find their sectors in the slice they ask"},
    ObstacleInfo{Obstacle::L1Misses, "l1_misses", "L1 misses",
                 "loads find their sectors in L1; those that must see other SMs' writes still go to L2"},
    ObstacleInfo{Obstacle::BarrierWaits, "barrier_waits", "the cost of barriers",
                 "a barrier opens in the cycle in which its last warp arrives; warps still wait for that one"},
    ObstacleInfo{Obstacle::RegisterBankConflicts, "register_bank_conflicts", "register bank conflicts",
                 "operands are read in one go whatever their banks are"},
    ObstacleInfo{Obstacle::InstructionCacheMisses, "instruction_cache_misses", "instruction-cache misses",
                 "every instruction is there when it is fetched"},
    ObstacleInfo{Obstacle::ConstantMisses, "constant_misses", "constant-cache misses", "every constant is in the SM's caches from the start"},
    ObstacleInfo{Obstacle::OccupancyLimit, "occupancy_limit", "the limits of occupancy",
                 "an SM's warp slots are the only limit: registers, shared memory and block slots never run out"},
    ObstacleInfo{Obstacle::LaunchOverhead, "launch_overhead", "launch overhead",
                 "no time before the first block starts and after the last one ends"},
};

constexpr bool in_order() {
  for (size_t i = 0; i < kObstacles.size(); ++i)
    if (kObstacles[i].obstacle != static_cast<Obstacle>(i)) return false;
  return true;
}
static_assert(in_order() && kObstacles.size() == static_cast<size_t>(Obstacle::LaunchOverhead) + 1);

}  // namespace

std::span<const ObstacleInfo> all_obstacles() { return kObstacles; }

const ObstacleInfo& info(Obstacle obstacle) { return kObstacles[static_cast<size_t>(obstacle)]; }

Obstacle parse_obstacle(const std::string& name) {
  std::vector<std::string> names;
  for (const ObstacleInfo& known : kObstacles) {
    if (known.name == name) return known.obstacle;
    names.emplace_back(known.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw usage_error("no obstacle is called {}{}; known are {}", name, nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest),
                    fmt::join(names, ", "));
}

std::vector<std::string> Obstacles::names() const {
  std::vector<std::string> names;
  for (const ObstacleInfo& known : kObstacles)
    if (has(known.obstacle)) names.emplace_back(known.name);
  return names;
}

Model without(const Model& model, Obstacles removed) {
  Model changed = model;
  if (removed.has(Obstacle::HbmLatency)) changed.hbm_latency = changed.hbm_row_miss = 0;
  if (removed.has(Obstacle::BarrierWaits)) changed.issue_barrier_latency = changed.issue_barrier_interval = 0;
  if (removed.has(Obstacle::RegisterBankConflicts)) changed.issue_register_window = std::numeric_limits<uint8_t>::max();
  if (removed.has(Obstacle::ConstantMisses))
    changed.latency_constant_cold = changed.latency_constant_miss = changed.latency_constant_load_fill = changed.latency_constant_operand_fill = 0;
  if (removed.has(Obstacle::OccupancyLimit)) {
    // More than the warp slots can ask for, and small enough for 32-bit counts of blocks.
    changed.sm_registers = std::max(changed.sm_registers, changed.sm_max_warps * changed.sm_max_thread_registers * 64);
    changed.sm_shared_bytes = std::max(changed.sm_shared_bytes, changed.sm_max_warps * (changed.sm_shared_block_bytes + changed.sm_shared_reserved));
    changed.sm_max_blocks = changed.sm_max_warps;
  }
  if (removed.has(Obstacle::LaunchOverhead)) changed.launch_overhead = changed.launch_drain = changed.launch_memory_drain = 0;
  return changed;
}

}  // namespace warpglass::sim
