#include "gui/core/csv.h"

#include <gtest/gtest.h>

#include "gui/core/table_model.h"

namespace warpglass::gui {
namespace {

TEST(Csv, QuotesWhatWouldBreakALine) {
  const QByteArray out = csv_text({{{},
                                    {QStringLiteral("a"), QStringLiteral("b")},
                                    {{QStringLiteral("x,y"), QStringLiteral("say \"hi\"\nnow")}}}});
  EXPECT_EQ(out, "a,b\r\n\"x,y\",\"say \"\"hi\"\"\nnow\"\r\n");
}

TEST(Csv, SeveralTablesAreNamedAndApart) {
  const QByteArray out = csv_text({{QStringLiteral("one"), {QStringLiteral("a")}, {}},
                                   {QStringLiteral("two"), {QStringLiteral("b")}, {}}});
  EXPECT_EQ(out, "one\r\na\r\n\r\ntwo\r\nb\r\n");
}

TEST(Csv, TablesGiveNumbersThatProgramsCanRead) {
  TableModel model;
  std::vector<Column> columns(4);
  columns[0].title = QStringLiteral("count");
  columns[0].text = [](size_t row) {
    return row == 0 ? QStringLiteral("1,234,567") : QStringLiteral("R1, R2");
  };
  columns[1].title = QStringLiteral("share");
  columns[1].text = [](size_t row) { return row == 0 ? QStringLiteral("12.5 %") : QString(); };
  columns[1].value = [](size_t) { return QVariant(0.0); };
  columns[2].title = QStringLiteral("bar");  // draws, says nothing
  columns[2].value = [](size_t row) { return QVariant(static_cast<int>(row) + 7); };
  columns[2].text = [](size_t) { return QString(); };
  columns[3].title = QStringLiteral("absent");
  columns[3].text = [](size_t row) { return row == 0 ? QStringLiteral("5") : QString(); };
  columns[3].value = [](size_t) { return QVariant(0); };
  model.reset(2, columns);
  const CsvTable table = table_of(model, QStringLiteral("t"));
  EXPECT_EQ(table.header, (QStringList{QStringLiteral("count"), QStringLiteral("share [%]"),
                                       QStringLiteral("bar"), QStringLiteral("absent")}));
  EXPECT_EQ(table.rows[0], (QStringList{QStringLiteral("1234567"), QStringLiteral("12.5"),
                                        QStringLiteral("7"), QStringLiteral("5")}));
  // What a cell does not show stays empty: a value that is not there is no 0.
  EXPECT_EQ(table.rows[1],
            (QStringList{QStringLiteral("R1, R2"), QString(), QStringLiteral("8"), QString()}));
}

}  // namespace
}  // namespace warpglass::gui
