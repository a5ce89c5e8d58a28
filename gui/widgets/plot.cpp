#include "gui/widgets/plot.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

// Values for grid lines: powers of ten, or five or so round steps.
std::vector<double> ticks(double low, double high, bool logarithmic) {
  std::vector<double> values;
  if (logarithmic) {
    for (double v = std::pow(10, std::ceil(std::log10(low) - 1e-9)); v <= high * 1.0001; v *= 10) values.push_back(v);
    return values;
  }
  const double raw = (high - low) / 5;
  if (!(raw > 0)) return values;
  const double decade = std::pow(10, std::floor(std::log10(raw)));
  const double step = raw / decade <= 1 ? decade : raw / decade <= 2 ? 2 * decade : raw / decade <= 5 ? 5 * decade : 10 * decade;
  for (double v = std::ceil(low / step) * step; v <= high + step * 1e-6; v += step) values.push_back(v);
  return values;
}

double fraction(double v, double low, double size, bool logarithmic) {
  if (!logarithmic) return size != 0 ? (v - low) / size : 0;
  return (std::log10(std::max(v, 1e-300)) - std::log10(low)) / (std::log10(low + size) - std::log10(low));
}

}  // namespace

Plot::Plot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize Plot::minimumSizeHint() const { return {scaled(240), scaled(180)}; }

void Plot::set_content(std::vector<PlotSeries> series, std::optional<PlotMark> mark) {
  series_ = std::move(series);
  mark_ = std::move(mark);
  update();
}

CsvTable Plot::table() const {
  CsvTable table{title_, {QStringLiteral("series"), x_title_, y_title_, QStringLiteral("point")}, {}};
  for (const PlotSeries& s : series_)
    for (size_t i = 0; i < s.points.size(); ++i)
      table.rows.push_back({s.name, QString::number(s.points[i].x(), 'g', 12), QString::number(s.points[i].y(), 'g', 12), i < s.labels.size() ? s.labels[i] : QString()});
  return table;
}

QRectF Plot::area() const {
  const int line = QFontMetrics(font()).height();
  return QRectF(rect()).adjusted(line * 4.4, title_.isEmpty() ? line * 0.8 : line * 2.2, right_title_.isEmpty() ? -line * 1.2 : -line * 4.4, -line * 2.9);
}

QRectF Plot::range() const {
  if (range_) return *range_;
  double left = 1e300, right = -1e300, low = log_y_ ? 1e300 : 0, high = -1e300;
  for (const PlotSeries& s : series_) {
    if (s.right) continue;
    for (const QPointF& p : s.points) {
      left = std::min(left, p.x());
      right = std::max(right, p.x());
      low = std::min(low, p.y());
      high = std::max(high, p.y());
    }
  }
  if (left > right) return {0, 0, 1, 1};
  if (right == left) right = left + 1;
  if (high <= low) high = low + 1;
  if (log_x_) return {left / 2, low / 2, right * 2 - left / 2, high * 2 - low / 2};
  return {left, low, right - left, (high - low) * 1.08};
}

QPointF Plot::place(const QPointF& value, bool right) const {
  const QRectF a = area(), r = range();
  if (right)
    return {a.left() + fraction(value.x(), r.left(), r.width(), log_x_) * a.width(), a.bottom() - fraction(value.y(), 0, right_most_, false) * a.height()};
  return {a.left() + fraction(value.x(), r.left(), r.width(), log_x_) * a.width(), a.bottom() - fraction(value.y(), r.top(), r.height(), log_y_) * a.height()};
}

void Plot::draw_axes(QPainter& painter) const {
  const Theme t = theme();
  const QRectF a = area(), r = range();
  const int line = QFontMetrics(font()).height();
  painter.fillRect(a, t.base);
  for (const double x : ticks(r.left(), r.right(), log_x_)) {
    const double px = place({x, r.top()}).x();
    painter.setPen(t.line);
    painter.drawLine(QPointF(px, a.top()), QPointF(px, a.bottom()));
    painter.setPen(t.muted);
    painter.drawText(QRectF(px - 60, a.bottom() + 2, 120, line), Qt::AlignHCenter, short_number(x));
  }
  for (const double y : ticks(r.top(), r.bottom(), log_y_)) {
    const double py = place({r.left(), y}).y();
    painter.setPen(t.line);
    painter.drawLine(QPointF(a.left(), py), QPointF(a.right(), py));
    painter.setPen(t.muted);
    painter.drawText(QRectF(0, py - line, a.left() - 5, 2 * line), Qt::AlignRight | Qt::AlignVCenter, short_number(y));
  }
  if (!right_title_.isEmpty()) draw_right_axis(painter);
  draw_titles(painter);
}

void Plot::draw_right_axis(QPainter& painter) const {
  const QRectF a = area();
  const int line = QFontMetrics(font()).height();
  painter.setPen(theme().muted);
  for (const double y : ticks(0, right_most_, false)) {
    const double py = place({range().left(), y}, true).y();
    painter.drawLine(QPointF(a.right(), py), QPointF(a.right() + scaled(4), py));
    painter.drawText(QRectF(a.right() + scaled(6), py - line, line * 3, 2 * line), Qt::AlignLeft | Qt::AlignVCenter, short_number(y));
  }
  painter.setPen(theme().warning);
  painter.save();
  painter.translate(width() - line * 0.2, a.center().y());
  painter.rotate(90);
  painter.drawText(QRectF(-a.height() / 2, 0, a.height(), line * 1.2), Qt::AlignCenter, right_title_);
  painter.restore();
}

