#include "gui/app/main_window.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "samples.h"

namespace warpglass::gui {
namespace {

QString sample_file(const char* name) { return QString::fromStdString(test::sample_path(name).string()); }

void open_and_wait(MainWindow& window, const QStringList& paths) {
  QSignalSpy done(&window, &MainWindow::everything_loaded);
  window.open(paths);
  ASSERT_TRUE(done.wait(120000));
}

TEST(MainWindow, SimulatesACapsuleInTheBackgroundAndShowsTheVerdict) {
  MainWindow window;
  window.show();
  open_and_wait(window, {sample_file("transpose-conflict-256")});
  ASSERT_TRUE(window.session().current());
  EXPECT_EQ(window.session().current()->name, "transpose-conflict-256");
  EXPECT_TRUE(window.views()[0]->isVisible());
  EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("transpose-conflict-256")));
}

TEST(MainWindow, ABadFileGivesAMessageAndKeepsWhatIsOpen) {
  QTemporaryDir folder;
  const QString bad = folder.filePath(QStringLiteral("bad.run"));
  QFile file(bad);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("SQLite format 3\0 but not really", 31);
  file.close();
  MainWindow window;
  open_and_wait(window, {sample_file("transpose-conflict-256"), bad, folder.filePath(QStringLiteral("missing.capsule"))});
  EXPECT_TRUE(window.session().current());
  EXPECT_TRUE(window.last_problem().contains(QStringLiteral("missing.capsule")));
}

TEST(MainWindow, CancelStopsASimulation) {
  MainWindow window;
  QSignalSpy done(&window, &MainWindow::everything_loaded);
  window.open({sample_file("gemm-naive-512")});
  QPushButton* cancel = nullptr;
  for (QPushButton* button : window.findChildren<QPushButton*>())
    if (button->text() == QStringLiteral("Cancel")) cancel = button;
  ASSERT_NE(cancel, nullptr);
  cancel->click();
  ASSERT_TRUE(done.wait(60000));
  EXPECT_FALSE(window.session().current());
}

TEST(MainWindow, EveryPageOpensBySelectionAndByName) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  open_and_wait(window, {sample_file("transpose-conflict-256")});
  for (View* view : window.views()) {
    window.show_view(view->name());
    EXPECT_TRUE(view->isVisible()) << view->name().toStdString();
    EXPECT_FALSE(view->question().isEmpty());
  }
}

TEST(MainWindow, TwoRunsAreCompared) {
  MainWindow window;
  open_and_wait(window, {sample_file("transpose-conflict-256"), sample_file("transpose-padded-256"), QString::fromStdString(test::measurement_path("transpose-padded-256").string())});
  EXPECT_EQ(window.session().runs().size(), 2u);
  EXPECT_EQ(window.session().baseline()->name, "transpose-conflict-256");
  EXPECT_TRUE(window.session().measurement());
}

}  // namespace
}  // namespace warpglass::gui
