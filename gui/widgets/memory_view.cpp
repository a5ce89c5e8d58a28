#include "gui/widgets/memory_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

QColor load_colour(const Theme& t, const std::optional<double>& utilisation) {
  if (!utilisation) return blend(t.base, t.accent, 0.55);
  return *utilisation >= 0.8 ? t.bad : *utilisation >= 0.5 ? t.warning : blend(t.base, t.accent, 0.55);
}

}  // namespace

MemoryView::MemoryView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("memory"), QStringLiteral("Memory flow"), QStringLiteral("Which level of memory is the limit?"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  connect(&session.selection(), &Selection::time_changed, this, &MemoryView::invalidate);
  connect(&session, &Session::baseline_changed, this, &MemoryView::invalidate);
}

void MemoryView::rebuild() {
  const RunPointer run = session().current(), baseline = session().baseline();
  const auto range = session().selection().time();
  flow_ = range ? memory_flow(*run, *range) : memory_flow(*run);
  baseline_.clear();
  if (baseline && baseline != run && !range) {  // times of two launches do not correspond
    add_baseline(flow_, memory_flow(*baseline));
    baseline_ = text(baseline->name);
  }
  QStringList words;
  for (const FlowLink& link : flow_.links) words << link.label + QLatin1Char(' ') + bytes_text(link.bytes);
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  update();
}

// SMs on the left, HBM on the right; shared memory below L1.
QRectF MemoryView::box_of(MemoryLevel level) const {
  const double w = width(), h = height();
  const double box = std::clamp(w * 0.13, 90.0, 260.0), gap = (w * 0.96 - 4 * box) / 3, left = w * 0.02;
  const double top = h * 0.14, tall = h * 0.74;
  const auto column = [&](int i) { return left + i * (box + gap); };
  switch (level) {
    case MemoryLevel::Sm: return {column(0), top, box, tall};
    case MemoryLevel::L1: return {column(1), top, box, tall * 0.62};
    case MemoryLevel::Shared: return {column(1), top + tall * 0.72, box, tall * 0.28};
    case MemoryLevel::L2: return {column(2), top, box, tall * 0.62};
    case MemoryLevel::Hbm: return {column(3), top, box, tall * 0.62};
  }
  return {};
}

void MemoryView::draw_level(QPainter& painter, const FlowLevel& level) const {
  const Theme t = theme();
  const QRectF box = box_of(level.level);
  painter.setPen(QPen(t.line, 1));
  painter.setBrush(t.base);
  painter.drawRoundedRect(box, 6, 6);
  painter.setPen(t.text);
  painter.setFont(sized_font(1.15, true));
  painter.drawText(box.adjusted(8, 8, -8, 0), Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap, level.title);
  painter.setFont(font());
  painter.setPen(t.muted);
  painter.drawText(box.adjusted(8, 8 + scaled(28), -8, 0), Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap, level.detail);
  if (!level.hit_rate) return;
  const double radius = std::min(box.width() * 0.30, box.height() * 0.22);
  const QRectF ring(box.center().x() - radius, box.bottom() - 2 * radius - scaled(30), 2 * radius, 2 * radius);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.line, scaled(7), Qt::SolidLine, Qt::FlatCap));
  painter.drawEllipse(ring);
  painter.setPen(QPen(t.good, scaled(7), Qt::SolidLine, Qt::FlatCap));
  painter.drawArc(ring, 90 * 16, static_cast<int>(-*level.hit_rate * 360 * 16));
  painter.setPen(t.text);
  painter.setFont(sized_font(1.05, true));
  painter.drawText(ring, Qt::AlignCenter, percent(*level.hit_rate, 0));
  painter.setFont(font());
  painter.drawText(QRectF(box.left(), ring.bottom() + scaled(6), box.width(), scaled(20)), Qt::AlignCenter, QStringLiteral("of reads hit"));
}

