#include "gui/core/table_model.h"

#include <QFontDatabase>

namespace warpglass::gui {

namespace {

// Qt's proxy model compares `unsigned long` (uint64_t on Linux) as text.
QVariant sortable(QVariant value) {
  if (value.typeId() == QMetaType::ULong) value.convert(QMetaType(QMetaType::ULongLong));
  if (value.typeId() == QMetaType::Long) value.convert(QMetaType(QMetaType::LongLong));
  return value;
}

}  // namespace

void TableModel::reset(size_t rows, std::vector<Column> columns, std::function<uint32_t(size_t)> instruction_of) {
  beginResetModel();
  rows_ = rows;
  columns_ = std::move(columns);
  instruction_of_ = std::move(instruction_of);
  endResetModel();
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Column& column = columns_[static_cast<size_t>(index.column())];
  const auto row = static_cast<size_t>(index.row());
  switch (role) {
    case Qt::DisplayRole: return column.text ? QVariant(column.text(row)) : column.value ? column.value(row) : QVariant();
    case SortRole: return column.value ? sortable(column.value(row)) : column.text ? QVariant(column.text(row)) : QVariant();
    case BarRole: return column.bar ? QVariant(column.bar(row)) : QVariant();
    case HeatRole: return column.heat ? QVariant(column.heat(row)) : QVariant();
    case MarkRole: return column.mark ? QVariant(column.mark(row)) : QVariant();
    case InstructionRole: return instruction_of_ ? QVariant(instruction_of_(row)) : QVariant();
    case Qt::ToolTipRole: return column.tip ? QVariant(column.tip(row)) : QVariant();
    case Qt::TextAlignmentRole: return QVariant(int(Qt::AlignVCenter | (column.left ? Qt::AlignLeft : Qt::AlignRight)));
    case Qt::FontRole: return column.monospace ? QVariant(QFontDatabase::systemFont(QFontDatabase::FixedFont)) : QVariant();
    default: return {};
  }
}

void TableModel::refresh_column(int column) {
  if (rows_ > 0 && column >= 0 && column < columnCount()) Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column));
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Column& column = columns_[static_cast<size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::ToolTipRole) return column.help;
  if (role == Qt::TextAlignmentRole) return QVariant(int(Qt::AlignVCenter | (column.left ? Qt::AlignLeft : Qt::AlignRight)));
  return {};
}

}  // namespace warpglass::gui
