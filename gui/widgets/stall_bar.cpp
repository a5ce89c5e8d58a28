#include "gui/widgets/stall_bar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/core/table_model.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

void draw_stall_bar(QPainter& painter, const QRectF& rect, const StallFractions& fractions) {
  double x = rect.left();
  for (unsigned s = 0; s < sim::kStalls; ++s) {
    const double width = fractions[s] * rect.width();
    if (width <= 0) continue;
    painter.fillRect(QRectF(x, rect.top(), width, rect.height()), stall_colour(static_cast<sim::Stall>(s)));
    x += width;
  }
}

QVariantList stall_bar_value(const std::array<uint64_t, sim::kStalls>& cycles, uint64_t whole) {
  QVariantList list;
  for (unsigned s = 0; s < sim::kStalls; ++s) {
    const bool issue = static_cast<sim::Stall>(s) == sim::Stall::Selected;
    list << (whole > 0 && !issue ? static_cast<double>(cycles[s]) / static_cast<double>(whole) : 0.0);
  }
  return list;
}

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QVariant bar = index.data(BarRole);
  const QVariant heat = index.data(HeatRole);
  if (heat.isValid() && heat.toDouble() > 0 && !(option.state & QStyle::State_Selected)) {
    QColor tint = theme().bad;
    tint.setAlphaF(static_cast<float>(0.35 * std::min(1.0, heat.toDouble())));
    painter->fillRect(option.rect, tint);
  }
  QStyledItemDelegate::paint(painter, option, index);
  if (!bar.isValid()) return;
  StallFractions fractions{};
  const QVariantList list = bar.toList();
  for (qsizetype s = 0; s < std::min<qsizetype>(list.size(), sim::kStalls); ++s) fractions[static_cast<size_t>(s)] = list[s].toDouble();
  const int margin = scaled(3);
  draw_stall_bar(*painter, QRectF(option.rect).adjusted(margin, margin, -margin, -margin), fractions);
}

QSize BarDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  if (index.data(BarRole).isValid()) size.setWidth(scaled(130));
  return size + QSize(scaled(8), 0);
}

StallSummary::StallSummary(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setAccessibleName(QStringLiteral("What warps do, by stall reason"));
}

void StallSummary::set_cycles(const std::array<uint64_t, sim::kStalls>& cycles) {
  double all = 0;
  for (const uint64_t c : cycles) all += static_cast<double>(c);
  entries_.clear();
  for (unsigned s = 0; s < sim::kStalls; ++s)
    if (cycles[s] > 0) entries_.push_back({static_cast<sim::Stall>(s), static_cast<double>(cycles[s]) / all, {}});
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.fraction > b.fraction; });
  updateGeometry();
  update();
}

// Legend entries in lines below the bar; returns the height used.
int StallSummary::layout(std::vector<Entry>& entries, int width) const {
  const QFontMetrics metrics(font());
  const int line = metrics.height() + scaled(4);
  int x = 0, y = scaled(26) + scaled(6);
  for (Entry& entry : entries) {
    const QString label = stall_name(entry.stall) + QLatin1Char(' ') + percent(entry.fraction);
    const int needed = metrics.horizontalAdvance(label) + scaled(34);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += line;
    }
    entry.rect = QRect(x, y, needed, line);
    x += needed;
  }
  return y + line;
}

QSize StallSummary::sizeHint() const { return {scaled(600), heightForWidth(width() > 0 ? width() : scaled(600))}; }

int StallSummary::heightForWidth(int width) const {
  std::vector<Entry> entries = entries_;
  return layout(entries, width);
}

void StallSummary::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  layout(entries_, width());
  double x = 0;
  for (const Entry& entry : entries_) {
    const QRectF part(x, 0, entry.fraction * width(), scaled(26));
    painter.fillRect(part, stall_colour(entry.stall));
    x += part.width();
    const QString label = stall_name(entry.stall);
    if (QFontMetrics(font()).horizontalAdvance(label) + scaled(8) < part.width()) {
      painter.setPen(text_on(stall_colour(entry.stall)));
      painter.drawText(part, Qt::AlignCenter, label);
    }
    const QRect square(entry.rect.left(), entry.rect.center().y() - scaled(5), scaled(10), scaled(10));
    painter.fillRect(square, stall_colour(entry.stall));
    painter.setPen(theme().text);
    painter.drawText(entry.rect.adjusted(scaled(15), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, label + QLatin1Char(' ') + percent(entry.fraction));
  }
}

bool StallSummary::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  double x = 0;
  for (const Entry& entry : entries_) {
    const QRectF part(x, 0, entry.fraction * width(), scaled(26));
    x += part.width();
    if (!part.contains(help->pos()) && !entry.rect.contains(help->pos())) continue;
    QToolTip::showText(help->globalPos(), QStringLiteral("%1, %2: %3").arg(stall_name(entry.stall), percent(entry.fraction), stall_meaning(entry.stall)), this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

}  // namespace warpglass::gui
