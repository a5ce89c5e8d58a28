// What a warp waited for, and what that waited for: from a stall back to where it began.
#pragma once

#include <optional>
#include <vector>

#include "gui/core/timeline/timeline_data.h"

namespace warpglass::gui {

enum class CauseKind : uint8_t {
  Producer,     ///< the instruction whose result is waited for, where the warp issued it
  LastArrival,  ///< the warp of the block that came to the barrier last, where it issued the barrier
  Before,       ///< what an issue waited for: the stall just before it
};

struct CauseLink {
  CauseKind kind = CauseKind::Producer;
  size_t lane = 0;  ///< index into TimelineData::lanes
  sim::Segment segment;
};

/// What `segment` of lane `lane` waited for; nothing when it waited for nothing that was recorded (an
/// instruction fetch, a busy pipe, a warp's start).
std::optional<CauseLink> cause_of(const TimelineData& data, size_t lane, const sim::Segment& segment);

/// Causes one after the other, at most `most`.
std::vector<CauseLink> cause_chain(const TimelineData& data, size_t lane, const sim::Segment& segment,
                                   size_t most);

}  // namespace warpglass::gui
