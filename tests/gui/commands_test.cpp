#include "gui/core/commands.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

namespace warpglass::gui {
namespace {

QString q(const char* text) {
  return QString::fromUtf8(text);
}

TEST(Commands, WordsMatchInAnyOrderAndCase) {
  EXPECT_TRUE(match_score(q("zoom out"), q("Timeline Zoom out")));
  EXPECT_TRUE(match_score(q("OUT zoom"), q("Timeline Zoom out")));
  EXPECT_FALSE(match_score(q("zoom fast"), q("Timeline Zoom out")));
  EXPECT_TRUE(match_score(q(""), q("anything")));
}

TEST(Commands, AWordsStartCountsMoreThanItsMiddle) {
  EXPECT_GT(*match_score(q("all"), q("Show all")), *match_score(q("all"), q("Callable")));
  EXPECT_GT(*match_score(q("LDS"), q("LDS R1, [R2]")), *match_score(q("LDS"), q("BALDS")));
}

TEST(Commands, TheModelFiltersAndRanksAndRunsTheRightOne) {
  CommandModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  int ran = 0;
  model.set_commands({{q("Unfold all SMs"), q("Timeline"), q("]"), [&] { ran = 1; }},
                      {q("Fold all SMs"), q("Timeline"), q("["), [&] { ran = 2; }},
                      {q("Open"), q("File"), q("Ctrl+O"), [&] { ran = 3; }}});
  EXPECT_EQ(model.rowCount(), 3);
  model.set_query(q("fold"));
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(0).data().toString(), q("Timeline: Fold all SMs"));
  EXPECT_EQ(model.index(0).data(CommandModel::KeysRole).toString(), q("["));
  model.command(0).run();
  EXPECT_EQ(ran, 2);
  model.set_query(q("no such thing"));
  EXPECT_EQ(model.rowCount(), 0);
  model.set_query(q("  "));
  EXPECT_EQ(model.rowCount(), 3);
  EXPECT_EQ(model.command(0).text, q("Unfold all SMs"));
}

}  // namespace
}  // namespace warpglass::gui
