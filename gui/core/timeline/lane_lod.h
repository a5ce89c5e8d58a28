// One warp slot's stall mix at several levels of detail, so that drawing costs the same whatever the launch's length.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/timeline/segment.h"

namespace warpglass::gui {

/// Warp-cycles by reason in a stretch of time.
struct StallMix {
  std::array<uint32_t, sim::kStalls> cycles{};

  void operator+=(const StallMix& other);
  uint64_t total() const;
  /// The reason with the most cycles; nothing when there are none.
  int dominant() const;
};

/// Level 0 has bins of `bin_cycles`, each level above of twice that. Sums over a level's bins equal those of the segments.
class LaneLod {
 public:
  LaneLod(sim::Cycle end, sim::Cycle bin_cycles);

  void add(const sim::Segment& segment);
  /// Builds the levels above the lowest.
  void finish();

  size_t levels() const { return levels_.size(); }
  sim::Cycle bin_cycles(size_t level) const { return bin_cycles_ << level; }
  std::span<const StallMix> bins(size_t level) const { return levels_[level]; }
  /// The coarsest level whose bins are no longer than `cycles`, or -1 when even the lowest is too coarse.
  int level_for(double cycles) const;

 private:
  sim::Cycle bin_cycles_;
  std::vector<std::vector<StallMix>> levels_;
};

/// Bins that hold about eight segments each, and not more than `most_bins`.
sim::Cycle suitable_bin_cycles(sim::Cycle end, uint64_t segments, uint64_t most_bins);

}  // namespace warpglass::gui
