// Each page says which question it answers and how it is read.
#include <QLabel>

#include "gui/app/page_header.h"
#include "gui/widgets/view_help.h"
#include "window_test.h"

namespace warpglass::gui {
namespace {

TEST(Help, EveryPageHasAQuestionAndAFewSentences) {
  MainWindow window;
  for (const View* view : window.views()) {
    EXPECT_TRUE(view->question().endsWith(QLatin1Char('?'))) << view->name().toStdString();
    EXPECT_GT(view->help().size(), 120) << view->name().toStdString();
    EXPECT_LT(view->help().size(), 700) << view->name().toStdString();
    EXPECT_TRUE(view->help().trimmed().endsWith(QLatin1Char('.'))) << view->name().toStdString();
  }
  EXPECT_TRUE(view_help(QStringLiteral("no such page")).isEmpty());
}

TEST(Help, IsShownAbovePagesOnRequest) {
  MainWindow window;
  test::show_with_sample(window);
  auto* header = window.findChild<PageHeader*>();
  ASSERT_NE(header, nullptr);
  const auto visible = [&](const QString& words) {
    for (const QLabel* label : header->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == words) return true;
    return false;
  };
  for (const View* view : window.views()) {
    window.show_view(view->name());
    EXPECT_TRUE(visible(view->question())) << view->name().toStdString();
    EXPECT_FALSE(visible(view->help()));
    QTest::keySequence(QApplication::focusWidget(), QKeySequence(QStringLiteral("Shift+F1")));
    EXPECT_TRUE(visible(view->help())) << view->name().toStdString();
    QTest::keySequence(QApplication::focusWidget(), QKeySequence(QStringLiteral("Shift+F1")));
  }
}

}  // namespace
}  // namespace warpglass::gui
