// The timeline itself: rows, labels, ruler and minimap, with mouse and keyboard.
#pragma once

#include <QAbstractScrollArea>
#include <optional>
#include <set>

#include "gui/core/session.h"
#include "gui/core/timeline/cause_chain.h"
#include "gui/core/timeline/place_history.h"
#include "gui/core/timeline/time_axis.h"
#include "gui/core/timeline/timeline_rows.h"

namespace warpglass::gui {

class TimelineCanvas : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit TimelineCanvas(Selection& selection, QWidget* parent = nullptr);

  void set_run(const RunPointer& run);
  TimeAxis& axis() { return axis_; }
  const std::vector<TimelineRow>& rows() const { return rows_; }
  /// In the viewport: where `row` is drawn, labels left out.
  QRect row_rect(const TimelineRow& row) const;
  /// What is selected, and the causes of it, nearest first.
  std::optional<sim::Segment> selected_segment() const { return selected_ ? std::optional(selected_->segment) : std::nullopt; }
  std::optional<size_t> selected_lane() const { return selected_ ? std::optional(selected_->lane) : std::nullopt; }
  const std::vector<CauseLink>& causes() const { return causes_; }
  /// The cycles that are visible, or those selected.
  TimeRange shown_range() const;

  void zoom(double factor);
  void pan(double share_of_width);
  void show_all();
  void show_selection();
  void go_to_stall(bool forwards);
  /// The next execution of the selected instruction by the selected warp.
  void go_to_execution(bool forwards);
  void go_to_warp(int step);
  /// Selects what the selected stall waits for.
  void follow_cause();
  void go_back();
  void go_forward();
  /// First marks the start of what is selected, then selects the time from there to what is selected then.
  void measure();
  void clear_selection();
  void fold_all(bool folded);
  void select_segment(size_t lane, sim::Segment segment);  // by value: it may be a cause kept in `causes_`

 Q_SIGNALS:
  /// What is selected, in words.
  void described(const QString& text);
  /// An SM was clicked whose warps were not recorded one by one.
  void sm_chosen(uint32_t sm);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  enum class Drag : uint8_t { None, Select, Pan, Minimap };
  struct Selected {
    size_t lane = 0;
    sim::Segment segment;
    bool operator==(const Selected&) const = default;
  };
  struct Place {
    double start = 0, cycles_per_pixel = 1;
    std::optional<Selected> selected;
    bool operator==(const Place&) const = default;
  };

  int label_width() const;
  int header_height() const;
  int minimap_height() const;
  double axis_x(const QPoint& position) const { return position.x() - label_width(); }
  bool empty() const { return !run_ || !run_->timeline || run_->timeline->lanes().empty(); }
  void layout_rows();
  void move_minimap(const QPoint& position);
  void click(const QPoint& position);
  void click_lane(const TimelineRow& row, sim::Cycle cycle);
  void choose_sm(uint32_t sm);
  Place here() const { return {axis_.start(), axis_.cycles_per_pixel(), selected_}; }
  void go_to(const Place& place);
  void mark_selected(size_t lane, const sim::Segment& segment);
  void reveal_lane(size_t lane);
  void paint_labels(QPainter& painter, const TimelineRow& row, int y) const;
  void paint_header(QPainter& painter) const;
  void paint_time_selection(QPainter& painter) const;
  void paint_causes(QPainter& painter) const;
  /// Where a segment is drawn; nothing when its warp's row is folded away.
  std::optional<QRectF> box_of(size_t lane, const sim::Segment& segment) const;
  const TimelineRow* row_under(const QPoint& position) const;

  Selection& selection_;
  RunPointer run_;
  TimeAxis axis_;
  std::vector<TimelineRow> rows_;
  std::set<int> folded_;
  std::optional<Selected> selected_;
  std::vector<CauseLink> causes_;
  PlaceHistory<Place> history_;
  std::optional<sim::Cycle> mark_;
  Drag drag_ = Drag::None;
  bool followed_ = false;  // by the first click of what becomes a double click
  QPoint pressed_, last_;
};

}  // namespace warpglass::gui
