// What the pages say and draw: expected gains, heat, times, arrows, comparisons.
#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "draw_all.h"
#include "gui/widgets/bank_view.h"
#include "gui/widgets/compare_view.h"
#include "gui/widgets/job_bar.h"
#include "gui/widgets/memory_view.h"
#include "gui/widgets/occupancy_view.h"
#include "gui/widgets/roofline_view.h"
#include "gui/widgets/source_view.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/verdict_view.h"
#include "sim/report/expected_gain.h"
#include "sim/timeline/timeline.h"

namespace warpglass::gui {
namespace {

void show(View& view) {
  view.resize(1280, 800);
  view.show();
  view.refresh();
  QApplication::processEvents();
}

QString all_text(const QWidget& widget) {
  QString all;
  for (const QLabel* label : widget.findChildren<QLabel*>())
    if (label->isVisible()) all += label->text() + QLatin1Char('\n');
  return all;
}

void finish_jobs(Session& session) {
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.experiments().jobs().busy(); }, 120'000));
  QApplication::processEvents();
}

TEST(VerdictPage, ShowsExpectedGainsInTheWordsOfTheReport) {
  auto run = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  Session session;
  session.add_run(run);
  VerdictView view(session);
  show(view);
  EXPECT_FALSE(all_text(view).contains(QStringLiteral("Expected gain:")));
  QPushButton* simulate = nullptr;
  for (QPushButton* b : view.findChildren<QPushButton*>())
    if (b->isVisible() && b->text().contains(QStringLiteral("Simulate"))) simulate = b;
  ASSERT_NE(simulate, nullptr);
  QTest::mouseClick(simulate, Qt::LeftButton);
  EXPECT_TRUE(session.experiments().jobs().busy());
  finish_jobs(session);
  std::vector<sim::Finding> findings = sim::diagnose(run->result);
  sim::add_gains(findings, session.experiments().gains(run));
  int with_gain = 0;
  for (const sim::Finding& f : findings) {
    QString words = QString::fromStdString(sim::expected_gain(f));
    if (words.isEmpty() || f.weight < 0.02) continue;
    ++with_gain;
    words[0] = words[0].toUpper();
    EXPECT_TRUE(all_text(view).contains(words)) << words.toStdString() << "\n"
                                                << all_text(view).toStdString();
  }
  EXPECT_GE(with_gain, 2);
}

TEST(VerdictPage, ListsWhatEachObstacleCosts) {
  auto run = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  run->result.gains = {{sim::Obstacle::BankConflicts, 5000, 0.25}, {sim::Obstacle::L2Misses, 6000, 0.1}};
  Session session;
  session.add_run(run);
  VerdictView view(session);
  show(view);
  const QString words = all_text(view);
  EXPECT_TRUE(words.contains(QStringLiteral("What each obstacle costs")));
  for (const sim::Gain& gain : run->result.gains)
    EXPECT_TRUE(words.contains(QString::fromUtf8(sim::info(gain.obstacle).words.data())))
        << sim::info(gain.obstacle).words;
  EXPECT_TRUE(words.contains(QStringLiteral("gain <b>25.0 %</b>")));
}

// What a new user does: the first finding that names a place, one click, and its line of source is under the
// cursor.
TEST(VerdictPage, LeadsToTheLineOfSourceInOneClick) {
  const std::map<std::string, std::pair<std::string, std::string>> expected{
      {"transpose-conflict-1024", {"bank_conflicts", "out[(y + j)"}},
      {"gemm-naive-128", {"memory_latency", "sum += a[row"}},
      {"softmax-online-2048", {"memory_latency", "fmaxf(max"}},
      {"divergence-lane-262144", {"divergence", "switch (path)"}}};
  for (const auto& [name, cause] : expected) {
    Session session;
    session.add_run(test::sample(name));
    const std::vector<sim::Finding> findings = sim::diagnose(session.current()->result);
    const auto first = std::find_if(findings.begin(), findings.end(),
                                    [](const sim::Finding& f) { return !f.places.empty(); });
    ASSERT_NE(first, findings.end()) << name;
    EXPECT_EQ(first->rule, cause.first) << name;
    VerdictView verdict(session);
    SourceView source(session);
    show(verdict);
    show(source);
    QString page;
    QObject::connect(&session, &Session::view_wanted, [&](const QString& wanted) { page = wanted; });
    const QString link = QStringLiteral("instruction:%1").arg(first->places.front().instruction);
    for (QLabel* label : verdict.findChildren<QLabel*>())
      if (label->text().contains(QLatin1Char('\'') + link + QLatin1Char('\''))) {
        Q_EMIT label->linkActivated(link);
        break;
      }
    EXPECT_EQ(page, QStringLiteral("source")) << name;
    const QModelIndex line = source.source().currentIndex();
    ASSERT_TRUE(line.isValid()) << name;
    const QString text =
        line.sibling(line.row(), source.source().model()->columnCount() - 1).data().toString();
    EXPECT_TRUE(text.contains(QString::fromStdString(cause.second))) << name << ": " << text.toStdString();
  }
}

TEST(VerdictPage, ARunWithoutItsCapsuleSaysWhyGainsAreNotKnown) {
  auto run = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  run->launch.reset();
  run->launch_problem = "it is elsewhere";
  Session session;
  session.add_run(run);
  VerdictView view(session);
  show(view);
  EXPECT_TRUE(all_text(view).contains(QStringLiteral("it is elsewhere")));
}

TEST(BankPage, HeatAndOneWavefrontAreDrawn) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  BankView view(session);
  show(view);
  EXPECT_TRUE(view.verdict().contains(QStringLiteral("arbitration losses: not modelled")))
      << view.verdict().toStdString();
  const QImage all = view.canvas().grab().toImage();
  view.canvas().set_wavefront(0);
  const QImage one = view.canvas().grab().toImage();
  EXPECT_NE(all, one);
  view.heat().setChecked(true);
  const QImage heat = view.canvas().grab().toImage();
  // 32 lanes, one bank a warp, 8 warps: 8 banks of the grid are as hot as can be.
  EXPECT_GT(pixels_like(heat, theme().accent), 32 * 8 * 20);
  EXPECT_LT(pixels_like(all, theme().accent), pixels_like(heat, theme().accent));
}

