// Going about in the timeline: stalls, causes, warps, back and forward.
#include <QScrollBar>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/timeline/timeline_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_canvas.h"

namespace warpglass::gui {
namespace {

constexpr size_t kLongestChain = 8;

}  // namespace

void TimelineCanvas::select_segment(size_t lane, sim::Segment segment) {
  history_.leave(here());
  mark_selected(lane, segment);
  axis_.reveal(static_cast<double>(segment.start));
  reveal_lane(lane);
  viewport()->update();
}

// Selects and describes, without moving.
void TimelineCanvas::mark_selected(size_t lane, const sim::Segment& segment) {
  const TimelineLane& of = run_->timeline->lanes()[lane];
  selected_ = Selected{lane, segment};
  causes_ = cause_chain(*run_->timeline, lane, segment, kLongestChain);
  selection_.select_warp(WarpSlot{of.sm, of.lane});
  selection_.select_instruction(segment.stall != sim::Stall::Selected && segment.producer != sim::kNoProducer
                                    ? segment.producer
                                    : segment.instruction);
  QString words = warp_text(*run_->timeline, of, segment.start) + QStringLiteral(":  ") +
                  segment_text(run_->result, segment).join(QStringLiteral(";  "));
  size_t at = lane;
  QStringList steps;
  for (const CauseLink& link : causes_) {
    steps << cause_text(*run_, link, link.lane == at);
    at = link.lane;
  }
  if (!steps.isEmpty())
    words += QStringLiteral("\n← ") + steps.join(QStringLiteral("  ← ")) + QStringLiteral("  (C goes there)");
  Q_EMIT described(words);
}

// Unfolds and scrolls until the warp's row is visible.
void TimelineCanvas::reveal_lane(size_t lane) {
  const TimelineLane& of = run_->timeline->lanes()[lane];
  const int group = sm_group(of.sm);
  const size_t folded =
      folded_.erase(group) +
      folded_.erase(group + 1 + static_cast<int>(of.lane / run_->timeline->timeline().slots));
  if (folded > 0) layout_rows();
  const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const TimelineRow& r) {
    return r.kind == RowKind::Lane && r.lane == lane;
  });
  if (row == rows_.end()) return;
  const int visible = viewport()->height() - header_height(), value = verticalScrollBar()->value();
  if (row->top < value || row->top + row->height > value + visible)
    verticalScrollBar()->setValue(row->top + row->height / 2 - visible / 2);
}

void TimelineCanvas::follow_cause() {
  if (selected_ && !causes_.empty()) select_segment(causes_.front().lane, causes_.front().segment);
}

void TimelineCanvas::go_to_stall(bool forwards) {
  if (empty()) return;
  const size_t lane = selected_ ? selected_->lane : 0;
  const sim::Cycle from = selected_ ? selected_->segment.start : static_cast<sim::Cycle>(axis_.start());
  const TimelineLane& of = run_->timeline->lanes()[lane];
  if (const auto stall =
          forwards ? run_->timeline->next_stall(of, from) : run_->timeline->previous_stall(of, from))
    select_segment(lane, *stall);
}

void TimelineCanvas::go_to_execution(bool forwards) {
  const auto instruction = selection_.instruction();
  if (empty() || !instruction) return;
  const size_t lane = selected_ ? selected_->lane : 0;
  const sim::Cycle from = selected_ ? selected_->segment.start : -1;
  const TimelineLane& of = run_->timeline->lanes()[lane];
  const auto issue = forwards ? run_->timeline->next_issue(of, from, *instruction)
                              : run_->timeline->previous_issue(of, from, *instruction);
  if (issue) select_segment(lane, *issue);
}

void TimelineCanvas::go_to_warp(int step) {
  if (empty()) return;
  const auto count = static_cast<int64_t>(run_->timeline->lanes().size());
  const int64_t lane = selected_ ? static_cast<int64_t>(selected_->lane) + step : 0;
  if (lane < 0 || lane >= count) return;
  const TimelineLane& of = run_->timeline->lanes()[static_cast<size_t>(lane)];
  const sim::Cycle cycle = selected_ ? selected_->segment.start : static_cast<sim::Cycle>(axis_.start());
  auto segment = run_->timeline->segment_at(of, cycle);
  if (!segment) segment = run_->timeline->next_stall(of, cycle);
  if (!segment) segment = run_->timeline->previous_stall(of, cycle);
  if (segment) select_segment(static_cast<size_t>(lane), *segment);
}

void TimelineCanvas::go_to(const Place& place) {
  const double length = place.cycles_per_pixel * axis_.width();
  axis_.show({static_cast<sim::Cycle>(place.start), static_cast<sim::Cycle>(place.start + length + 0.5)}, 0);
  selected_.reset();
  causes_.clear();
  if (place.selected) {
    mark_selected(place.selected->lane, place.selected->segment);
    reveal_lane(place.selected->lane);
  }
  viewport()->update();
}

void TimelineCanvas::go_back() {
  if (const auto place = history_.back(here())) go_to(*place);
}

void TimelineCanvas::go_forward() {
  if (const auto place = history_.forward(here())) go_to(*place);
}

void TimelineCanvas::pan(double share_of_width) {
  axis_.pan(share_of_width * axis_.width());
  viewport()->update();
}

void TimelineCanvas::show_all() {
  history_.leave(here());
  axis_.show_all();
  viewport()->update();
}

void TimelineCanvas::show_selection() {
  history_.leave(here());
  if (const auto range = selection_.time())
    axis_.show(*range);
  else if (selected_)
    axis_.show({selected_->segment.start, selected_->segment.end()}, 1.0);
  viewport()->update();
}

void TimelineCanvas::measure() {
  if (empty()) return;
  const sim::Cycle at = selected_ ? selected_->segment.start : static_cast<sim::Cycle>(axis_.start());
  if (!mark_ || *mark_ == at) {
    mark_ = at;
    Q_EMIT described(QStringLiteral("Measuring from cycle %1: select another stall and press M again")
                         .arg(grouped(static_cast<uint64_t>(at))));
  } else {
    selection_.select_time(TimeRange{*mark_, at});
    mark_.reset();
    if (const auto range = selection_.time()) Q_EMIT described(range_text(*run_, *range));
  }
  viewport()->update();
}

void TimelineCanvas::clear_selection() {
  selected_.reset();
  causes_.clear();
  mark_.reset();
  selection_.select_time(std::nullopt);
  selection_.select_warp(std::nullopt);
  Q_EMIT described({});
  viewport()->update();
}

void TimelineCanvas::fold_all(bool folded) {
  folded_.clear();
  if (folded && run_ && run_->timeline)
    for (const sim::RecordedSm& sm : run_->timeline->timeline().recorded) folded_.insert(sm_group(sm.sm));
  layout_rows();
}

void TimelineCanvas::choose_sm(uint32_t sm) {
  const auto& recorded = run_->timeline->timeline().recorded;
  const bool known =
      std::any_of(recorded.begin(), recorded.end(), [sm](const sim::RecordedSm& r) { return r.sm == sm; });
  if (!known) {
    Q_EMIT sm_chosen(sm);
    return;
  }
  for (size_t lane = 0; lane < run_->timeline->lanes().size(); ++lane)
    if (run_->timeline->lanes()[lane].sm == sm) return reveal_lane(lane);
}

}  // namespace warpglass::gui
