// A launch's parameters as one block, the way the kernel sees them in constant bank 0.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpglass::capture {

struct ParameterSlot {
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

/// From `kernelParams`: one pointer a parameter. `block_bytes` is the block's size, paddings included.
std::vector<uint8_t> assemble_parameters(const std::vector<ParameterSlot>& slots, uint32_t block_bytes,
                                         void* const* kernel_params);

/// From `extra`: the application packed the block itself. Nothing if the list holds no buffer.
std::optional<std::vector<uint8_t>> packed_parameters(void* const* extra);

/// The aligned 8-byte words of the block, each of which may be a pointer.
std::vector<uint64_t> parameter_words(const std::vector<uint8_t>& block);

}  // namespace warpglass::capture
