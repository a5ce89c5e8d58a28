// Mouse and keyboard of the timeline.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "gui/core/timeline/timeline_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_canvas.h"

namespace warpglass::gui {
namespace {

constexpr double kZoomStep = 1.25;
constexpr int kClickSlack = 4;  // pixels that a hand shakes

}  // namespace

void TimelineCanvas::resizeEvent(QResizeEvent*) { layout_rows(); }

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
  const double notches = (std::abs(event->angleDelta().y()) >= std::abs(event->angleDelta().x()) ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
  const QPoint position = event->position().toPoint();
  if ((event->modifiers() & Qt::ControlModifier) != 0) {
    axis_.zoom(std::max(0.0, axis_x(position)), std::pow(kZoomStep, notches));
  } else if ((event->modifiers() & Qt::ShiftModifier) != 0 || event->angleDelta().y() == 0) {
    axis_.pan(-notches * 0.1 * axis_.width());
  } else if (position.y() < header_height()) {
    axis_.zoom(std::max(0.0, axis_x(position)), std::pow(kZoomStep, notches));
  } else {
    verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(notches * scaled(48)));
  }
  viewport()->update();
  event->accept();
}

void TimelineCanvas::move_minimap(const QPoint& position) {
  const double cycle = axis_x(position) / axis_.width() * static_cast<double>(axis_.extent());
  axis_.pan((cycle - 0.5 * (axis_.start() + axis_.end())) / axis_.cycles_per_pixel());
  viewport()->update();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->pos();
  if (!run_ || !run_->timeline) return;
  if (event->button() == Qt::MiddleButton)
    drag_ = Drag::Pan;
  else if (event->button() == Qt::LeftButton && event->pos().y() < minimap_height())
    move_minimap(event->pos()), drag_ = Drag::Minimap;
  else if (event->button() == Qt::LeftButton)
    drag_ = Drag::Select;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->pos();
  if (drag_ == Drag::Pan) {
    axis_.pan(last_.x() - position.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + last_.y() - position.y());
    viewport()->update();
  } else if (drag_ == Drag::Minimap) {
    move_minimap(position);
  } else if (drag_ == Drag::Select && std::abs(position.x() - pressed_.x()) > kClickSlack && axis_x(pressed_) >= 0) {
    const auto cycle = [&](const QPoint& p) { return static_cast<sim::Cycle>(std::llround(std::clamp(axis_.to_cycle(axis_x(p)), 0.0, static_cast<double>(axis_.extent())))); };
    selection_.select_time(TimeRange{cycle(pressed_), cycle(position)});
    if (const auto range = selection_.time()) Q_EMIT described(range_text(*run_, *range));
  }
  last_ = position;
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = drag_ == Drag::Select && (event->pos() - pressed_).manhattanLength() <= kClickSlack;
  drag_ = Drag::None;
  if (clicked) click(event->pos());
}

void TimelineCanvas::click(const QPoint& position) {
  const TimelineRow* row = row_under(position);
  if (row == nullptr) return;
  if (row->kind == RowKind::Heading) {
    if (!folded_.erase(row->group)) folded_.insert(row->group);
    layout_rows();
    return;
  }
  selection_.select_time(std::nullopt);
  if (row->kind != RowKind::Lane || axis_x(position) < 0) return;
  const auto cycle = static_cast<sim::Cycle>(std::floor(axis_.to_cycle(axis_x(position))));
  if (const auto segment = run_->timeline->segment_at(run_->timeline->lanes()[row->lane], cycle)) select_segment(row->lane, *segment);
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent*) { follow_cause(); }

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus: zoom(1.5); break;
    case Qt::Key_S:
    case Qt::Key_Minus: zoom(1 / 1.5); break;
    case Qt::Key_A:
    case Qt::Key_Left: axis_.pan(-0.15 * axis_.width()); break;
    case Qt::Key_D:
    case Qt::Key_Right: axis_.pan(0.15 * axis_.width()); break;
    case Qt::Key_Home: show_all(); break;
    case Qt::Key_F: show_selection(); break;
    case Qt::Key_Period: go_to_stall(true); break;
    case Qt::Key_Comma: go_to_stall(false); break;
    case Qt::Key_C: follow_cause(); break;
    case Qt::Key_Escape: selected_.reset(), selection_.select_time(std::nullopt); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
  }
  viewport()->update();
}

}  // namespace warpglass::gui
