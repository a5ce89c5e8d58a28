// Mouse and keyboard of the timeline.
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "gui/core/physical_keys.h"
#include "gui/core/timeline/timeline_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_canvas.h"

namespace warpglass::gui {
namespace {

constexpr double kZoomStep = 1.25;
constexpr int kClickSlack = 4;  // pixels that a hand shakes
constexpr double kKeyZoom = 1.5, kKeyPan = 0.15;  // as the commands of TimelineView

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
    history_.leave(here()), move_minimap(event->pos()), drag_ = Drag::Minimap;
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
  if (axis_x(position) < 0) return;
  if (row->kind == RowKind::SmHeat) choose_sm(heat_sm(run_->timeline->timeline(), row->height, position.y() - row_rect(*row).top()));
  if (row->kind == RowKind::Lane) click_lane(*row, static_cast<sim::Cycle>(std::floor(axis_.to_cycle(axis_x(position)))));
}

// A click on what is selected already goes on to its cause.
void TimelineCanvas::click_lane(const TimelineRow& row, sim::Cycle cycle) {
  const auto segment = run_->timeline->segment_at(run_->timeline->lanes()[row.lane], cycle);
  if (!segment) return;
  followed_ = selected_ == Selected{row.lane, *segment};
  if (followed_)
    follow_cause();
  else
    select_segment(row.lane, *segment);
}

// The second click of two: it follows the cause, unless the first one did.
void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent*) {
  if (!followed_) follow_cause();
  followed_ = true;
}

// W A S D are taken by their place before anything else sees the letter that lies there; a letter from that group at another
// place is left alone.
bool TimelineCanvas::event(QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QAbstractScrollArea::event(event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const auto letter = physical_letter(QGuiApplication::platformName(), key->nativeScanCode());
  const bool is_letter = key->key() == Qt::Key_W || key->key() == Qt::Key_A || key->key() == Qt::Key_S || key->key() == Qt::Key_D;
  if (key->modifiers() != Qt::NoModifier || !letter || (*letter == '\0' && !is_letter)) return QAbstractScrollArea::event(event);
  event->accept();
  return true;
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
  const auto letter = physical_letter(QGuiApplication::platformName(), event->nativeScanCode());
  if (event->modifiers() != Qt::NoModifier || !letter) return QAbstractScrollArea::keyPressEvent(event);
  switch (*letter) {
    case 'W': return zoom(kKeyZoom);
    case 'S': return zoom(1 / kKeyZoom);
    case 'A': return pan(-kKeyPan);
    case 'D': return pan(kKeyPan);
    default: return QAbstractScrollArea::keyPressEvent(event);
  }
}

}  // namespace warpglass::gui
