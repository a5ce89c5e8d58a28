#include "gui/widgets/residual_bars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

ResidualBars::ResidualBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize ResidualBars::minimumSizeHint() const {
  return {scaled(240), scaled(140)};
}

void ResidualBars::set_residuals(std::vector<Residual> residuals) {
  std::stable_sort(residuals.begin(), residuals.end(), [](const Residual& a, const Residual& b) {
    return std::abs(a.error) > std::abs(b.error);
  });
  residuals_ = std::move(residuals);
  QStringList words;
  for (const Residual& r : residuals_) words << r.name + QLatin1Char(' ') + signed_percent(r.error);
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  update();
}

int ResidualBars::row_height() const {
  return QFontMetrics(font()).height() + scaled(4);
}

// One row is left for the title, one for what is not shown.
size_t ResidualBars::shown() const {
  return std::min(residuals_.size(), static_cast<size_t>(std::max(1, height() / row_height() - 2)));
}

void ResidualBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme t = theme();
  const int row = row_height();
  painter.setPen(t.text);
  painter.setFont(sized_font(1.05, true));
  painter.drawText(QRect(0, 0, width(), row), Qt::AlignLeft | Qt::AlignVCenter, title_);
  painter.setFont(font());
  if (residuals_.empty()) return;
  const double names = width() * 0.46,
               numbers = QFontMetrics(font()).horizontalAdvance(QStringLiteral("+1000.0 % "));
  const double left = names + scaled(6), wide = width() - left - numbers, middle = left + wide / 2;
  const double most = std::max(0.01, std::abs(residuals_.front().error));
  const size_t count = shown();
  for (size_t i = 0; i < count; ++i) {
    const Residual& r = residuals_[i];
    const double y = row * static_cast<double>(i + 1),
                 length = wide / 2 * std::min(1.0, std::abs(r.error) / most);
    painter.setPen(t.text);
    painter.drawText(QRectF(0, y, names, row), Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetrics(font()).elidedText(r.name, Qt::ElideLeft, static_cast<int>(names)));
    painter.fillRect(
        QRectF(r.error < 0 ? middle - length : middle, y + scaled(2), std::max(1.0, length), row - scaled(4)),
        std::abs(r.error) >= 0.1    ? t.bad
        : std::abs(r.error) >= 0.05 ? t.warning
                                    : t.good);
    painter.drawText(QRectF(width() - numbers, y, numbers, row), Qt::AlignRight | Qt::AlignVCenter,
                     signed_percent(r.error));
  }
  painter.setPen(t.muted);
  painter.drawLine(QPointF(middle, row), QPointF(middle, row * static_cast<double>(count + 1)));
  if (count < residuals_.size())
    painter.drawText(QRectF(0, row * static_cast<double>(count + 1), width(), row),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("%1 smaller ones are not shown").arg(residuals_.size() - count));
}

bool ResidualBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = help->pos().y() / row_height() - 1;
  if (row >= 0 && static_cast<size_t>(row) < shown())
    QToolTip::showText(help->globalPos(),
                       residuals_[static_cast<size_t>(row)].name + QStringLiteral(": ") +
                           residuals_[static_cast<size_t>(row)].detail,
                       this);
  else
    QToolTip::hideText();
  return true;
}

}  // namespace warpglass::gui
