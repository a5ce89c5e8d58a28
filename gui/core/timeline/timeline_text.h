// What a place of the timeline means, in words.
#pragma once

#include "gui/core/document.h"
#include "gui/core/selection.h"
#include "gui/core/timeline/cause_chain.h"
#include "gui/core/timeline/timeline_data.h"
#include "gui/core/timeline/timeline_rows.h"

namespace warpglass::gui {

/// "block 12, warp 3 (SM 0, sub-core 1, slot 2)": who was there at `cycle`.
QString warp_text(const TimelineData& data, const TimelineLane& lane, sim::Cycle cycle);
/// Lines of plain text: reason, length, instruction, producer.
QStringList segment_text(const sim::RunResult& result, const sim::Segment& segment);
/// "issued LDG.E R8, … at cycle 420": one step of a chain of causes.
QString cause_text(const RunDocument& run, const CauseLink& link, bool same_warp);
/// What a row shows at `cycle`, `y` pixels below its top, as HTML for a tooltip; "" where there is nothing.
QString row_tip(const RunDocument& run, const TimelineRow& row, sim::Cycle cycle, int y = 0);
/// "1,200 cycles (606 ns): long_scoreboard 40 %, …" of the time selected.
QString range_text(const RunDocument& run, const TimeRange& range);

}  // namespace warpglass::gui
