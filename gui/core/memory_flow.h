// Bytes on their way from HBM to the SMs, level by level, for the whole launch or a stretch of its time.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "gui/core/document.h"
#include "gui/core/selection.h"

namespace warpglass::gui {

enum class MemoryLevel : uint8_t { Sm, Shared, L1, L2, Hbm };

struct FlowLink {
  MemoryLevel from, to;
  QString label;                       ///< "loads"
  double bytes = 0;
  double requests = 0;                 ///< 0: not counted
  std::optional<double> utilisation;   ///< of what the model can move in that time
  std::optional<double> baseline;      ///< bytes of the run compared with
};

struct FlowLevel {
  MemoryLevel level;
  QString title;
  QString detail;                      ///< "256 KB an SM"
  std::optional<double> hit_rate;      ///< absent where nothing was looked up
};

struct MemoryFlow {
  std::vector<FlowLevel> levels;
  std::vector<FlowLink> links;
  double most_bytes = 0;
  QString scope;                       ///< "the whole launch", "cycles 1,024 to 2,048"
  QString missing;                     ///< what is not known of that time, and why
};

/// Of the whole launch.
MemoryFlow memory_flow(const RunDocument& run);
/// Of the buckets of the run's activity that `range` reaches into. A run without a timeline gives the whole launch, and says
/// so in `missing`.
MemoryFlow memory_flow(const RunDocument& run, const TimeRange& range);
/// Puts the bytes of the same links of `baseline` beside those of `flow`.
void add_baseline(MemoryFlow& flow, const MemoryFlow& baseline);

}  // namespace warpglass::gui
