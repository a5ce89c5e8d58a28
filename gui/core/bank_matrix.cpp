#include "gui/core/bank_matrix.h"

#include <algorithm>
#include <bit>
#include <map>

namespace warpglass::gui {
namespace {

using Addresses = std::array<uint64_t, kLanes>;

bool is_load(const AccessSample& sample) { return sample.category == isa::Category::Load; }

void add_group(const Addresses& addresses, uint32_t group, uint32_t words, bool lane_by_lane, BankMatrix& matrix) {
  const size_t first = matrix.wavefronts.size();
  std::vector<std::vector<uint64_t>> seen(matrix.banks);  // by bank: distinct words in the order of the lanes
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((group >> lane & 1u) == 0) continue;
    for (uint32_t k = 0; k < words; ++k) {
      const uint64_t word = addresses[lane] / 4 + k;
      const auto bank = static_cast<uint8_t>(word % matrix.banks);
      auto& list = seen[bank];
      const auto at = lane_by_lane ? list.size() : static_cast<size_t>(std::find(list.begin(), list.end(), word) - list.begin());
      const bool again = at < list.size();
      if (!again) {
        list.push_back(word);
        ++matrix.words_in_bank[bank];
      }
      if (first + at >= matrix.wavefronts.size()) matrix.wavefronts.resize(first + at + 1);
      Wavefront& wavefront = matrix.wavefronts[first + at];
      wavefront.cells.push_back({static_cast<uint8_t>(lane), bank, again});
      wavefront.lanes |= 1u << lane;
    }
  }
}

}  // namespace

BankMatrix bank_matrix(const AccessSample& sample, uint32_t banks, const BankLayout& layout) {
  BankMatrix matrix;
  matrix.banks = std::clamp(banks, 1u, 64u);
  const Addresses addresses = layout.map(sample.addresses.data(), sample.mask, sample.bytes);
  matrix.access = shared_access_of(addresses.data(), sample.mask, sample.bytes, matrix.banks, is_load(sample), sample.lane_by_lane);
  const uint32_t words = std::max(1u, sample.bytes / 4u);
  std::array<uint32_t, 4> groups;
  const uint32_t count = sim::shared_groups(addresses.data(), sample.mask, sample.bytes, is_load(sample), groups);
  for (uint32_t g = 0; g < count; ++g) add_group(addresses, groups[g], words, sample.lane_by_lane, matrix);
  return matrix;
}

uint32_t likely_row_bytes(const std::vector<const AccessSample*>& samples) {
  std::map<uint64_t, unsigned> distances;
  for (const AccessSample* sample : samples)
    for (uint32_t lane = 0; lane + 1 < kLanes; ++lane)
      if ((sample->mask >> lane & 3u) == 3u) {
        const uint64_t a = sample->addresses[lane], b = sample->addresses[lane + 1];
        ++distances[a < b ? b - a : a - b];
      }
  uint64_t best = 128;
  unsigned most = 0;
  for (const auto& [distance, count] : distances) {
    if (distance < 128 || distance > 4096 || distance % 4 != 0 || count <= most) continue;
    best = distance;
    most = count;
  }
  return static_cast<uint32_t>(best);
}

}  // namespace warpglass::gui
