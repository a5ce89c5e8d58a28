#include "gui/widgets/dependency_delegate.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include "gui/core/dependencies.h"
#include "gui/core/table_model.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

// A head at `tip` that points to the right or to the left.
void draw_head(QPainter& painter, const QPointF& tip, bool right) {
  const double size = scaled(4), back = right ? -size : size;
  QPainterPath head(tip);
  head.lineTo(tip + QPointF(back, -size));
  head.lineTo(tip + QPointF(back, size));
  head.closeSubpath();
  painter.fillPath(head, painter.pen().color());
}

}  // namespace

void DependencyDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
  style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
  const QString words = index.data().toString();
  const int mark = index.data(MarkRole).toInt();
  if (mark == 0) return;
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const QRectF box(option.rect);
  const double x = box.left() + scaled(8), y = box.center().y(), edge = x + scaled(14);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QColor colour = selected ? option.palette.color(QPalette::HighlightedText) : theme().accent;
  painter->setPen(QPen(colour, scaled(2)));
  if (lines_ && (mark & LineAbove) != 0) painter->drawLine(QPointF(x, box.top()), QPointF(x, y));
  if (lines_ && (mark & LineBelow) != 0) painter->drawLine(QPointF(x, y), QPointF(x, box.bottom() + 1));
  if ((mark & (ProducerMark | ConsumerMark | ChosenMark)) != 0)
    painter->drawLine(QPointF(x, y), QPointF(edge, y));
  if ((mark & (ConsumerMark | ChosenMark)) != 0) draw_head(*painter, {edge, y}, true);
  if ((mark & ProducerMark) != 0) draw_head(*painter, {x - scaled(1), y}, false);
  painter->setPen(selected ? colour : theme().text);
  painter->drawText(box.adjusted(edge - box.left() + scaled(4), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                    words);
  painter->restore();
}

QSize DependencyDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {scaled(96), QStyledItemDelegate::sizeHint(option, index).height()};
}

}  // namespace warpglass::gui
