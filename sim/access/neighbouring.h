// What a warp's access would look like if its lanes' addresses were neighbouring.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::sim {

/// Addresses at which the same lanes move the same bytes with as few sectors as possible, aligned to a whole warp's access.
///
/// Lanes at a constant distance (a member of an array of structures, a column of a matrix, a strided copy): what lies between
/// them is swapped with the lanes, as in an array of 32-wide structures of arrays. Accesses to other parts of the same elements
/// then get lines of their own, and the launch as a whole moves as many different bytes as before. Any other lanes follow one
/// after the other from where the first active one is.
void neighbouring_addresses(const uint64_t* addresses, uint32_t mask, uint32_t bytes, std::array<uint64_t, 32>& out);

}  // namespace warpglass::sim
