#include "gui/widgets/bank_canvas.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

BankCanvas::BankCanvas(QWidget* parent) : QWidget(parent) {
  setMinimumSize(minimumSizeHint());
  setAccessibleName(QStringLiteral("Lanes by banks"));
}

QSize BankCanvas::minimumSizeHint() const { return {scaled(420), scaled(330)}; }

void BankCanvas::set_access(const AccessSample& sample, BankMatrix matrix) {
  sample_ = sample;
  matrix_ = std::move(matrix);
  heat_.reset();
  update();
}

void BankCanvas::set_heat(const BankHeat& heat) {
  clear();
  heat_ = heat;
  matrix_.banks = heat.banks;
  for (size_t lane = 0; lane < kLanes; ++lane)
    if (*std::max_element(heat.asked[lane].begin(), heat.asked[lane].end()) > 0) sample_.mask |= 1u << lane;
}

void BankCanvas::clear() {
  heat_.reset();
  sample_ = {};
  matrix_ = {};
  update();
}

void BankCanvas::set_wavefront(int wavefront) {
  wavefront_ = wavefront;
  update();
}

// Lanes are rows, banks columns; below the grid a bar a bank for its distinct words.
BankCanvas::Grid BankCanvas::grid() const {
  const int line = QFontMetrics(font()).height();
  const double left = line * 4, top = line * 2.6, bottom = line * 4.5;
  return {left, top, (width() - left - line) / matrix_.banks, (height() - top - bottom) / kLanes};
}

// From blue over green to yellow (like viridis): order is seen without colour vision, too.
QColor BankCanvas::colour_of(size_t wavefront) const {
  const size_t count = std::max<size_t>(1, matrix_.wavefronts.size());
  if (count == 1) return QColor(0x21, 0x91, 0x8c);
  static const QColor kStops[] = {{0x44, 0x3a, 0x83}, {0x31, 0x68, 0x8e}, {0x21, 0x91, 0x8c}, {0x5e, 0xc9, 0x62}, {0xfd, 0xe7, 0x25}};
  const double at = static_cast<double>(wavefront) / static_cast<double>(count - 1) * 4;
  const auto low = std::min<size_t>(3, static_cast<size_t>(at));
  return blend(kStops[low], kStops[low + 1], at - static_cast<double>(low));
}

void BankCanvas::draw_grid(QPainter& painter, const Grid& g) const {
  const Theme t = theme();
  const int line = QFontMetrics(font()).height();
  painter.fillRect(QRectF(g.left, g.top, g.cell_width * matrix_.banks, g.cell_height * kLanes), t.base);
  painter.setPen(t.text);
  painter.drawText(QRectF(g.left, 0, g.cell_width * matrix_.banks, line * 1.3), Qt::AlignCenter, QStringLiteral("bank"));
  painter.setPen(t.muted);
  painter.setFont(sized_font(0.8));
  for (uint32_t bank = 0; bank <= matrix_.banks; ++bank) {
    const double x = g.left + bank * g.cell_width;
    painter.setPen(t.line);
    painter.drawLine(QPointF(x, g.top), QPointF(x, g.top + g.cell_height * kLanes));
    painter.setPen(t.muted);
    if (bank < matrix_.banks && (g.cell_width > line * 1.3 || bank % 4 == 0)) painter.drawText(QRectF(x - 20, g.top - line * 1.2, g.cell_width + 40, line), Qt::AlignCenter, QString::number(bank));
  }
  for (uint32_t lane = 0; lane <= kLanes; ++lane) {
    const double y = g.top + lane * g.cell_height;
    painter.setPen(t.line);
    painter.drawLine(QPointF(g.left, y), QPointF(g.left + g.cell_width * matrix_.banks, y));
    painter.setPen((sample_.mask >> (lane % kLanes) & 1u) != 0 ? t.text : t.line);
    if (lane < kLanes && (g.cell_height > line * 0.8 || lane % 2 == 0)) painter.drawText(QRectF(0, y - 4, g.left - 6, g.cell_height + 8), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("lane %1").arg(lane));
  }
  painter.setFont(font());
}

void BankCanvas::draw_cells(QPainter& painter, const Grid& g) const {
  const Theme t = theme();
  painter.setFont(sized_font(0.75));
  const QFontMetrics metrics(painter.font());
  for (size_t w = 0; w < matrix_.wavefronts.size(); ++w) {
    const bool shown = wavefront_ < 0 || static_cast<size_t>(wavefront_) == w;
    const QColor colour = shown ? colour_of(w) : blend(t.base, t.text, 0.12);
    for (const BankCell& cell : matrix_.wavefronts[w].cells) {
      const QRectF box(g.left + cell.bank * g.cell_width + 1, g.top + cell.lane * g.cell_height + 1, g.cell_width - 2, g.cell_height - 2);
      painter.fillRect(box, colour);
      const QString number = QString::number(w + 1);
      if (!shown || metrics.horizontalAdvance(number) > box.width() || metrics.ascent() > box.height()) continue;
      painter.setPen(text_on(colour));
      painter.drawText(box, Qt::AlignCenter, number);
    }
  }
  painter.setFont(font());
}

