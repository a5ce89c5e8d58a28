// Stacked bars by stall reason, and their legend.
#pragma once

#include <QStyledItemDelegate>
#include <QVariantList>
#include <QWidget>
#include <array>

#include "sim/stall.h"

namespace warpglass::gui {

using StallFractions = std::array<double, sim::kStalls>;

/// Fractions of `rect`'s width, side by side.
void draw_stall_bar(QPainter& painter, const QRectF& rect, const StallFractions& fractions);
/// For BarRole: `cycles` over `whole`, without issues.
QVariantList stall_bar_value(const std::array<uint64_t, sim::kStalls>& cycles, uint64_t whole);

/// Draws BarRole and HeatRole of a TableModel.
class BarDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// One bar over the whole width with the names of its larger parts below it.
class StallSummary : public QWidget {
  Q_OBJECT

 public:
  explicit StallSummary(QWidget* parent = nullptr);
  void set_cycles(const std::array<uint64_t, sim::kStalls>& cycles);
  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Entry {
    sim::Stall stall;
    double fraction;
    QRect rect;
  };
  int layout(std::vector<Entry>& entries, int width) const;
  std::vector<Entry> entries_;
};

}  // namespace warpglass::gui
