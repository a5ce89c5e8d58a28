// Constant bank 0 of a launch: presets that the driver writes, then the parameters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "traces/launch.h"

namespace warpglass::capture {

struct BankInputs {
  LaunchShape shape;
  uint32_t parameter_base = 0x210;
  std::vector<uint8_t> parameters;
  uint32_t sm_count = 0;
  uint32_t static_shared_bytes = 0;  ///< with what the system reserves
  bool cooperative = false;
};

/// `presets`: bytes 0 … parameter base of another launch in the same context; empty if they could not be read, then
/// documented values stand for the windows and all that is unknown is 0. `image`: the cubin's initial contents.
std::vector<uint8_t> constant_bank0(const BankInputs& inputs, std::span<const uint8_t> presets,
                                    std::span<const uint8_t> image);

uint64_t shared_window(std::span<const uint8_t> bank);
uint64_t local_window(std::span<const uint8_t> bank);

}  // namespace warpglass::capture
