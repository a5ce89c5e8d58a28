// Bank conflicts of a shared-memory access, exactly, from the lanes' addresses.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::sim {

struct SharedAccess {
  uint32_t wavefronts = 0;   ///< passes through the banks that the addresses need
  uint32_t ideal = 0;        ///< passes that an access of this width needs without conflicts
  uint32_t ways = 0;         ///< N of an "N-way bank conflict": distinct words in the worst bank of the worst pass
  uint32_t conflicts() const { return wavefronts > ideal ? wavefronts - ideal : 0; }
};

/// `addresses[lane]` are byte offsets for the lanes in `mask`; `bytes` a lane moves (1, 2, 4, 8 or 16); `banks` of 4 bytes.
///
/// Lanes that touch the same 4-byte word share it. 8-byte accesses pass in half-warps and 16-byte accesses in
/// quarter-warps; in a load two neighbouring groups pass together when every active lane i agrees with lane i^1, or every
/// one with lane i^2, in its address. Measured: kernels/micro/probes/wavefronts_profiled.cu, 456 of 456 patterns, H200,
/// 2026-11.
SharedAccess shared_access(const uint64_t* addresses, uint32_t mask, uint32_t bytes, uint32_t banks, bool load = true);

/// Passes of an atomic whose lanes on one word follow one another: the most lanes that any bank has. Measured:
/// kernels/micro/probes/shared_atomics.cu, ATOMS.ADD and ATOMS.MAX, H200, 2026-11.
uint32_t lanes_in_fullest_bank(const uint64_t* addresses, uint32_t mask, uint32_t banks);

/// The groups of lanes that pass together, by that rule: at most four. Returns how many there are.
uint32_t shared_groups(const uint64_t* addresses, uint32_t mask, uint32_t bytes, bool load, std::array<uint32_t, 4>& groups);

}  // namespace warpglass::sim
