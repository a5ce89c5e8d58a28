#include "gui/core/timeline/cause_chain.h"

#include <algorithm>

namespace warpglass::gui {
namespace {

// The stall that ends where an instruction is issued, of the same instruction.
std::optional<CauseLink> stall_before(const TimelineData& data, size_t lane, const sim::Segment& issue) {
  const auto stall = data.previous_stall(data.lanes()[lane], issue.start);
  if (!stall || stall->instruction != issue.instruction) return std::nullopt;
  // Between them the warp may have been passed over by the scheduler, but nothing may have been issued.
  bool adjacent = true;
  data.visit(data.lanes()[lane], stall->end(), issue.start, [&](const sim::Segment& s) {
    adjacent = s.stall == sim::Stall::NotSelected || s.end() <= stall->end();
    return adjacent;
  });
  return adjacent ? std::optional(CauseLink{CauseKind::Before, lane, *stall}) : std::nullopt;
}

// A wait at a barrier is charged to the instruction after BAR (see Sm::charge). It ends when the block's last
// warp issues BAR.
std::optional<CauseLink> last_arrival(const TimelineData& data, size_t lane, const sim::Segment& wait) {
  if (wait.instruction == 0) return std::nullopt;
  const uint32_t barrier = wait.instruction - 1;
  const TimelineLane& own = data.lanes()[lane];
  const auto stay = data.stay_at(own, wait.start);
  if (!stay) return std::nullopt;
  std::optional<CauseLink> last;
  for (size_t i = 0; i < data.lanes().size(); ++i) {
    const TimelineLane& other = data.lanes()[i];
    if (other.sm != own.sm || i == lane) continue;
    data.visit(other, wait.start, wait.end(), [&](const sim::Segment& s) {
      if (s.stall != sim::Stall::Selected || s.instruction != barrier || s.start < wait.start ||
          s.start >= wait.end())
        return true;
      const auto theirs = data.stay_at(other, s.start);
      if (theirs && theirs->block == stay->block && (!last || s.start > last->segment.start))
        last = CauseLink{CauseKind::LastArrival, i, s};
      return true;
    });
  }
  return last;
}

}  // namespace

std::optional<CauseLink> cause_of(const TimelineData& data, size_t lane, const sim::Segment& segment) {
  if (segment.stall == sim::Stall::Selected || segment.stall == sim::Stall::NotSelected)
    return stall_before(data, lane, segment);
  if (segment.stall == sim::Stall::Barrier) return last_arrival(data, lane, segment);
  if (const auto issue = data.cause(data.lanes()[lane], segment))
    return CauseLink{CauseKind::Producer, lane, *issue};
  return std::nullopt;
}

std::vector<CauseLink> cause_chain(const TimelineData& data, size_t lane, const sim::Segment& segment,
                                   size_t most) {
  std::vector<CauseLink> chain;
  sim::Segment at = segment;
  while (chain.size() < most) {
    const auto link = cause_of(data, lane, at);
    if (!link || link->segment.start > at.end()) break;
    chain.push_back(*link);
    lane = link->lane;
    at = link->segment;
  }
  return chain;
}

}  // namespace warpglass::gui
