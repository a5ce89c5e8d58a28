// Every page is drawn from real runs; knobs recompute.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QTest>

#include "gui/widgets/bank_view.h"
#include "gui/widgets/coalescing_view.h"
#include "gui/widgets/source_view.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/verdict_view.h"
#include "draw_all.h"
#include "samples.h"

namespace warpglass::gui {
namespace {

// The smallest sample of each family; all of them: all_samples_test.cpp.
TEST(Views, AreDrawnForTheSmallestSampleOfEachFamily) {
  for (const std::string& name : smallest_of_each_family()) {
    Session session;
    session.add_run(test::sample(name));
    draw_all(session, name.c_str());
  }
}

TEST(Views, AreDrawnDark) {
  apply_palette(true);
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  draw_all(session, "dark");
  apply_palette(false);
}

TEST(Views, AreDrawnWithMeasurementBaselineAndWithoutCapsuleModelOrTimeline) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  session.add_measurement(std::make_shared<Measurement>(read_measurement(test::measurement_path("transpose-conflict-256"))));
  auto bare = std::make_shared<RunDocument>(*test::sample("transpose-padded-256"));
  bare->launch.reset();
  bare->launch_problem = "it is not there";
  bare->model.reset();
  bare->timeline.reset();
  bare->result.timeline.reset();
  session.add_run(bare);
  draw_all(session, "bare");
  session.show_run(session.runs().front());
  draw_all(session, "measured");
}

TEST(Views, SurviveAnEmptyRun) {
  Session session;
  auto empty = std::make_shared<RunDocument>();
  empty->name = "empty";
  session.add_run(empty);
  draw_all(session, "empty");
}

TEST(BankView, PaddingRecomputesAtOnce) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  BankView view(session);
  view.resize(1200, 700);
  view.show();
  view.refresh();
  EXPECT_EQ(view.canvas().matrix().access.wavefronts, 32u);
  view.padding().setValue(4);
  EXPECT_EQ(view.canvas().matrix().access.wavefronts, 1u);
  EXPECT_TRUE(view.verdict().contains(QStringLiteral("With this layout")));
  view.padding().setValue(0);
  view.swizzle().setChecked(true);
  EXPECT_EQ(view.canvas().matrix().access.wavefronts, 1u);
}

TEST(VerdictView, ALinkSelectsTheInstructionAndAsksForItsPage) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  VerdictView view(session);
  view.resize(1000, 700);
  view.show();
  view.refresh();
  QString wanted;
  QObject::connect(&session, &Session::view_wanted, [&](const QString& name) { wanted = name; });
  for (QLabel* label : view.findChildren<QLabel*>()) {
    if (!label->text().contains(QStringLiteral("href='instruction:"))) continue;
    const int at = static_cast<int>(label->text().indexOf(QStringLiteral("instruction:")));
    const QString link = label->text().mid(at, label->text().indexOf(QLatin1Char('\''), at) - at);
    Q_EMIT label->linkActivated(link);
    EXPECT_EQ(wanted, QStringLiteral("source"));
    EXPECT_EQ(session.selection().instruction(), link.mid(12).toUInt());
    return;
  }
  FAIL() << "no finding has a place";
}

TEST(VerdictView, UsesTheWordsOfTheReport) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  VerdictView view(session);
  view.show();
  view.refresh();
  QString all;
  for (const QLabel* label : view.findChildren<QLabel*>()) all += label->text() + QLatin1Char('\n');
  for (const sim::Finding& f : sim::diagnose(session.current()->result))
    if (f.weight >= 0.02) {
      EXPECT_TRUE(all.contains(QString::fromStdString(f.title))) << f.title;
    }
}

TEST(SourceView, FollowsTheSelectionAndFinds) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  SourceView view(session);
  view.resize(1200, 700);
  view.show();
  view.refresh();
  session.selection().select_instruction(5);
  EXPECT_EQ(view.sass().current_row(), 5);
  EXPECT_TRUE(view.sass().find_next(QStringLiteral("bar.sync")));
  const auto found = session.selection().instruction();
  ASSERT_TRUE(found);
  EXPECT_NE(session.current()->result.text[*found].find("BAR.SYNC"), std::string::npos);
  for (int column = 0; column < view.sass().model()->columnCount(); ++column) {
    view.sass().sort_by(column, Qt::DescendingOrder);
    expect_sorted(view.sass(), column);
  }
  EXPECT_EQ(session.selection().instruction(), found);
}

TEST(CoalescingView, ShowsTheWorstAccessFirst) {
  Session session;
  session.add_run(test::sample("transpose-naive-256"));
  CoalescingView view(session);
  view.resize(1200, 700);
  view.show();
  view.refresh();
  EXPECT_EQ(view.canvas().footprint().sectors, 32u);
  EXPECT_EQ(view.canvas().footprint().wasted_bytes(), 896u);
}

}  // namespace
}  // namespace warpglass::gui
