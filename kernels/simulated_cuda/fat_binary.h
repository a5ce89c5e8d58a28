// The device code that nvcc embeds in a host program.
#pragma once

#include <cstdint>
#include <vector>

namespace warpglass::simulated_cuda {

/// The first cubin for sm_90 behind what nvcc's start-up code hands to __cudaRegisterFatBinary. The layout is not documented;
/// it was read off nvcc 13.0's output, and is checked field by field. Throws Unsupported for another layout, for a compressed
/// cubin (compile with -no-compress) and when there is none for sm_90.
std::vector<uint8_t> cubin_of(const void* wrapper);

/// A cubin in memory whose size nobody tells: it ends with its tables of sections and segments. Throws Unsupported for anything else.
std::vector<uint8_t> cubin_at(const void* image);

}  // namespace warpglass::simulated_cuda
