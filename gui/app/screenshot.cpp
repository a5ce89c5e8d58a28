#include "gui/app/screenshot.h"

#include <QApplication>
#include <QPixmap>
#include <QSaveFile>
#include <QTimer>
#include <cstdio>

#include "base/error.h"
#include "gui/app/few_colours.h"
#include "gui/app/main_window.h"

namespace warpglass::gui {
namespace {

bool save_window_picture(MainWindow& window, const PictureFiles& files) {
  const QImage image = window.grab().toImage();
  QSaveFile file(files.window);
  return file.open(QIODevice::WriteOnly) && (files.few_colours ? with_few_colours(image) : image).save(&file, "PNG") && file.commit();
}

int save(MainWindow& window, const PictureFiles& files) {
  for (const QString& problem : window.problems()) std::fprintf(stderr, "warpglass-gui: %s\n", qPrintable(problem));
  if (!window.problems().isEmpty()) return static_cast<int>(ExitCode::BadInput);
  if (!files.window.isEmpty() && !save_window_picture(window, files)) {
    std::fprintf(stderr, "warpglass-gui: %s cannot be written\n", qPrintable(files.window));
    return 1;
  }
  if (files.page.isEmpty() || window.export_page(files.page)) return 0;
  std::fprintf(stderr, "warpglass-gui: %s\n", qPrintable(window.last_problem()));
  return 1;
}

}  // namespace

void save_and_end(MainWindow& window, const PictureFiles& files) {
  const auto take = [&window, files] {
    window.show_view(window.current_page());
    QTimer::singleShot(150, &window, [&window, files] { QApplication::exit(save(window, files)); });  // layouts settle over a few events
  };
  if (!window.loading())
    QTimer::singleShot(0, &window, take);
  else
    QObject::connect(&window, &MainWindow::everything_loaded, &window, take, Qt::SingleShotConnection);
}

}  // namespace warpglass::gui
