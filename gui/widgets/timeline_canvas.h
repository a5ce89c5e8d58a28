// The timeline itself: rows, labels, ruler and minimap, with mouse and keyboard.
#pragma once

#include <QAbstractScrollArea>
#include <optional>
#include <set>

#include "gui/core/session.h"
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

  void zoom(double factor);
  void show_all();
  void show_selection();
  void go_to_stall(bool forwards);
  /// Selects what the selected stall waits for.
  void follow_cause();
  void select_segment(size_t lane, sim::Segment segment);  // by value: it may be the cause kept in `selected_`

 Q_SIGNALS:
  /// What is selected, in words.
  void described(const QString& text);

 protected:
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
    std::optional<sim::Segment> cause;
  };

  int label_width() const;
  int header_height() const;
  int minimap_height() const;
  double axis_x(const QPoint& position) const { return position.x() - label_width(); }
  void layout_rows();
  void move_minimap(const QPoint& position);
  void click(const QPoint& position);
  void paint_labels(QPainter& painter, const TimelineRow& row, int y) const;
  void paint_overlays(QPainter& painter) const;
  const TimelineRow* row_under(const QPoint& position) const;
  void follow_selection();

  Selection& selection_;
  RunPointer run_;
  TimeAxis axis_;
  std::vector<TimelineRow> rows_;
  std::set<int> folded_;
  std::optional<Selected> selected_;
  Drag drag_ = Drag::None;
  QPoint pressed_, last_;
};

}  // namespace warpglass::gui
