#include "gui/widgets/timeline_canvas.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <cmath>

#include "gui/core/format.h"
#include "gui/core/timeline/timeline_text.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_painter.h"

namespace warpglass::gui {

TimelineCanvas::TimelineCanvas(Selection& selection, QWidget* parent) : QAbstractScrollArea(parent), selection_(selection) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  setAccessibleName(QStringLiteral("Timeline"));
  connect(&selection_, &Selection::time_changed, viewport(), QOverload<>::of(&QWidget::update));
  connect(&selection_, &Selection::instruction_changed, viewport(), QOverload<>::of(&QWidget::update));
  connect(&selection_, &Selection::warp_changed, viewport(), QOverload<>::of(&QWidget::update));
}

int TimelineCanvas::label_width() const { return QFontMetrics(font()).averageCharWidth() * 20 + scaled(8); }
int TimelineCanvas::minimap_height() const { return scaled(36); }
int TimelineCanvas::header_height() const { return minimap_height() + QFontMetrics(font()).height() + scaled(8); }

void TimelineCanvas::set_run(const RunPointer& run) {
  const bool other = run != run_;
  run_ = run;
  if (other) {
    selected_.reset();
    folded_.clear();
    axis_.set_width(std::max(1, viewport()->width() - label_width()));
    axis_.set_extent(run_ && run_->timeline ? run_->timeline->timeline().end : 1);
    verticalScrollBar()->setValue(0);
  }
  layout_rows();
}

void TimelineCanvas::layout_rows() {
  rows_.clear();
  if (run_ && run_->timeline) rows_ = timeline_rows(*run_->timeline, folded_, 15);
  int top = 0;
  for (TimelineRow& row : rows_) {
    row.height = scaled(row.height);
    row.top = top;
    top += row.height;
  }
  const int visible = std::max(1, viewport()->height() - header_height());
  verticalScrollBar()->setRange(0, std::max(0, top - visible));
  verticalScrollBar()->setPageStep(visible);
  verticalScrollBar()->setSingleStep(scaled(16));
  axis_.set_width(std::max(1, viewport()->width() - label_width()));
  viewport()->update();
}

QRect TimelineCanvas::row_rect(const TimelineRow& row) const {
  return {label_width(), header_height() + row.top - verticalScrollBar()->value(), std::max(1, viewport()->width() - label_width()), row.height};
}

void TimelineCanvas::paint_labels(QPainter& painter, const TimelineRow& row, int y) const {
  const Theme t = theme();
  const bool heading = row.kind == RowKind::Heading;
  const QRect rect(scaled(6) + scaled(10) * row.indent, y, label_width() - scaled(8) - scaled(10) * row.indent, row.height);
  if (heading) {
    painter.fillRect(QRect(0, y, viewport()->width(), row.height), blend(t.window, t.text, 0.07));
    painter.setFont(sized_font(1.0, true));
  }
  painter.setPen(heading ? t.text : t.muted);
  const QString mark = !heading ? QString() : folded_.contains(row.group) ? QStringLiteral("▸ ") : QStringLiteral("▾ ");
  painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, QFontMetrics(painter.font()).elidedText(mark + row.label, Qt::ElideRight, rect.width()));
  if (heading) painter.setFont(font());
}

void TimelineCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Theme t = theme();
  painter.fillRect(viewport()->rect(), t.base);
  if (rows_.empty()) {
    painter.setPen(t.muted);
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     QStringLiteral("This run holds no timeline.\nMake one with `warpglass run CAPSULE -o x.run`, or open the capsule itself."));
    return;
  }
  TimelinePainter rows(painter, *run_, axis_);
  rows.highlight(selection_.instruction());
  const int header = header_height();
  painter.setClipRect(0, header, viewport()->width(), viewport()->height() - header);
  for (const TimelineRow& row : rows_) {
    const QRect rect = row_rect(row);
    if (rect.bottom() < header || rect.top() > viewport()->height()) continue;
    paint_labels(painter, row, rect.top());
    painter.save();
    painter.setClipRect(rect.intersected(QRect(0, header, viewport()->width(), viewport()->height())));
    rows.row(row, rect);
    painter.restore();
  }
  paint_overlays(painter);
  painter.setClipping(false);
  painter.fillRect(0, 0, viewport()->width(), header, t.window);
  painter.setPen(t.muted);
  painter.drawText(QRect(scaled(6), 0, label_width() - scaled(8), minimap_height()), Qt::AlignVCenter, QStringLiteral("whole launch"));
  painter.drawText(QRect(scaled(6), minimap_height(), label_width() - scaled(8), header - minimap_height()), Qt::AlignVCenter, QStringLiteral("cycle"));
  rows.minimap(QRect(label_width(), scaled(2), viewport()->width() - label_width(), minimap_height() - scaled(2)));
  painter.setClipRect(label_width(), 0, viewport()->width(), header);
  rows.ruler(QRect(label_width(), minimap_height(), viewport()->width() - label_width(), header - minimap_height()));
}

