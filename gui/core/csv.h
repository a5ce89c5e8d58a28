// Tables as comma-separated values (RFC 4180), for spreadsheets and scripts.
#pragma once

#include <QAbstractItemModel>
#include <QByteArray>
#include <QString>
#include <QStringList>
#include <vector>

namespace warpglass::gui {

struct CsvTable {
  QString title;  ///< a line of its own above the header where a file holds several tables
  QStringList header;
  std::vector<QStringList> rows;
};

/// What a table shows, in its order and with its filter. Columns that only draw bars hold the values that
/// they are sorted by; thousands separators are left out, and a column of percentages says so in its header.
CsvTable table_of(const QAbstractItemModel& model, const QString& title);

/// UTF-8, lines end with CR LF.
QByteArray csv_text(const std::vector<CsvTable>& tables);

}  // namespace warpglass::gui
