#include "gui/core/timeline/lane_lod.h"

#include <algorithm>

namespace warpglass::gui {

void StallMix::operator+=(const StallMix& other) {
  for (size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
}

uint64_t StallMix::total() const {
  uint64_t sum = 0;
  for (const uint32_t c : cycles) sum += c;
  return sum;
}

int StallMix::dominant() const {
  const auto most = std::max_element(cycles.begin(), cycles.end());
  return *most == 0 ? -1 : static_cast<int>(most - cycles.begin());
}

LaneLod::LaneLod(sim::Cycle end, sim::Cycle bin_cycles) : bin_cycles_(std::max<sim::Cycle>(1, bin_cycles)) {
  levels_.emplace_back(static_cast<size_t>(std::max<sim::Cycle>(1, (end + bin_cycles_ - 1) / bin_cycles_)));
}

void LaneLod::add(const sim::Segment& segment) {
  std::vector<StallMix>& bins = levels_.front();
  for (sim::Cycle at = segment.start; at < segment.end();) {
    const auto bin = std::min(bins.size() - 1, static_cast<size_t>(std::max<sim::Cycle>(0, at) / bin_cycles_));
    const bool last = bin + 1 == bins.size();
    const sim::Cycle stop = last ? segment.end() : std::min(segment.end(), static_cast<sim::Cycle>(bin + 1) * bin_cycles_);
    bins[bin].cycles[static_cast<size_t>(segment.stall)] += static_cast<uint32_t>(stop - at);
    at = stop;
  }
}

void LaneLod::finish() {
  levels_.resize(1);
  while (levels_.back().size() > 1) {
    const std::vector<StallMix>& below = levels_.back();
    std::vector<StallMix> above((below.size() + 1) / 2);
    for (size_t i = 0; i < below.size(); ++i) above[i / 2] += below[i];
    levels_.push_back(std::move(above));
  }
}

int LaneLod::level_for(double cycles) const {
  int level = -1;
  while (level + 1 < static_cast<int>(levels_.size()) && static_cast<double>(bin_cycles(static_cast<size_t>(level + 1))) <= cycles) ++level;
  return level;
}

sim::Cycle suitable_bin_cycles(sim::Cycle end, uint64_t segments, uint64_t most_bins) {
  const uint64_t wanted = std::clamp<uint64_t>(segments / 8, 1, std::max<uint64_t>(1, most_bins));
  sim::Cycle cycles = 1;
  while (static_cast<uint64_t>(end / cycles) > wanted) cycles *= 2;
  return cycles;
}

}  // namespace warpglass::gui
