// What the timeline shows from top to bottom.
#pragma once

#include <QString>
#include <set>
#include <vector>

#include "gui/core/timeline/timeline_data.h"

namespace warpglass::gui {

enum class RowKind : uint8_t {
  Heading,      ///< a line of text; a click folds what is below it
  StallMix,     ///< warps by stall reason, stacked
  Issue,        ///< issue slots in use
  Pipe,         ///< one execution unit in use
  Queue,        ///< entries of one memory queue in use
  Hbm,          ///< bytes a cycle
  L2,           ///< sectors a cycle
  SmHeat,       ///< every SM a line: how much it issues
  Lane,         ///< a warp slot
};

struct TimelineRow {
  RowKind kind = RowKind::Heading;
  int sm = -1;                  ///< -1: all SMs
  size_t lane = 0;              ///< index into TimelineData::lanes
  size_t unit = 0;              ///< Pipe: which unit; Queue: which queue
  int group = -1;               ///< Heading: its number, for folding; the same whatever else is folded
  int indent = 0;
  int height = 16;              ///< pixels at the usual font size
  int top = 0;                  ///< pixels from the first row
  QString label;
  QString help;
};

/// The number of an SM's heading.
int sm_group(uint32_t sm);

/// What is folded at first: all SMs but the first recorded one, when there are more than a few.
std::set<int> folded_at_first(const sim::Timeline& timeline);

/// `folded` holds the numbers of headings whose rows are hidden.
std::vector<TimelineRow> timeline_rows(const TimelineData& data, const std::set<int>& folded, int lane_height);

/// The row at `y`, or nullptr.
const TimelineRow* row_at(const std::vector<TimelineRow>& rows, int y);

/// The SM whose line of an SmHeat row of `height` pixels is at `y` (from the row's top).
uint32_t heat_sm(const sim::Timeline& timeline, int height, int y);

/// What was not recorded, in a sentence; "" when all was.
QString not_recorded_text(const sim::Timeline& timeline);

}  // namespace warpglass::gui
