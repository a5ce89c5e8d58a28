// The timeline as tables.
#pragma once

#include "gui/core/csv.h"
#include "gui/core/document.h"
#include "gui/core/selection.h"

namespace warpglass::gui {

/// Segments written at most: more is for `sqlite3 x.run` and programs.
inline constexpr size_t kMostExportedSegments = 200'000;

/// Activity of all SMs by stretch of time, then every recorded warp's segments, both within `range`.
std::vector<CsvTable> timeline_tables(const RunDocument& run, const TimeRange& range);

}  // namespace warpglass::gui
