#include "gui/core/selection.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "gui/core/session.h"
#include "gui/core/table_model.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

TEST(Selection, SignalsOnlyChanges) {
  Selection selection;
  QSignalSpy changed(&selection, &Selection::instruction_changed);
  selection.select_instruction(4);
  selection.select_instruction(4);
  EXPECT_EQ(changed.count(), 1);
  selection.clear();
  EXPECT_EQ(changed.count(), 2);
  EXPECT_FALSE(selection.instruction());
}

TEST(Selection, ARangeDrawnBackwardsIsTurnedRound) {
  Selection selection;
  selection.select_time(TimeRange{90, 10});
  EXPECT_EQ(selection.time()->start, 10);
  EXPECT_EQ(selection.time()->end, 90);
}

TEST(Session, ShowsTheNewestRunAndKeepsTheFirstAsBaseline) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  EXPECT_FALSE(session.baseline());
  session.add_run(test::sample("transpose-padded-256"));
  EXPECT_EQ(session.current()->name, "transpose-padded-256");
  EXPECT_EQ(session.baseline()->name, "transpose-conflict-256");
  session.add_run(test::sample("transpose-padded-256"));  // again: replaced, not doubled
  EXPECT_EQ(session.runs().size(), 2u);
}

TEST(TableModel, IsAWellBehavedItemModel) {
  TableModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  Column number;
  number.title = QStringLiteral("n");
  number.value = [](size_t row) { return QVariant::fromValue(10 - row); };
  number.text = [](size_t row) { return QStringLiteral("row %1").arg(row); };
  model.reset(3, {number}, [](size_t row) { return static_cast<uint32_t>(row * 2); });
  EXPECT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.index(1, 0).data().toString(), QStringLiteral("row 1"));
  EXPECT_EQ(model.index(1, 0).data(SortRole).toInt(), 9);
  EXPECT_EQ(model.index(2, 0).data(InstructionRole).toUInt(), 4u);
  model.reset(0, {});
  EXPECT_EQ(model.rowCount(), 0);
}

}  // namespace
}  // namespace warpglass::gui