void Plot::draw_titles(QPainter& painter) const {
  const Theme t = theme();
  const QRectF a = area();
  const int line = QFontMetrics(font()).height();
  painter.setPen(t.text);
  painter.drawText(QRectF(a.left(), a.bottom() + line * 1.3, a.width(), line * 1.4), Qt::AlignHCenter | Qt::AlignVCenter, x_title_);
  painter.save();
  painter.translate(line * 0.2, a.center().y());
  painter.rotate(-90);
  if (!right_title_.isEmpty() && !series_.empty()) painter.setPen(series_.front().colour);  // as the right one has its series' colour
  painter.drawText(QRectF(-a.height() / 2, 0, a.height(), line * 1.2), Qt::AlignCenter, y_title_);
  painter.restore();
  if (title_.isEmpty()) return;
  painter.setFont(sized_font(1.05, true));
  painter.drawText(QRectF(a.left(), 0, a.width(), line * 2), Qt::AlignLeft | Qt::AlignVCenter, title_);
  painter.setFont(font());
}

void Plot::draw_series(QPainter& painter, const PlotSeries& s) const {
  QPen pen(s.colour, scaled(2));
  if (s.dashed) pen.setStyle(Qt::DashLine);
  if (s.line && s.points.size() > 1) {
    QPainterPath path(place(s.points.front(), s.right));
    for (size_t i = 1; i < s.points.size(); ++i) {
      const QPointF to = place(s.points[i], s.right);
      if (s.steps) path.lineTo(QPointF(to.x(), path.currentPosition().y()));
      path.lineTo(to);
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
  }
  if (!s.markers) return;
  painter.setPen(QPen(theme().base, 1));
  painter.setBrush(s.colour);
  for (const QPointF& p : s.points) painter.drawEllipse(place(p, s.right), scaled(5), scaled(5));
  if (!s.annotate) return;
  painter.setPen(theme().text);
  for (size_t i = 0; i < std::min(s.points.size(), s.labels.size()); ++i) painter.drawText(place(s.points[i], s.right) + QPointF(scaled(9), -scaled(5)), s.labels[i]);
}

void Plot::draw_legend(QPainter& painter) const {
  const QRectF a = area();
  const QFontMetrics metrics(font());
  const int line = metrics.height() + scaled(3);
  int width = 0, count = 0;
  for (const PlotSeries& s : series_)
    if (!s.name.isEmpty()) width = std::max(width, metrics.horizontalAdvance(s.name)), ++count;
  QColor back = theme().base;
  back.setAlpha(220);
  const QRectF box(a.left() + scaled(10), a.top() + scaled(8), width + scaled(34), count * line + scaled(8));
  painter.fillRect(box, back);
  int y = static_cast<int>(box.top()) + scaled(4);
  for (const PlotSeries& s : series_) {
    if (s.name.isEmpty()) continue;
    painter.fillRect(QRectF(box.left() + scaled(6), y + line / 2.0 - scaled(3), scaled(16), scaled(6)), s.colour);
    painter.setPen(theme().text);
    painter.drawText(QRectF(box.left() + scaled(28), y, width + 4, line), Qt::AlignVCenter, s.name);
    y += line;
  }
}

void Plot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  draw_axes(painter);
  const QRectF a = area(), r = range();
  painter.setClipRect(a.adjusted(-2, -2, 2, 2));
  if (diagonal_) {
    painter.setPen(QPen(theme().muted, 1, Qt::DashLine));
    const double low = std::max(r.left(), r.top()), high = std::min(r.right(), r.bottom());
    painter.drawLine(place({low, low}), place({high, high}));
  }
  for (const PlotSeries& s : series_) draw_series(painter, s);
  if (mark_) {
    const double x = place({mark_->x, r.top()}).x();
    painter.setPen(QPen(theme().bad, scaled(2), Qt::DashLine));
    painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    const int width = QFontMetrics(font()).horizontalAdvance(mark_->label) + 8;
    const double left = x + width + 4 < a.right() ? x + 4 : x - width - 4;
    painter.drawText(QRectF(left, a.top() + 2, width, QFontMetrics(font()).height()), Qt::AlignLeft, mark_->label);
  }
  if (legend_) draw_legend(painter);
}

std::optional<Plot::Hit> Plot::nearest(const QPointF& position) const {
  double least = scaled(14);
  std::optional<Hit> hit;
  for (size_t s = 0; s < series_.size(); ++s)
    for (size_t i = 0; i < series_[s].points.size(); ++i) {
      const QPointF d = place(series_[s].points[i], series_[s].right) - position;
      const double distance = std::hypot(d.x(), d.y());
      if (distance >= least) continue;
      least = distance;
      hit = Hit{s, i};
    }
  return hit;
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
  QString tip;
  if (const auto hit = nearest(event->position())) {
    const PlotSeries& s = series_[hit->series];
    const QString what = hit->point < s.labels.size() ? s.labels[hit->point] : s.name;
    tip = QStringLiteral("%1%2%3: %4").arg(what, what.isEmpty() ? QString() : QStringLiteral(", "), short_number(s.points[hit->point].x()), short_number(s.points[hit->point].y()));
  }
  QToolTip::showText(event->globalPosition().toPoint(), tip, this);
}

void Plot::mousePressEvent(QMouseEvent* event) {
  if (const auto hit = nearest(event->position())) Q_EMIT point_clicked(hit->series, hit->point);
}

}  // namespace warpglass::gui
