#include "gui/core/csv.h"

#include <QRegularExpression>

#include "gui/core/table_model.h"

namespace warpglass::gui {
namespace {

const QString kPercent = QStringLiteral(" %");

// "1,234" -> "1234": a number is a number to whoever reads the file.
QString plain_number(const QString& cell) {
  static const QRegularExpression grouped(QStringLiteral("^[+-]?\\d{1,3}(,\\d{3})+(\\.\\d+)?( %)?$"));
  return grouped.match(cell).hasMatch() ? QString(cell).remove(QLatin1Char(',')) : cell;
}

// A column that only draws bars: its values are what it is sorted by. Elsewhere an empty cell stays empty: it
// is no 0.
bool draws_only(const QAbstractItemModel& model, int column) {
  for (int row = 0; row < model.rowCount(); ++row)
    if (!model.index(row, column).data().toString().isEmpty()) return false;
  return true;
}

bool all_percentages(const CsvTable& table, qsizetype column) {
  bool some = false;
  for (const QStringList& row : table.rows) {
    if (row[column].isEmpty()) continue;
    if (!row[column].endsWith(kPercent)) return false;
    some = true;
  }
  return some;
}

QString quoted(const QString& cell) {
  static const QRegularExpression special(QStringLiteral("[\",\r\n]"));
  if (!cell.contains(special)) return cell;
  return QLatin1Char('"') + QString(cell).replace(QLatin1Char('"'), QStringLiteral("\"\"")) +
         QLatin1Char('"');
}

void add_line(QString& out, const QStringList& cells) {
  QStringList parts;
  for (const QString& cell : cells) parts << quoted(cell);
  out += parts.join(QLatin1Char(',')) + QStringLiteral("\r\n");
}

}  // namespace

CsvTable table_of(const QAbstractItemModel& model, const QString& title) {
  CsvTable table{title, {}, {}};
  for (int c = 0; c < model.columnCount(); ++c)
    table.header << model.headerData(c, Qt::Horizontal).toString();
  std::vector<int> roles;
  for (int c = 0; c < model.columnCount(); ++c)
    roles.push_back(draws_only(model, c) ? static_cast<int>(SortRole) : static_cast<int>(Qt::DisplayRole));
  for (int r = 0; r < model.rowCount(); ++r) {
    QStringList row;
    for (int c = 0; c < model.columnCount(); ++c)
      row << plain_number(model.index(r, c).data(roles[static_cast<size_t>(c)]).toString());
    table.rows.push_back(row);
  }
  for (qsizetype c = 0; c < table.header.size(); ++c) {
    if (!all_percentages(table, c)) continue;
    if (!table.header[c].contains(QLatin1Char('%'))) table.header[c] += QStringLiteral(" [%]");
    for (QStringList& row : table.rows) row[c].remove(kPercent);
  }
  return table;
}

QByteArray csv_text(const std::vector<CsvTable>& tables) {
  QString out;
  for (const CsvTable& table : tables) {
    if (!out.isEmpty()) out += QStringLiteral("\r\n");
    if (tables.size() > 1) add_line(out, {table.title});
    add_line(out, table.header);
    for (const QStringList& row : table.rows) add_line(out, row);
  }
  return out.toUtf8();
}

}  // namespace warpglass::gui
