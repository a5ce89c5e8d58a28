// Every table of every page is a well-behaved item model, while it is filled, sorted and filled again.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "draw_all.h"
#include "gui/widgets/data_table.h"

namespace warpglass::gui {
namespace {

TEST(ItemModels, OfAllPagesHold) {
  Session session;
  session.add_run(test::sample("transpose-padded-256"));
  session.add_run(test::sample("transpose-conflict-256"));
  session.add_measurement(
      std::make_shared<Measurement>(read_measurement(test::measurement_path("transpose-conflict-256"))));
  int tables = 0;
  for (View* view : make_views(session, nullptr)) {
    view->resize(1000, 700);
    view->refresh();
    check_models(*view);
    tables += static_cast<int>(view->findChildren<QTableView*>().size());
    delete view;
  }
  EXPECT_GE(tables, 9);
}

TEST(ItemModels, HoldWhileTheRunChanges) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  const std::vector<View*> views = make_views(session, nullptr);
  std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
  for (View* view : views) {
    view->refresh();
    for (QTableView* table : view->findChildren<QTableView*>())
      testers.push_back(std::make_unique<QAbstractItemModelTester>(
          table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal));
  }
  for (const char* next : {"gemm-tiled32-128", "vector_add-float4-65536", "transpose-conflict-256"}) {
    session.add_run(test::sample(next));
    for (View* view : views) view->refresh();
    QApplication::processEvents();
  }
  session.selection().select_instruction(3);
  testers.clear();
  for (View* view : views) delete view;
}

TEST(ItemModels, ATableModelRefreshesAColumnWithoutForgettingTheSelection) {
  DataTable table;
  std::vector<Column> columns(2);
  int shown = 1;
  columns[0].title = QStringLiteral("Number");
  columns[0].value = [](size_t r) { return QVariant::fromValue(r); };
  columns[1].title = QStringLiteral("State");
  columns[1].text = [&](size_t) { return QString::number(shown); };
  table.reset(5, std::move(columns));
  QAbstractItemModelTester check(table.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  table.setCurrentIndex(table.model()->index(3, 0));
  shown = 2;
  table.table().refresh_column(1);
  EXPECT_EQ(table.model()->index(3, 1).data().toString(), QStringLiteral("2"));
  EXPECT_EQ(table.current_row(), 3);
  table.table().refresh_column(7);  // there is none
}

}  // namespace
}  // namespace warpglass::gui
