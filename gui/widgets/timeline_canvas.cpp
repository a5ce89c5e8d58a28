#include "gui/widgets/timeline_canvas.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QLineF>
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
  // The same launch with more SMs recorded: what is seen of it stays.
  const auto end = [](const RunPointer& r) { return r && r->timeline ? r->timeline->timeline().end : 0; };
  const bool same_launch = run_ && run && run->path == run_->path && end(run) == end(run_);
  run_ = run;
  if (other) {
    selected_.reset();
    causes_.clear();
    history_.clear();
    mark_.reset();
    folded_ = run_ && run_->timeline ? folded_at_first(run_->timeline->timeline()) : std::set<int>();
    axis_.set_width(std::max(1, viewport()->width() - label_width()));
    if (!same_launch) axis_.set_extent(std::max<sim::Cycle>(1, end(run_)));
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
  const int right = heading ? viewport()->width() : label_width() - scaled(2);
  const int left = scaled(6) + scaled(10) * row.indent;
  const QRect rect(left, y, right - left, row.height);
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
  painter.setClipRect(label_width(), header, viewport()->width(), viewport()->height());
  paint_time_selection(painter);
  paint_causes(painter);
  painter.setClipping(false);
  paint_header(painter);
  if (const std::string problem = run_->timeline->problem(); !problem.empty()) {
    painter.setPen(t.bad);
    painter.drawText(viewport()->rect().adjusted(label_width(), header, -scaled(8), -scaled(8)), Qt::AlignBottom | Qt::AlignLeft | Qt::TextWordWrap, text(problem));
  }
}

void TimelineCanvas::paint_header(QPainter& painter) const {
  const Theme t = theme();
  const int header = header_height(), left = label_width(), width = viewport()->width() - label_width();
  painter.fillRect(0, 0, viewport()->width(), header, t.window);
  painter.setPen(t.muted);
  painter.drawText(QRect(scaled(6), 0, left - scaled(8), minimap_height()), Qt::AlignVCenter, QStringLiteral("whole launch"));
  painter.drawText(QRect(scaled(6), minimap_height(), left - scaled(8), header - minimap_height()), Qt::AlignVCenter, QStringLiteral("cycle"));
  TimelinePainter rows(painter, *run_, axis_);
  rows.minimap(QRect(left, scaled(2), width, minimap_height() - scaled(2)));
  painter.setClipRect(left, 0, viewport()->width(), header);
  rows.ruler(QRect(left, minimap_height(), width, header - minimap_height()));
}

void TimelineCanvas::paint_time_selection(QPainter& painter) const {
  const Theme t = theme();
  const auto x = [&](sim::Cycle cycle) { return label_width() + axis_.to_pixel(static_cast<double>(cycle)); };
  const auto line = [&](double at) { painter.drawLine(QPointF(at, header_height()), QPointF(at, viewport()->height())); };
  if (mark_) {
    painter.setPen(QPen(t.accent, 1, Qt::DashLine));
    line(x(*mark_));
  }
  const auto range = selection_.time();
  if (!range) return;
  QColor fill = t.accent;
  fill.setAlpha(45);
  painter.fillRect(QRectF(x(range->start), header_height(), x(range->end) - x(range->start), viewport()->height()), fill);
  painter.setPen(t.accent);
  line(x(range->start));
  line(x(range->end));
}

std::optional<QRectF> TimelineCanvas::box_of(size_t lane, const sim::Segment& segment) const {
  for (const TimelineRow& row : rows_) {
    if (row.kind != RowKind::Lane || row.lane != lane) continue;
    const QRect rect = row_rect(row);
    return QRectF(rect.left() + axis_.to_pixel(static_cast<double>(segment.start)), rect.top(), std::max(3.0, static_cast<double>(segment.cycles) / axis_.cycles_per_pixel()), rect.height() - 1);
  }
  return std::nullopt;
}

// What is selected, framed, and an arrow to each cause in turn.
void TimelineCanvas::paint_causes(QPainter& painter) const {
  if (!selected_) return;
  const Theme t = theme();
  auto from = box_of(selected_->lane, selected_->segment);
  if (!from) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.text, scaled(2)));
  painter.drawRect(*from);
  painter.setPen(QPen(t.bad, scaled(2)));
  for (const CauseLink& link : causes_) {
    const auto to = box_of(link.lane, link.segment);
    if (!to) return;
    painter.drawRect(*to);
    const QPointF tail(from->left(), from->center().y()), tip(to->center());
    const double size = scaled(5);
    if (tail != tip) {
      QLineF arrow(tip, tail);
      painter.drawLine(arrow);
      arrow.setLength(size * 1.4);
      for (const double turn : {-40.0, 40.0}) {
        QLineF barb = arrow;
        barb.setAngle(arrow.angle() + turn);
        painter.drawLine(barb);
      }
    }
    from = to;
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

const TimelineRow* TimelineCanvas::row_under(const QPoint& position) const {
  if (position.y() < header_height()) return nullptr;
  return row_at(rows_, position.y() - header_height() + verticalScrollBar()->value());
}

TimeRange TimelineCanvas::shown_range() const {
  return selection_.time().value_or(TimeRange{static_cast<sim::Cycle>(std::floor(axis_.start())), static_cast<sim::Cycle>(std::ceil(axis_.end()))});
}

void TimelineCanvas::zoom(double factor) {
  const QPoint cursor = viewport()->mapFromGlobal(QCursor::pos());
  const bool inside = viewport()->rect().contains(cursor) && axis_x(cursor) >= 0;
  axis_.zoom(inside ? axis_x(cursor) : axis_.width() / 2, factor);
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
    QToolTip::showText(help->globalPos(), row_tip(*run_, *row, static_cast<sim::Cycle>(std::floor(axis_.to_cycle(axis_x(help->pos())))), help->pos().y() - row_rect(*row).top()), viewport());
  return true;
}

}  // namespace warpglass::gui
