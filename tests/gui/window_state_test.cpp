// What is remembered between sessions.
#include "gui/app/window_state.h"

#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>

#include "gui/app/recent_files.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_view.h"
#include "window_test.h"

namespace warpglass::gui {
namespace {

class WindowState : public testing::Test {
 protected:
  void SetUp() override { QSettings().clear(); }
  void TearDown() override {
    QSettings().clear();
    apply_palette(false);
    apply_text_size(1);
  }
};

TEST_F(WindowState, SizePageSplittersAndHelpComeBack) {
  QList<int> sizes;
  {
    MainWindow window;
    window.remember_layout();
    test::show_with_sample(window);
    window.resize(1000, 640);
    window.show_view(QStringLiteral("source"));
    window.show_help(true);
    QApplication::processEvents();
    auto* splitter = window.centralWidget()->findChild<QSplitter*>();
    ASSERT_NE(splitter, nullptr);
    splitter->setSizes({300, 500});
    sizes = splitter->sizes();
    window.close();
  }
  MainWindow window;
  restore_window(window);
  window.show();
  EXPECT_EQ(window.size(), QSize(1000, 640));
  EXPECT_EQ(window.current_page(), QStringLiteral("source"));
  EXPECT_TRUE(window.help_shown());
  window.session().add_run(test::sample("transpose-conflict-256"));
  EXPECT_EQ(window.current_page(), QStringLiteral("source"));
}

TEST_F(WindowState, WhatWasVisibleOfATimelineComesBack) {
  const auto axis = [](MainWindow& window) -> TimeAxis& {
    return dynamic_cast<TimelineView&>(*window.views()[1]).canvas().axis();
  };
  double start = 0, end = 0;
  {
    MainWindow window;
    window.remember_layout();
    test::show_with_sample(window);
    window.show_view(QStringLiteral("timeline"));
    axis(window).show({500, 900}, 0);
    start = axis(window).start(), end = axis(window).end();
    // Another run and back, in the same session.
    window.session().add_run(test::sample("transpose-padded-256"));
    EXPECT_DOUBLE_EQ(axis(window).start(), 0);
    window.session().show_run(window.session().runs().front());
    EXPECT_NEAR(axis(window).start(), start, 1);
    window.close();
  }
  MainWindow window;
  restore_window(window);
  test::show_with_sample(window);
  window.show_view(QStringLiteral("timeline"));
  EXPECT_NEAR(axis(window).start(), start, 1);
  EXPECT_NEAR(axis(window).end(), end, 0.03 * (end - start));  // the window may be a little wider
}

TEST_F(WindowState, ColoursAndSizeOfTextComeBack) {
  const double before = QApplication::font().pointSizeF();
  {
    MainWindow window;
    window.remember_layout();
    window.set_dark(true);
    window.set_text_size(1.21);
    EXPECT_NEAR(QApplication::font().pointSizeF(), before * 1.21, 1e-6);
  }
  const Appearance appearance = read_appearance();
  EXPECT_EQ(appearance.dark, std::optional(true));
  EXPECT_DOUBLE_EQ(appearance.text_size, 1.21);
}

TEST_F(WindowState, WhatMakesNoSenseIsLeftAlone) {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), QByteArray("nonsense"));
  settings.setValue(QStringLiteral("window/page"), QStringLiteral("no such page"));
  settings.setValue(QStringLiteral("splitters/window-0"), QByteArray("nonsense"));
  settings.setValue(QStringLiteral("appearance/text_size"), QStringLiteral("huge"));
  settings.setValue(QStringLiteral("recent_files"), 17);
  settings.setValue(QStringLiteral("pages/timeline"),
                    QVariantList{QStringLiteral("nonsense"),
                                 QVariant(QStringList{QStringLiteral("x.run"), QStringLiteral("9"),
                                                      QStringLiteral("-4")})});
  MainWindow window;
  window.resize(900, 700);
  restore_window(window);
  EXPECT_EQ(window.size(), QSize(900, 700));
  EXPECT_EQ(window.current_page(), QStringLiteral("verdict"));
  EXPECT_DOUBLE_EQ(read_appearance().text_size, 1);
  EXPECT_TRUE(recent_files().isEmpty());
}

TEST_F(WindowState, RecentFilesAreNewestFirstFewAndThere) {
  QTemporaryDir folder;
  for (int i = 0; i < 12; ++i) {
    const QString path = folder.filePath(QStringLiteral("%1.run").arg(i));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    add_recent_file(path);
  }
  ASSERT_EQ(recent_files().size(), kMostRecentFiles);
  EXPECT_TRUE(recent_files().front().endsWith(QStringLiteral("11.run")));
  add_recent_file(folder.filePath(QStringLiteral("7.run")));
  EXPECT_TRUE(recent_files().front().endsWith(QStringLiteral("7.run")));
  EXPECT_EQ(recent_files().size(), kMostRecentFiles);
  QFile::remove(folder.filePath(QStringLiteral("7.run")));
  EXPECT_FALSE(recent_files().front().endsWith(QStringLiteral("7.run")));
}

TEST_F(WindowState, ADroppedFileIsOpened) {
  MainWindow window;
  window.show();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(test::sample_file("transpose-conflict-256"))});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QSignalSpy done(&window, &MainWindow::everything_loaded);
  QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &drop);
  ASSERT_TRUE(done.wait(60000));
  ASSERT_TRUE(window.session().current());
  EXPECT_EQ(window.session().current()->name, "transpose-conflict-256");
}

}  // namespace
}  // namespace warpglass::gui
