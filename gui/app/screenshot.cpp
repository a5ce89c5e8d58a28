#include "gui/app/screenshot.h"

#include <QApplication>
#include <QPixmap>
#include <QTimer>
#include <cstdio>

#include "gui/app/main_window.h"

namespace warpglass::gui {

void take_screenshot(MainWindow& window, const QString& path, const QString& view) {
  const auto take = [&window, path, view] {
    window.show_view(view);
    QTimer::singleShot(150, &window, [&window, path] {  // layouts settle over a few events
      const bool saved = window.grab().save(path);
      if (!saved) std::fprintf(stderr, "warpglass-gui: %s cannot be written\n", qPrintable(path));
      QApplication::exit(saved ? 0 : 1);
    });
  };
  if (!window.loading())
    QTimer::singleShot(0, &window, take);
  else
    QObject::connect(&window, &MainWindow::everything_loaded, &window, take, Qt::SingleShotConnection);
}

}  // namespace warpglass::gui
