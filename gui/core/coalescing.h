// What a warp's global access touches: lines, sectors, and the bytes that are used of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gui/core/access_samples.h"

namespace warpglass::gui {

struct TouchedLine {
  uint64_t address = 0;                   ///< of the 128-byte line
  uint32_t sectors = 0;                   ///< mask of touched 32-byte sectors
  std::array<int8_t, 128> lane_of_byte{}; ///< the first lane that uses the byte, -1: unused
};

struct AccessFootprint {
  std::vector<TouchedLine> lines;         ///< by address
  uint32_t sectors = 0, ideal_sectors = 0;
  uint32_t used_bytes = 0;                ///< distinct bytes
  uint32_t moved_bytes() const { return sectors * 32; }
  uint32_t wasted_bytes() const { return moved_bytes() - used_bytes; }
};

AccessFootprint footprint(const AccessSample& sample);

/// "stride 8 bytes", "all lanes the same address", "scattered": how neighbouring lanes' addresses differ.
std::string pattern_text(const AccessSample& sample);

}  // namespace warpglass::gui
