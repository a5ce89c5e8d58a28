#include "gui/widgets/footprint_canvas.h"

#include <QPainter>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

FootprintCanvas::FootprintCanvas(QWidget* parent) : QWidget(parent) {
  setMinimumSize(minimumSizeHint());
  setAccessibleName(QStringLiteral("Touched lines and sectors"));
}

QSize FootprintCanvas::minimumSizeHint() const { return {scaled(420), scaled(160)}; }

void FootprintCanvas::set_footprint(AccessFootprint footprint) {
  footprint_ = std::move(footprint);
  update();
}

// Used bytes in a colour by lane, the rest of touched sectors hatched: moved for nothing.
void FootprintCanvas::draw_line(QPainter& painter, const TouchedLine& line, const QRectF& rect) const {
  const Theme t = theme();
  const double byte = rect.width() / 128;
  for (unsigned sector = 0; sector < 4; ++sector) {
    const QRectF box(rect.left() + sector * 32 * byte, rect.top(), 32 * byte, rect.height());
    if ((line.sectors >> sector & 1u) != 0) {
      painter.fillRect(box, blend(t.base, t.bad, 0.18));
      painter.fillRect(box, QBrush(blend(t.base, t.bad, 0.55), Qt::BDiagPattern));
    }
  }
  for (size_t b = 0; b < 128; ++b) {
    const int lane = line.lane_of_byte[b];
    if (lane < 0) continue;
    const QColor even(0x21, 0x91, 0x8c), odd(0x31, 0x68, 0x8e);
    painter.fillRect(QRectF(rect.left() + static_cast<double>(b) * byte, rect.top(), byte + 0.5, rect.height()), lane % 2 == 0 ? even : odd);
  }
  painter.setFont(sized_font(0.75));
  painter.setPen(Qt::white);
  for (size_t b = 0; b < 128;) {
    const int lane = line.lane_of_byte[b];
    size_t end = b;
    while (end < 128 && line.lane_of_byte[end] == lane) ++end;
    const QRectF box(rect.left() + static_cast<double>(b) * byte, rect.top(), static_cast<double>(end - b) * byte, rect.height());
    if (lane >= 0 && box.width() > QFontMetrics(painter.font()).horizontalAdvance(QStringLiteral("00"))) painter.drawText(box, Qt::AlignCenter, QString::number(lane));
    b = end;
  }
  painter.setPen(t.muted);
  painter.setBrush(Qt::NoBrush);
  for (unsigned sector = 0; sector < 4; ++sector) painter.drawRect(QRectF(rect.left() + sector * 32 * byte, rect.top(), 32 * byte, rect.height()));
  painter.setFont(font());
}

void FootprintCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme t = theme();
  if (footprint_.lines.empty()) {
    painter.setPen(t.muted);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, QStringLiteral("Choose an access above."));
    return;
  }
  const QFontMetrics metrics(font());
  const int line = metrics.height();
  const double left = metrics.horizontalAdvance(QStringLiteral("0x7f0000000000  "));
  const auto count = static_cast<int>(footprint_.lines.size());
  const double available = height() - line * 3.2;
  const double pitch = std::clamp(available / count, static_cast<double>(line) * 0.55, line * 2.0);
  const int shown = std::min(count, std::max(1, static_cast<int>(available / pitch)));
  for (int i = 0; i < shown; ++i) {
    const TouchedLine& touched = footprint_.lines[static_cast<size_t>(i)];
    const QRectF rect(left, line * 1.4 + i * pitch, width() - left - line, pitch - 2);
    painter.setPen(t.muted);
    if (pitch >= line * 0.8 || i % 2 == 0) painter.drawText(QRectF(0, rect.top() - line, left - 8, rect.height() + 2 * line), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0x%1").arg(touched.address, 0, 16));
    draw_line(painter, touched, rect);
  }
  painter.setPen(t.muted);
  for (unsigned sector = 0; sector < 4; ++sector) {
    const double width_of = (width() - left - line) / 4;
    painter.drawText(QRectF(left + sector * width_of, 0, width_of, line * 1.3), Qt::AlignCenter, QStringLiteral("sector %1").arg(sector));
  }
  QString caption = QStringLiteral("Numbers are lanes. Hatched: bytes that are moved but not used.");
  if (shown < count) caption += QStringLiteral(" %1 more lines are not shown.").arg(count - shown);
  painter.drawText(QRectF(left, height() - line * 1.5, width() - left, line * 1.4), Qt::AlignLeft | Qt::AlignVCenter, caption);
}

}  // namespace warpglass::gui
