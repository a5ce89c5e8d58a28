// Every page as picture, drawing and table.
#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "base/error.h"
#include "gui/widgets/export_view.h"
#include "window_test.h"

namespace warpglass::gui {
namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string failure(View& view, const QString& path) {
  try {
    export_view(view, path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Export, EveryPageAsPictureDrawingAndTable) {
  QTemporaryDir folder;
  MainWindow window;
  test::show_with_sample(window);
  window.session().add_measurement(std::make_shared<Measurement>(
      read_measurement(test::measurement_path("transpose-conflict-256"))));  // for Compare
  for (View* view : window.views()) {
    const std::string name = view->name().toStdString();
    window.show_view(view->name());
    QApplication::processEvents();
    const QString base = folder.filePath(view->name());
    ASSERT_TRUE(window.export_page(base + QStringLiteral(".png"))) << window.last_problem().toStdString();
    const QImage image(base + QStringLiteral(".png"));
    EXPECT_EQ(image.size(), view->picture()->size() * view->devicePixelRatioF()) << name;
    ASSERT_TRUE(window.export_page(base + QStringLiteral(".csv")))
        << name << ": " << window.last_problem().toStdString();
    const QByteArray table = content(base + QStringLiteral(".csv"));
    EXPECT_GT(table.count("\r\n"), 2) << name;
    EXPECT_GT(table.count(','), 2) << name;
  }
}

#ifdef WARPGLASS_WITH_SVG
TEST(Export, DrawingsAreWellFormedAndNotEmpty) {
  QTemporaryDir folder;
  MainWindow window;
  test::show_with_sample(window);
  for (View* view : window.views()) {
    window.show_view(view->name());
    QApplication::processEvents();
    const QString path = folder.filePath(view->name() + QStringLiteral(".svg"));
    ASSERT_TRUE(window.export_page(path)) << window.last_problem().toStdString();
    QXmlStreamReader xml(content(path));
    int drawn = 0;
    while (!xml.atEnd())
      if (xml.readNext() == QXmlStreamReader::StartElement &&
          (xml.name() == QStringLiteral("text") || xml.name() == QStringLiteral("path") ||
           xml.name() == QStringLiteral("rect")))
        ++drawn;
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_GT(drawn, 10) << view->name().toStdString();
  }
}
#endif

TEST(Export, AFailureIsASentenceAndLeavesWhatWasThere) {
  QTemporaryDir folder;
  MainWindow window;
  test::show_with_sample(window);
  View& view = *window.views()[2];
  window.show_view(view.name());
  EXPECT_NE(failure(view, folder.filePath(QStringLiteral("page.bmp"))).find(".png, .svg or .csv"),
            std::string::npos);
  EXPECT_NE(failure(view, QStringLiteral("/does/not/exist/page.png")).find("/does/not/exist/page.png"),
            std::string::npos);
  EXPECT_FALSE(window.export_page(QStringLiteral("/does/not/exist/page.csv")));
  EXPECT_FALSE(window.problems().isEmpty());
  EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

TEST(Export, NoTemporaryFileIsLeft) {
  QTemporaryDir folder;
  MainWindow window;
  test::show_with_sample(window);
  window.show_view(QStringLiteral("source"));
  ASSERT_TRUE(window.export_page(folder.filePath(QStringLiteral("a.csv"))));
  ASSERT_TRUE(window.export_page(folder.filePath(QStringLiteral("a.csv"))));  // replaces it
  EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("a.csv")});
}

TEST(Export, NothingOpenIsASentence) {
  MainWindow window;
  EXPECT_FALSE(window.export_page(QStringLiteral("x.png")));
  EXPECT_TRUE(window.last_problem().contains(QStringLiteral("nothing is open")));
}

}  // namespace
}  // namespace warpglass::gui
