#include "gui/widgets/export_view.h"

#include <QFileInfo>
#include <QPainter>
#include <QPixmap>
#include <QSaveFile>
#ifdef WARPGLASS_WITH_SVG
#include <QSvgGenerator>
#endif

#include "base/error.h"

namespace warpglass::gui {
namespace {

void write_png(View& view, QIODevice& file) {
  if (!view.picture()->grab().save(&file, "PNG")) throw bad_input("the picture could not be written");
}

#ifdef WARPGLASS_WITH_SVG
void write_svg(View& view, QIODevice& file) {
  QWidget* picture = view.picture();
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setSize(picture->size());
  svg.setViewBox(QRect({}, picture->size()));
  svg.setTitle(view.title());
  svg.setDescription(view.question());
  QPainter painter(&svg);
  painter.fillRect(QRect({}, picture->size()), picture->palette().color(QPalette::Window));
  picture->render(&painter, {}, {}, QWidget::DrawChildren);
}
#else
void write_svg(View&, QIODevice&) {
  throw unsupported("built without Qt's SVG module: install qt6-svg-dev and build again, or export a PNG");
}
#endif

void write_csv(const View& view, QIODevice& file) {
  const std::vector<CsvTable> tables = view.tables();
  if (tables.empty())
    throw bad_input("the page \"{}\" shows no numbers now: there is nothing to write as a table",
                    view.title().toStdString());
  file.write(csv_text(tables));
}

}  // namespace

QString export_filter() {
  return QStringLiteral("Picture (*.png);;Drawing (*.svg);;Table (*.csv)");
}

void export_view(View& view, const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix != QStringLiteral("png") && suffix != QStringLiteral("svg") && suffix != QStringLiteral("csv"))
    throw bad_input("{}: a page is written as .png, .svg or .csv; give one of these endings",
                    path.toStdString());
  QSaveFile file(path);
  const auto failed = [&] {
    return bad_input("{}: cannot be written: {}", path.toStdString(), file.errorString().toStdString());
  };
  if (!file.open(QIODevice::WriteOnly)) throw failed();
  if (suffix == QStringLiteral("png"))
    write_png(view, file);
  else if (suffix == QStringLiteral("svg"))
    write_svg(view, file);
  else
    write_csv(view, file);
  if (file.error() != QFileDevice::NoError || !file.commit()) throw failed();
}

}  // namespace warpglass::gui
