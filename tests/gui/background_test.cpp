// Nothing blocks the window: progress, cancelling and closing while a simulation runs.
#include <QElapsedTimer>
#include <QListWidget>
#include <QProgressBar>
#include <QStatusBar>

#include "gui/widgets/timeline_view.h"
#include "window_test.h"

namespace warpglass::gui {
namespace {

constexpr const char* kLong = "gemm-tiled32-512";  // some seconds of simulation
// Milliseconds that stopping may take on a busy machine.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr qint64 kMostMilliseconds = 15000;
#else
constexpr qint64 kMostMilliseconds = 1500;
#endif

void start(MainWindow& window) {
  window.show();
  QSignalSpy never(&window, &MainWindow::everything_loaded);
  window.open({test::sample_file(kLong)});
  const auto* bar = window.statusBar()->findChild<QProgressBar*>();
  QElapsedTimer timer;
  timer.start();
  while (bar->value() < 60 && timer.elapsed() < 60000) QTest::qWait(10);  // 1000 is the end; simulating began
  ASSERT_GE(bar->value(), 60);
  ASSERT_TRUE(window.loading());
}

TEST(Background, CancelStopsPromptlyAndKeepsTheWindowUsable) {
  MainWindow window;
  start(window);
  QSignalSpy done(&window, &MainWindow::everything_loaded);
  QElapsedTimer timer;
  timer.start();
  QTest::keySequence(&window, QKeySequence(QStringLiteral("Ctrl+.")));
  ASSERT_TRUE(done.wait(60000));
  EXPECT_LT(timer.elapsed(), kMostMilliseconds);
  RecordProperty("milliseconds_to_cancel", static_cast<int>(timer.elapsed()));
  EXPECT_FALSE(window.session().current());
  EXPECT_TRUE(window.problems().isEmpty());
  test::open_and_wait(window, {test::sample_file("transpose-conflict-256")});
  EXPECT_TRUE(window.session().current());
}

TEST(Background, ClosingWhileSimulatingNeitherHangsNorCrashes) {
  QElapsedTimer timer;
  {
    MainWindow window;
    start(window);
    timer.start();
    window.close();
  }
  EXPECT_LT(timer.elapsed(), kMostMilliseconds);
  RecordProperty("milliseconds_to_close", static_cast<int>(timer.elapsed()));
  QApplication::processEvents();
}

TEST(Background, TheWindowAnswersWhileSimulating) {
  MainWindow window;
  window.session().add_run(test::sample("transpose-conflict-256"));
  start(window);
  qint64 longest = 0;
  for (const View* view : window.views()) {
    QElapsedTimer timer;
    timer.start();
    window.show_view(view->name());
    QApplication::processEvents();
    longest = std::max(longest, timer.elapsed());
  }
  EXPECT_LT(longest, 1000);  // two seconds of simulation are left: it does not wait for that
  EXPECT_TRUE(window.loading());
}

TEST(Background, OtherSmsAreRecordedOnRequest) {
  MainWindow window;
  test::show_with_sample(window);
  window.show_view(QStringLiteral("timeline"));
  auto& view = dynamic_cast<TimelineView&>(*window.views()[1]);
  const size_t before = window.session().current()->timeline->timeline().recorded.size();
  QSignalSpy done(&window, &MainWindow::everything_loaded);
  QTest::keySequence(QApplication::focusWidget(), QKeySequence(QStringLiteral("Shift+R")));
  ASSERT_TRUE(done.wait(120000));
  ASSERT_EQ(window.session().runs().size(), 1u);
  EXPECT_GT(window.session().current()->timeline->timeline().recorded.size(), before);
  EXPECT_EQ(window.session().current()->timeline->timeline().recorded.size(),
            window.session().current()->result.sms);
  EXPECT_FALSE(view.canvas().rows().empty());
}

TEST(Background, ARunWithoutItsCapsuleSaysWhyItCannotBeSimulatedAgain) {
  MainWindow window;
  auto alone = std::make_shared<RunDocument>(*test::sample("transpose-conflict-256"));
  alone->launch.reset();
  alone->launch_problem = "it is not beside the run";
  window.session().add_run(alone);
  sim::Detail all;
  all.on = all.all = true;
  Q_EMIT window.session().detail_wanted(all);
  EXPECT_TRUE(window.last_problem().contains(QStringLiteral("it is not beside the run")));
}

TEST(Background, BeyondTheMemoryLimitIsASentence) {
  LoadOptions options;
  options.memory_limit = 1'000'000;
  MainWindow window(options);
  test::open_and_wait(window, {test::sample_file("transpose-conflict-256")});
  EXPECT_FALSE(window.session().current());
  EXPECT_TRUE(window.last_problem().contains(QStringLiteral("--memory")));
}

}  // namespace
}  // namespace warpglass::gui