TEST(BankPage, AKernelWithoutSharedMemoryHasNoKnobs) {
  Session session;
  session.add_run(test::sample("vector_add-float4-65536"));
  BankView view(session);
  show(view);
  EXPECT_TRUE(view.verdict().contains(QStringLiteral("does not use shared memory")));
  EXPECT_FALSE(view.padding().isVisible());
  EXPECT_FALSE(view.table().isVisible());
  session.add_run(test::sample("transpose-conflict-256"));
  EXPECT_TRUE(view.padding().isVisible());
  EXPECT_TRUE(view.table().isVisible());
}

TEST(BankPage, ALayoutIsSimulatedForItsTime) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  BankView view(session);
  show(view);
  EXPECT_FALSE(view.time().button().isVisible());
  view.padding().setValue(4);
  ASSERT_TRUE(view.time().button().isVisible());
  QTest::mouseClick(&view.time().button(), Qt::LeftButton);
  finish_jobs(session);
  EXPECT_TRUE(view.time().words().contains(QStringLiteral("Simulated with this layout")))
      << view.time().words().toStdString();
  EXPECT_FALSE(view.time().button().isVisible());
}

TEST(OccupancyPage, ShowsThePredictedTimeOnceItIsSimulated) {
  Session session;
  session.add_run(test::sample("waves-blocks-33"));
  OccupancyView view(session);
  show(view);
  EXPECT_EQ(view.registers().series().size(), 1u);
  const QImage before = view.registers().grab().toImage();
  ASSERT_TRUE(view.time().button().isVisible());
  QTest::mouseClick(&view.time().button(), Qt::LeftButton);
  finish_jobs(session);
  ASSERT_EQ(view.registers().series().size(), 2u);
  EXPECT_TRUE(view.registers().series()[1].right);
  EXPECT_TRUE(view.time().words().contains(QStringLiteral("The same instructions")))
      << view.time().words().toStdString();
  const QImage after = view.registers().grab().toImage();
  EXPECT_GT(pixels_like(after, theme().warning), pixels_like(before, theme().warning) + 50);
}

TEST(SourcePage, ArrowsShowWhereValuesComeFrom) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  SourceView view(session);
  show(view);
  const isa::Program& program = session.current()->launch->program;
  uint32_t store = 0;
  while (store < program.size() && !program.text[store].starts_with("STS [R15], R8")) ++store;
  ASSERT_LT(store, program.size());
  session.selection().select_instruction(store);
  int values = -1, live = -1;
  const auto* model = view.sass().model();
  for (int c = 0; c < model->columnCount(); ++c) {
    if (model->headerData(c, Qt::Horizontal).toString() == QStringLiteral("Values")) values = c;
    if (model->headerData(c, Qt::Horizontal).toString() == QStringLiteral("Live")) live = c;
  }
  ASSERT_GE(values, 0);
  ASSERT_GE(live, 0);
  bool from_r8 = false;
  for (int row = 0; row < model->rowCount(); ++row)
    from_r8 = from_r8 || model->index(row, values).data().toString() == QStringLiteral("R8");
  EXPECT_TRUE(from_r8);
  EXPECT_GT(model->index(static_cast<int>(store), live).data(SortRole).toInt(), 0);
  EXPECT_GT(pixels_like(view.sass().grab().toImage(), theme().accent), 30);
}