// The selected time, the selected segment and an arrow from its cause.
void TimelineCanvas::paint_overlays(QPainter& painter) const {
  const Theme t = theme();
  painter.setClipRect(label_width(), header_height(), viewport()->width(), viewport()->height());
  if (const auto range = selection_.time()) {
    const double left = label_width() + axis_.to_pixel(static_cast<double>(range->start)), right = label_width() + axis_.to_pixel(static_cast<double>(range->end));
    QColor fill = t.accent;
    fill.setAlpha(45);
    painter.fillRect(QRectF(left, header_height(), right - left, viewport()->height()), fill);
    painter.setPen(t.accent);
    painter.drawLine(QPointF(left, header_height()), QPointF(left, viewport()->height()));
    painter.drawLine(QPointF(right, header_height()), QPointF(right, viewport()->height()));
  }
  if (!selected_) return;
  for (const TimelineRow& row : rows_) {
    if (row.kind != RowKind::Lane || row.lane != selected_->lane) continue;
    const QRect rect = row_rect(row);
    const auto box = [&](const sim::Segment& s) {
      const double left = rect.left() + axis_.to_pixel(static_cast<double>(s.start));
      return QRectF(left, rect.top(), std::max(3.0, static_cast<double>(s.cycles) / axis_.cycles_per_pixel()), rect.height() - 1);
    };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.text, scaled(2)));
    const QRectF here = box(selected_->segment);
    painter.drawRect(here);
    if (!selected_->cause) return;
    const QRectF cause = box(*selected_->cause);
    painter.setPen(QPen(t.bad, scaled(2)));
    painter.drawRect(cause);
    const QPointF from(here.left(), here.center().y()), to(cause.center().x(), cause.center().y());
    painter.drawLine(from, to);
    const double size = scaled(5);
    painter.drawLine(to, to + QPointF(size, -size));
    painter.drawLine(to, to + QPointF(size, size));
  }
}

const TimelineRow* TimelineCanvas::row_under(const QPoint& position) const {
  if (position.y() < header_height()) return nullptr;
  return row_at(rows_, position.y() - header_height() + verticalScrollBar()->value());
}

void TimelineCanvas::select_segment(size_t lane, sim::Segment segment) {
  const TimelineLane& of = run_->timeline->lanes()[lane];
  selected_ = Selected{lane, segment, run_->timeline->cause(of, segment)};
  axis_.reveal(static_cast<double>(segment.start));
  selection_.select_warp(WarpSlot{of.sm, of.lane});
  selection_.select_instruction(segment.stall != sim::Stall::Selected && segment.producer != sim::kNoProducer ? segment.producer : segment.instruction);
  QString words = warp_text(*run_->timeline, of, segment.start) + QStringLiteral(":  ") + segment_text(run_->result, segment).join(QStringLiteral(";  "));
  if (selected_->cause) words += QStringLiteral(" (issued at cycle %1; C goes there)").arg(grouped(static_cast<uint64_t>(selected_->cause->start)));
  Q_EMIT described(words);
  viewport()->update();
}

void TimelineCanvas::follow_cause() {
  if (selected_ && selected_->cause) select_segment(selected_->lane, *selected_->cause);
}

void TimelineCanvas::go_to_stall(bool forwards) {
  if (!run_ || !run_->timeline || run_->timeline->lanes().empty()) return;
  const size_t lane = selected_ ? selected_->lane : 0;
  const sim::Cycle from = selected_ ? selected_->segment.start : static_cast<sim::Cycle>(axis_.start());
  const TimelineLane& of = run_->timeline->lanes()[lane];
  if (const auto stall = forwards ? run_->timeline->next_stall(of, from) : run_->timeline->previous_stall(of, from)) select_segment(lane, *stall);
}

void TimelineCanvas::zoom(double factor) {
  const QPoint cursor = viewport()->mapFromGlobal(QCursor::pos());
  const bool inside = viewport()->rect().contains(cursor) && axis_x(cursor) >= 0;
  axis_.zoom(inside ? axis_x(cursor) : axis_.width() / 2, factor);
  viewport()->update();
}

void TimelineCanvas::show_all() {
  axis_.show_all();
  viewport()->update();
}

void TimelineCanvas::show_selection() {
  if (const auto range = selection_.time())
    axis_.show(*range);
  else if (selected_)
    axis_.show({selected_->segment.start, selected_->segment.end()}, 1.0);
  viewport()->update();
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const TimelineRow* row = row_under(help->pos());
  if (row == nullptr || !run_)
    QToolTip::hideText();
  else if (axis_x(help->pos()) < 0)
    QToolTip::showText(help->globalPos(), row->help, viewport());
  else
    QToolTip::showText(help->globalPos(), row_tip(*run_, *row, static_cast<sim::Cycle>(std::floor(axis_.to_cycle(axis_x(help->pos()))))), viewport());
  return true;
}

}  // namespace warpglass::gui
