#include "gui/core/coalescing.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>

#include "sim/access/coalesce.h"

namespace warpglass::gui {
namespace {

constexpr uint64_t kLineBytes = 128;

}  // namespace

AccessFootprint footprint(const AccessSample& sample) {
  std::map<uint64_t, TouchedLine> lines;
  AccessFootprint result;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((sample.mask >> lane & 1u) == 0) continue;
    for (uint32_t b = 0; b < sample.bytes; ++b) {
      const uint64_t address = sample.addresses[lane] + b;
      const uint64_t base = address / kLineBytes * kLineBytes;
      auto [at, fresh] = lines.try_emplace(base);
      TouchedLine& line = at->second;
      if (fresh) {
        line.address = base;
        line.lane_of_byte.fill(-1);
      }
      line.sectors |= 1u << (address - base) / sim::kSectorBytes;
      int8_t& owner = line.lane_of_byte[address - base];
      if (owner >= 0) continue;
      owner = static_cast<int8_t>(lane);
      ++result.used_bytes;
    }
  }
  for (auto& [base, line] : lines) {
    result.sectors += static_cast<uint32_t>(std::popcount(line.sectors));
    result.lines.push_back(line);
  }
  result.ideal_sectors = sim::ideal_sectors(sample.mask, sample.bytes);
  return result;
}

std::string pattern_text(const AccessSample& sample) {
  std::optional<int64_t> stride;
  bool regular = true;
  for (uint32_t lane = 0; lane + 1 < kLanes; ++lane) {
    if ((sample.mask >> lane & 3u) != 3u) continue;
    const auto step = static_cast<int64_t>(sample.addresses[lane + 1] - sample.addresses[lane]);
    regular = regular && (!stride || *stride == step);
    stride = step;
  }
  if (!stride) return "a single lane";
  if (!regular) return "irregular addresses";
  if (*stride == 0) return "all lanes read the same address";
  if (*stride == sample.bytes) return "neighbouring addresses";
  return fmt::format("stride of {} bytes between lanes", *stride);
}

}  // namespace warpglass::gui