TEST(SourcePage, HasColumnsOfTheMeasurementAndOfTheBaseline) {
  Session session;
  session.add_run(test::sample("transpose-padded-256"));
  session.add_run(test::sample("transpose-conflict-256"));
  session.add_measurement(
      std::make_shared<Measurement>(read_measurement(test::measurement_path("transpose-conflict-256"))));
  SourceView view(session);
  show(view);
  QStringList titles;
  for (int c = 0; c < view.sass().model()->columnCount(); ++c)
    titles << view.sass().model()->headerData(c, Qt::Horizontal).toString();
  for (const char* title : {"Attributed", "Against baseline", "ncu stalls", "ncu %", "ncu executed",
                            "ncu sectors", "ncu N-way", "Control"})
    EXPECT_TRUE(titles.contains(QLatin1String(title))) << title;
}

TEST(MemoryPage, FollowsTheSelectedTime) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  MemoryView view(session);
  show(view);
  const double whole = view.flow().links.front().bytes;
  session.selection().select_time(TimeRange{0, session.current()->result.timeline->end / 2});
  EXPECT_LT(view.flow().links.front().bytes, whole);
  EXPECT_TRUE(view.flow().scope.startsWith(QStringLiteral("cycles 0 to")));
  session.selection().select_time(std::nullopt);
  EXPECT_EQ(view.flow().links.front().bytes, whole);
}

TEST(ComparePage, HoldsTheRunAgainstAllOthers) {
  Session session;
  for (const char* name : {"transpose-padded-256", "transpose-naive-256", "transpose-conflict-256"})
    session.add_run(test::sample(name));
  CompareView view(session);
  show(view);
  view.tabs().setCurrentIndex(1);
  QApplication::processEvents();
  const auto* model = view.runs().metrics().model();
  QStringList titles;
  for (int c = 0; c < model->columnCount(); ++c) titles << model->headerData(c, Qt::Horizontal).toString();
  for (const char* name : {"transpose-padded-256", "transpose-naive-256", "transpose-conflict-256"})
    EXPECT_TRUE(titles.contains(QLatin1String(name))) << name;
  for (int row = 1; row < model->rowCount(); ++row)
    EXPECT_GE(model->index(row - 1, 2).data(SortRole).toDouble(),
              model->index(row, 2).data(SortRole).toDouble());
  EXPECT_TRUE(view.runs().verdict().contains(QStringLiteral("as long as transpose-padded-256")))
      << view.runs().verdict().toStdString();
  session.set_baseline(session.runs()[1]);
  EXPECT_TRUE(view.runs().verdict().contains(QStringLiteral("transpose-naive-256:")));
}

TEST(ComparePage, ShowsResidualsAndScatterOfMetricsAndInstructions) {
  Session session;
  session.add_run(test::sample("transpose-conflict-256"));
  session.add_measurement(
      std::make_shared<Measurement>(read_measurement(test::measurement_path("transpose-conflict-256"))));
  CompareView view(session);
  show(view);
  const auto& residuals = view.measured().residuals().residuals();
  ASSERT_GT(residuals.size(), 10u);
  for (size_t i = 1; i < residuals.size(); ++i)
    EXPECT_GE(std::abs(residuals[i - 1].error), std::abs(residuals[i].error));
  ASSERT_EQ(view.measured().instruction_scatter().series().size(), 1u);
  EXPECT_EQ(view.measured().instruction_scatter().series()[0].points.size(),
            session.current()->result.text.size());
  EXPECT_GT(view.measured().metric_scatter().series()[0].points.size(), 10u);
  EXPECT_EQ(view.scatter().series()[0].points.size(), 1u);
  Q_EMIT view.measured().instruction_scatter().point_clicked(0, 7);
  EXPECT_EQ(session.selection().instruction(), 7u);
}

TEST(RooflinePage, HasARidgePointForEachRoof) {
  Session session;
  session.add_run(test::sample("gemm-tiled32-128"));
  const RunPointer run = session.current();
  const Roofline r = roofline({run}, *run);
  RooflineView view(session);
  show(view);
  size_t ridges = 0;
  for (const PlotSeries& s : view.plot().series())
    if (s.name.startsWith(QStringLiteral("ridge"))) ridges = s.points.size();
  EXPECT_GE(ridges, r.roofs.size() - 1);  // shared memory and L1 may be equally fast
}

}  // namespace
}  // namespace warpglass::gui