// As thick as its share of the largest flow, from 2 to 34 pixels.
void MemoryView::draw_link(QPainter& painter, const FlowLink& link, double y) const {
  const Theme t = theme();
  const QRectF from = box_of(link.from), to = box_of(link.to);
  const double share = flow_.most_bytes > 0 ? link.bytes / flow_.most_bytes : 0;
  const double thick = link.bytes > 0 ? scaled(2) + scaled(30) * std::sqrt(share) : 1;
  const double left = from.right() + 4, right = to.left() - 4, head = std::max<double>(scaled(8), thick * 0.55);
  const bool up = link.label == QStringLiteral("loads") || link.label == QStringLiteral("reads");  // data come towards the SMs
  const QColor colour = link.bytes > 0 ? load_colour(t, link.utilisation) : t.line;
  QPainterPath arrow;
  const double tip = up ? left : right, base = up ? left + head : right - head, tail = up ? right : left;
  arrow.moveTo(tip, y);
  arrow.lineTo(base, y - head);
  arrow.lineTo(base, y - thick / 2);
  arrow.lineTo(tail, y - thick / 2);
  arrow.lineTo(tail, y + thick / 2);
  arrow.lineTo(base, y + thick / 2);
  arrow.lineTo(base, y + head);
  arrow.closeSubpath();
  painter.fillPath(arrow, colour);
  const int line = QFontMetrics(font()).height();
  const QRectF above(left, y - std::max(thick / 2, head) - line * 1.2, right - left, line * 1.2);
  painter.setPen(t.text);
  painter.drawText(above, Qt::AlignCenter, QFontMetrics(font()).elidedText(link.label + QStringLiteral("  ") + bytes_text(link.bytes), Qt::ElideRight, static_cast<int>(right - left)));
  QStringList more;
  if (link.requests > 0) more << short_number(link.requests) + QStringLiteral(" requests");
  if (link.utilisation) more << percent(*link.utilisation, 0) + QStringLiteral(" of peak");
  if (link.baseline) more << QStringLiteral("baseline: %1").arg(bytes_text(*link.baseline));
  painter.setPen(t.muted);
  painter.drawText(QRectF(left, y + std::max(thick / 2, head) + line * 0.1, right - left, line * 3.6), Qt::AlignHCenter | Qt::AlignTop, more.join(QLatin1Char('\n')));
}

QString MemoryView::note() const {
  QString words = QStringLiteral("Peak: what the model can move in that time. Orange: from 50 %, red: from 80 %. Bytes are exact up to L1, modelled beyond.");
  if (!session_time()) return words + QStringLiteral(" Select a time in the timeline to see only that.");
  if (!flow_.missing.isEmpty()) words = flow_.missing.left(1).toUpper() + flow_.missing.mid(1) + QStringLiteral(". ") + words;
  return words + QStringLiteral(" The time reaches from border to border of recorded stretches; Esc in the timeline selects none.");
}

bool MemoryView::session_time() const { return const_cast<MemoryView*>(this)->session().selection().time().has_value(); }

void MemoryView::paintEvent(QPaintEvent*) {
  if (flow_.levels.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme t = theme();
  painter.setPen(t.text);
  painter.setFont(sized_font(1.1, true));
  painter.drawText(QRectF(width() * 0.02, 0, width() * 0.96, height() * 0.12), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Bytes moved in %1").arg(flow_.scope) + (baseline_.isEmpty() ? QString() : QStringLiteral(", beside those of %1").arg(baseline_)));
  painter.setFont(font());
  std::map<std::pair<MemoryLevel, MemoryLevel>, int> count, drawn;
  for (const FlowLink& link : flow_.links) ++count[{link.from, link.to}];
  for (const FlowLink& link : flow_.links) {
    const QRectF to = box_of(link.to);
    const int of = count[{link.from, link.to}], i = drawn[{link.from, link.to}]++;
    draw_link(painter, link, to.top() + to.height() * (i + 0.5) / of);
  }
  for (const FlowLevel& level : flow_.levels) draw_level(painter, level);
  painter.setPen(t.muted);
  painter.drawText(QRectF(width() * 0.02, height() * 0.90, width() * 0.96, height() * 0.09), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                   note());
}

}  // namespace warpglass::gui
