// Tab reaches everything that can be operated, on every page, and comes back.
#include <QMenuBar>
#include <set>

#include "window_test.h"

namespace warpglass::gui {
namespace {

// What Tab should reach: visible, enabled, and taking the focus by Tab; a widget's proxy stands for it.
std::set<QWidget*> operable(const MainWindow& window) {
  std::set<QWidget*> all;
  for (QWidget* widget : window.findChildren<QWidget*>())
    if (widget->isVisible() && widget->isEnabled() &&
        (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget->focusProxy() == nullptr)
      all.insert(widget);
  return all;
}

QString name_of(const QWidget* widget) {
  return QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName() +
         QLatin1Char(' ') + widget->accessibleName();
}

TEST(TabOrder, WalksAllOfEveryPageAndComesBack) {
  MainWindow window;
  test::show_with_sample(window);
  for (View* view : window.views()) {
    window.show_view(view->name());
    QApplication::processEvents();
    QApplication::setActiveWindow(&window);
    QWidget* start = QApplication::focusWidget();
    ASSERT_NE(start, nullptr) << view->name().toStdString();
    std::set<QWidget*> reached;
    for (int step = 0; step < 200 && (reached.empty() || QApplication::focusWidget() != start); ++step) {
      reached.insert(QApplication::focusWidget());
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    EXPECT_EQ(QApplication::focusWidget(), start) << view->name().toStdString() << ": Tab does not come back";
    for (const QWidget* widget : operable(window))
      EXPECT_TRUE(reached.contains(const_cast<QWidget*>(widget)))
          << view->name().toStdString() << ": " << name_of(widget).toStdString();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
    EXPECT_NE(QApplication::focusWidget(), start) << view->name().toStdString() << ": Shift+Tab goes nowhere";
  }
}

TEST(TabOrder, EveryPageTakesTheFocusWhenItIsShown) {
  MainWindow window;
  test::show_with_sample(window);
  for (View* view : window.views()) {
    window.show_view(view->name());
    const QWidget* focus = QApplication::focusWidget();
    ASSERT_NE(focus, nullptr) << view->name().toStdString();
    EXPECT_TRUE(focus == view || view->isAncestorOf(focus)) << view->name().toStdString();
  }
}

}  // namespace
}  // namespace warpglass::gui
