// A window with samples open, for tests.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include "gui/app/main_window.h"
#include "samples.h"

namespace warpglass::gui::test {

inline QString sample_file(const char* name) {
  return QString::fromStdString(sample_path(name).string());
}

inline void open_and_wait(MainWindow& window, const QStringList& paths) {
  QSignalSpy done(&window, &MainWindow::everything_loaded);
  window.open(paths);
  ASSERT_TRUE(done.wait(120000));
}

/// Shown, active, and with one small sample open (simulated once for all tests).
inline void show_with_sample(MainWindow& window, const char* name = "transpose-conflict-256") {
  window.resize(1280, 800);
  window.show();
  QApplication::setActiveWindow(&window);
  window.session().add_run(sample(name));
  QApplication::processEvents();
}

}  // namespace warpglass::gui::test
