// Draws the marks of gui/core/dependencies.h: a line along the rows, arrows where values leave and arrive.
#pragma once

#include <QStyledItemDelegate>

namespace warpglass::gui {

class DependencyDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  /// The line joins rows only where they follow each other by address: not when the table is sorted
  /// otherwise.
  void set_lines(bool shown) { lines_ = shown; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  bool lines_ = true;
};

}  // namespace warpglass::gui
