// A read-only table from a list of column descriptions: every table of the window is one of these.
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <vector>

namespace warpglass::gui {

/// Roles beside Qt's own.
enum TableRole {
  SortRole = Qt::UserRole + 1,   ///< the value to sort by
  BarRole,                       ///< QVariantList of fractions by stall reason: drawn as a stacked bar
  HeatRole,                      ///< 0 to 1: tint behind the text
  InstructionRole,               ///< the instruction that the row is about
  MarkRole,                      ///< DependencyMark bits
};

struct Column {
  QString title;
  QString help;                                  ///< tooltip of the header
  std::function<QVariant(size_t row)> value;     ///< sorts by it; shown unless `text` is given
  std::function<QString(size_t row)> text;
  std::function<QVariantList(size_t row)> bar;
  std::function<double(size_t row)> heat;
  std::function<QString(size_t row)> tip;
  bool left = false;                             ///< text, not a number
  bool monospace = false;
  std::function<int(size_t row)> mark = {};           ///< DependencyMark bits, drawn by a DependencyDelegate
};

class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// `instruction_of` may be empty.
  void reset(size_t rows, std::vector<Column> columns, std::function<uint32_t(size_t)> instruction_of = {});

  /// What the column shows has changed, its rows have not.
  void refresh_column(int column);

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(columns_.size()); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  const std::vector<Column>& columns() const { return columns_; }

 private:
  size_t rows_ = 0;
  std::vector<Column> columns_;
  std::function<uint32_t(size_t)> instruction_of_;
};

}  // namespace warpglass::gui
