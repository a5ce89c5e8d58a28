// Bytes on their way from HBM to the SMs, level by level, for the whole launch.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "gui/core/document.h"

namespace warpglass::gui {

enum class MemoryLevel : uint8_t { Sm, Shared, L1, L2, Hbm };

struct FlowLink {
  MemoryLevel from, to;
  QString label;                       ///< "loads"
  double bytes = 0;
  double requests = 0;                 ///< 0: not counted
  std::optional<double> utilisation;   ///< of what the model can move in the active time
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
};

MemoryFlow memory_flow(const RunDocument& run);

}  // namespace warpglass::gui
