// What one SM counts. Everything adds up over SMs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/clock.h"
#include "sim/stall.h"

namespace warpglass::sim {

/// Counts of one static instruction.
struct InstructionStatistics {
  std::array<uint64_t, kStalls> stalls{};   ///< warp-cycles in which a warp waited to issue it (selected: issues)
  uint64_t executed = 0;                    ///< warps that issued it
  uint64_t threads = 0;                     ///< active threads
  uint64_t threads_predicated_on = 0;       ///< of these, guard predicate true
  uint64_t blamed = 0;                      ///< scoreboard warp-cycles that others waited for its result
  uint64_t shared_wavefronts = 0, shared_ideal = 0;
  uint32_t shared_ways = 0;                 ///< worst N of its N-way conflicts
  uint64_t sectors = 0, ideal_sectors = 0;  ///< global and local
  uint64_t lines = 0;                       ///< tag look-ups
  uint64_t sector_hits = 0;                 ///< in L1
};

struct SmStatistics {
  std::vector<InstructionStatistics> instructions;
  uint64_t warp_cycles = 0;                 ///< sum of resident cycles over warps
  uint64_t blocks = 0;
  uint64_t global_load_requests = 0, global_store_requests = 0, atomic_requests = 0;
  uint64_t local_load_requests = 0, local_store_requests = 0;
  uint64_t load_sectors = 0, load_hits = 0, store_sectors = 0, atomic_sectors = 0;
  uint64_t arbitration_wavefronts = 0;      ///< modelled: data-path cycles lost between wavefronts
  uint64_t data_wavefronts = 0;             ///< cycles of the L1 / shared data path in use
  uint64_t instruction_cache_misses = 0;
  std::array<uint64_t, 16> unit_busy{};     ///< cycles, by Unit
  Cycle active_cycles = 0;                  ///< at least one block resident
  Cycle last_end = 0;
};

}  // namespace warpglass::sim
