// A table with sorting by any column, bars, search and a link to the selected instruction.
#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

#include "gui/core/session.h"
#include "gui/core/table_model.h"

namespace warpglass::gui {

class DataTable : public QTableView {
  Q_OBJECT

 public:
  explicit DataTable(QWidget* parent = nullptr);

  TableModel& table() { return model_; }
  /// Replaces the content; keeps sort order and column widths where the columns are the same.
  void reset(size_t rows, std::vector<Column> columns, std::function<uint32_t(size_t)> instruction_of = {});
  /// Selecting a row selects its instruction, and the other way round.
  void follow(Selection& selection);
  void show_instruction(uint32_t instruction);
  /// Shows only rows that contain `text` in any column.
  void filter(const QString& text);
  /// Moves to the next row that contains `text`; wraps around.
  bool find_next(const QString& text, bool backwards = false);
  /// The model's row under the cursor, or -1.
  int current_row() const;
  void sort_by(int column, Qt::SortOrder order) { sortByColumn(column, order); }
  /// Sorts unless somebody has chosen an order already.
  void sort_at_first_by(int column, Qt::SortOrder order);
  /// Shares out the width: column `column` takes what is left.
  void stretch(int column);

 Q_SIGNALS:
  void row_changed(int row);

 private:
  TableModel model_;
  QSortFilterProxyModel sorted_;
  Selection* selection_ = nullptr;
  bool showing_ = false;
};

}  // namespace warpglass::gui
