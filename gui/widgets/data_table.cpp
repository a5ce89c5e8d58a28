#include "gui/widgets/data_table.h"

#include <QHeaderView>

#include "gui/widgets/stall_bar.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

DataTable::DataTable(QWidget* parent) : QTableView(parent) {
  sorted_.setSourceModel(&model_);
  sorted_.setSortRole(SortRole);
  sorted_.setFilterKeyColumn(-1);
  sorted_.setFilterCaseSensitivity(Qt::CaseInsensitive);
  setModel(&sorted_);
  setItemDelegate(new BarDelegate(this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setShowGrid(false);
  setAlternatingRowColors(true);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setSortingEnabled(true);
  sortByColumn(-1, Qt::AscendingOrder);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsMovable(true);
  setHorizontalScrollMode(ScrollPerPixel);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (!now.isValid()) return;
    Q_EMIT row_changed(sorted_.mapToSource(now).row());
    const QVariant instruction = now.data(InstructionRole);
    if (selection_ != nullptr && instruction.isValid() && !showing_) selection_->select_instruction(instruction.toUInt());
  });
}

void DataTable::reset(size_t rows, std::vector<Column> columns, std::function<uint32_t(size_t)> instruction_of) {
  bool same = columns.size() == model_.columns().size();
  for (size_t i = 0; same && i < columns.size(); ++i) same = columns[i].title == model_.columns()[i].title;
  verticalHeader()->setDefaultSectionSize(QFontMetrics(font()).height() + scaled(6));
  model_.reset(rows, std::move(columns), std::move(instruction_of));
  if (same) return;
  resizeColumnsToContents();
  const int most = scaled(300);
  for (int c = 0; c < model_.columnCount(); ++c)
    if (columnWidth(c) > most) setColumnWidth(c, most);
}

void DataTable::follow(Selection& selection) {
  selection_ = &selection;
  connect(&selection, &Selection::instruction_changed, this, [this] {
    if (const auto instruction = selection_->instruction()) show_instruction(*instruction);
  });
}

void DataTable::show_instruction(uint32_t instruction) {
  if (currentIndex().isValid() && currentIndex().data(InstructionRole) == QVariant(instruction)) return;
  for (int row = 0; row < sorted_.rowCount(); ++row) {
    const QModelIndex index = sorted_.index(row, 0);
    if (index.data(InstructionRole) != QVariant(instruction)) continue;
    showing_ = true;
    setCurrentIndex(index);
    scrollTo(index, PositionAtCenter);
    showing_ = false;
    return;
  }
}

void DataTable::filter(const QString& text) { sorted_.setFilterFixedString(text); }

bool DataTable::find_next(const QString& text, bool backwards) {
  const int rows = sorted_.rowCount();
  const int start = currentIndex().isValid() ? currentIndex().row() : -1;
  for (int step = 1; step <= rows; ++step) {
    const int row = ((start + (backwards ? -step : step)) % rows + rows) % rows;
    for (int column = 0; column < sorted_.columnCount(); ++column) {
      if (!sorted_.index(row, column).data().toString().contains(text, Qt::CaseInsensitive)) continue;
      setCurrentIndex(sorted_.index(row, 0));
      scrollTo(currentIndex());
      return true;
    }
  }
  return false;
}

int DataTable::current_row() const { return currentIndex().isValid() ? sorted_.mapToSource(currentIndex()).row() : -1; }

void DataTable::sort_at_first_by(int column, Qt::SortOrder order) {
  if (horizontalHeader()->sortIndicatorSection() < 0) sortByColumn(column, order);
}

void DataTable::stretch(int column) { horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch); }

}  // namespace warpglass::gui