void BankCanvas::draw_words(QPainter& painter, const Grid& g) const {
  const Theme t = theme();
  const int line = QFontMetrics(font()).height();
  const double top = g.top + g.cell_height * kLanes + line * 0.4, height = line * 2.2;
  const uint32_t most = std::max(1u, *std::max_element(matrix_.words_in_bank.begin(), matrix_.words_in_bank.end()));
  for (uint32_t bank = 0; bank < matrix_.banks; ++bank) {
    const double h = height * matrix_.words_in_bank[bank] / most;
    const double share = matrix_.access.ideal > 0 ? static_cast<double>(matrix_.words_in_bank[bank]) / matrix_.access.ideal : 0;
    painter.fillRect(QRectF(g.left + bank * g.cell_width + 1, top + height - h, g.cell_width - 2, h), share > 1 ? t.bad : t.good);
  }
  painter.setPen(t.muted);
  painter.drawText(QRectF(0, top, g.left - 6, height), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("words"));
  painter.drawText(QRectF(g.left, top + height + 2, g.cell_width * matrix_.banks, line * 1.4), Qt::AlignLeft | Qt::AlignVCenter,
                   QStringLiteral("distinct words a bank, at most %1; cells: number of the wavefront").arg(most));
}

// Above the bars of words an execution needs in each bank: the more often a lane asked, the stronger.
void BankCanvas::draw_heat(QPainter& painter, const Grid& g) const {
  const Theme t = theme();
  const int line = QFontMetrics(font()).height();
  double most = 0;
  const double ideal = static_cast<double>(heat_->ideal) / static_cast<double>(std::max<uint64_t>(1, heat_->executions));
  for (uint32_t bank = 0; bank < heat_->banks; ++bank) most = std::max(most, static_cast<double>(heat_->words[bank]) / static_cast<double>(std::max<uint64_t>(1, heat_->executions)));
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    for (uint32_t bank = 0; bank < heat_->banks; ++bank) {
      const uint64_t asked = heat_->asked[lane][bank];
      if (asked == 0) continue;
      const double share = static_cast<double>(asked) / static_cast<double>(heat_->most);
      painter.fillRect(QRectF(g.left + bank * g.cell_width + 1, g.top + lane * g.cell_height + 1, g.cell_width - 2, g.cell_height - 2), blend(t.base, t.accent, 0.15 + 0.85 * share));
    }
  const double top = g.top + g.cell_height * kLanes + line * 0.4, height = line * 2.2;
  for (uint32_t bank = 0; bank < heat_->banks; ++bank) {
    const double words = static_cast<double>(heat_->words[bank]) / static_cast<double>(std::max<uint64_t>(1, heat_->executions));
    const double h = most > 0 ? height * words / most : 0;
    painter.fillRect(QRectF(g.left + bank * g.cell_width + 1, top + height - h, g.cell_width - 2, h), words > 1.001 * ideal ? t.bad : t.good);
  }
  painter.setPen(t.muted);
  painter.drawText(QRectF(0, top, g.left - 6, height), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("words"));
  painter.drawText(QRectF(g.left, top + height + 2, g.cell_width * matrix_.banks, line * 1.4), Qt::AlignLeft | Qt::AlignVCenter,
                   QStringLiteral("words a bank and execution: at most %1; cells: how often a lane asked, at most %2").arg(most, 0, 'f', 1).arg(grouped(heat_->most)));
}

void BankCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (matrix_.wavefronts.empty() && !heat_) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, QStringLiteral("Choose an instruction."));
    return;
  }
  const Grid g = grid();
  draw_grid(painter, g);
  if (heat_) {
    draw_heat(painter, g);
    return;
  }
  draw_cells(painter, g);
  draw_words(painter, g);
}

bool BankCanvas::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || (matrix_.wavefronts.empty() && !heat_)) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Grid g = grid();
  const int bank = static_cast<int>((help->pos().x() - g.left) / g.cell_width), lane = static_cast<int>((help->pos().y() - g.top) / g.cell_height);
  if (lane < 0 || lane >= static_cast<int>(kLanes) || bank < 0 || bank >= static_cast<int>(matrix_.banks) || (sample_.mask >> lane & 1u) == 0) {
    QToolTip::hideText();
    return true;
  }
  QToolTip::showText(help->globalPos(), cell_text(static_cast<uint32_t>(lane), static_cast<uint32_t>(bank)), this);
  return true;
}

QString BankCanvas::cell_text(uint32_t lane, uint32_t bank) const {
  if (heat_) return QStringLiteral("lane %1 asked bank %2 %3 times").arg(lane).arg(bank).arg(grouped(heat_->asked[lane][bank]));
  return QStringLiteral("lane %1: shared address 0x%2, %3 bytes").arg(lane).arg(sample_.addresses[lane], 0, 16).arg(sample_.bytes);
}

}  // namespace warpglass::gui
