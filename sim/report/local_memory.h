// Loads and stores of local memory: registers that were spilled, and arrays that a kernel keeps there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result.h"

namespace warpglass::sim {

struct LocalMemory {
  std::vector<uint32_t> instructions;            ///< LDL and STL that were executed
  uint64_t load_sectors = 0, store_sectors = 0;  ///< of 32 bytes, exact
  uint64_t load_hits = 0;                        ///< sectors of loads that were found in L1, modelled
  uint64_t spill_sectors = 0;  ///< of these, those of accesses relative to the stack pointer alone
  /// Of the warp-cycles that warps waited for global or local accesses, the share of local ones.
  double blamed_share = 0;
  /// Warp-cycles that local memory takes: waiting for its accesses, for room in its queue, and issuing them.
  uint64_t warp_cycles = 0;

  uint64_t sectors() const { return load_sectors + store_sectors; }
};

/// The mnemonic of a line of SASS without guard and suffixes: "STL" of "@!P0 STL.64 [R1+0x8], R2".
std::string_view opcode_of(std::string_view sass);

LocalMemory local_memory_of(const RunResult& result);

}  // namespace warpglass::sim
