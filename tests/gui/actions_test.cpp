// Everything by keyboard: every action has a text, keys and a place in the menus; the list of keys and the
// palette come from them.
#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QTextBrowser>
#include <map>
#include <set>

#include "gui/app/action_list.h"
#include "gui/app/command_palette.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/timeline_view.h"
#include "window_test.h"

namespace warpglass::gui {
namespace {

using test::show_with_sample;

std::set<const QAction*> listed(const MainWindow& window) {
  std::set<const QAction*> all;
  for (const ListedAction& l : listed_actions(window)) all.insert(l.action);
  return all;
}

TEST(Actions, EveryOneHasTextKeysAndAPlaceInTheMenus) {
  MainWindow window;
  show_with_sample(window);
  const auto all = listed(window);
  EXPECT_GE(all.size(), 45u);
  for (const QAction* action : all) {
    EXPECT_FALSE(action->text().isEmpty());
    EXPECT_FALSE(action->shortcut().isEmpty()) << action->text().toStdString();
  }
  for (const QAction* action : window.findChildren<QAction*>()) {
    const bool of_an_editor =
        qobject_cast<const QLineEdit*>(action->parent()) != nullptr;  // "clear" in a field
    if (action->text().isEmpty() || action->isSeparator() || action->menu() != nullptr || of_an_editor)
      continue;
    EXPECT_TRUE(all.contains(action)) << action->text().toStdString() << " is in no menu";
  }
}

TEST(Actions, NoKeysAreTakenTwiceWhereBothWork) {
  MainWindow window;
  std::map<QString, std::set<QString>> taken;  // by page; "" is the whole window
  for (const ListedAction& l : listed_actions(window)) {
    const auto* view = qobject_cast<const View*>(l.action->parent());
    const QString where = view != nullptr ? view->name() : QString();
    for (const QKeySequence& keys : l.action->shortcuts()) {
      EXPECT_TRUE(taken[where].insert(keys.toString()).second) << keys.toString().toStdString();
      if (view == nullptr) continue;
      EXPECT_FALSE(taken[QString()].contains(keys.toString())) << keys.toString().toStdString();
    }
  }
}

TEST(Actions, TheListOfKeysHasEveryActionAndOpensWithAQuestionMark) {
  MainWindow window;
  show_with_sample(window);
  window.show_view(QStringLiteral("timeline"));
  QTest::keyClicks(window.focusWidget(), QStringLiteral("?"));
  auto* dialog = window.findChild<QDialog*>(QStringLiteral("keys"));
  ASSERT_NE(dialog, nullptr);
  const QString shown = dialog->findChild<QTextBrowser*>()->toPlainText();
  for (const ListedAction& l : listed_actions(window)) {
    EXPECT_TRUE(shown.contains(plain_text(*l.action))) << l.action->text().toStdString();
    EXPECT_TRUE(shown.contains(keys_of(*l.action))) << keys_of(*l.action).toStdString();
  }
}

// Presses the keys of every command of the timeline and of every window action that opens no dialog.
TEST(Actions, TheKeysOfEveryOneWork) {
  MainWindow window;
  show_with_sample(window);
  for (const ListedAction& l : listed_actions(window)) {
    const bool asks = l.action->text().contains(QChar(0x2026)) ||
                      l.action->text().contains(QStringLiteral("About")) ||
                      l.group == QStringLiteral("Open recent");
    const bool ends = l.action->text().contains(QStringLiteral("Quit")) ||
                      l.action->text().contains(QStringLiteral("lose this run"));
    if (asks || ends || !l.action->isEnabled() || l.action->text().contains(QStringLiteral("ull screen")))
      continue;
    const auto* view = qobject_cast<const View*>(l.action->parent());
    window.show_view(view != nullptr ? view->name() : QStringLiteral("timeline"));
    QApplication::setActiveWindow(&window);
    for (const QKeySequence& keys : l.action->shortcuts()) {
      QSignalSpy triggered(l.action, &QAction::triggered);
      QTest::keySequence(QApplication::focusWidget(), keys);
      EXPECT_EQ(triggered.count(), 1)
          << l.action->text().toStdString() << " by " << keys.toString().toStdString();
    }
    for (QDialog* dialog : window.findChildren<QDialog*>()) dialog->close();
  }
  apply_palette(false);
  apply_text_size(1);
}

TEST(Palette, FindsAndRunsActionsFindingsAndInstructions) {
  MainWindow window;
  show_with_sample(window);
  window.show_view(QStringLiteral("verdict"));
  const auto run = [&](const char* words) {
    QApplication::setActiveWindow(&window);
    QTest::keySequence(QApplication::focusWidget(), QKeySequence(QStringLiteral("Ctrl+Shift+P")));
    auto* palette = window.findChild<CommandPalette*>();
    ASSERT_NE(palette, nullptr);
    QTest::keyClicks(&palette->input(), QString::fromUtf8(words));
    ASSERT_GT(palette->model().rowCount(), 0) << words;
    QTest::keyClick(&palette->input(), Qt::Key_Return);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QApplication::processEvents();
  };
  run("occupancy");
  EXPECT_EQ(window.current_page(), QStringLiteral("occupancy"));
  run("zoom in");  // a command of a page that is not shown: it is shown first
  EXPECT_EQ(window.current_page(), QStringLiteral("timeline"));
  auto& canvas = dynamic_cast<TimelineView&>(*window.views()[1]).canvas();
  EXPECT_LT(canvas.axis().end() - canvas.axis().start(), static_cast<double>(canvas.axis().extent()));
  run("bank conflicts finding");
  EXPECT_EQ(window.current_page(), QStringLiteral("source"));
  ASSERT_TRUE(window.session().selection().instruction());
  EXPECT_EQ(window.session().current()->result.text[*window.session().selection().instruction()].substr(0, 3),
            "LDS");
  run("BAR.SYNC");
  EXPECT_EQ(window.session().current()->result.text[*window.session().selection().instruction()].substr(0, 3),
            "BAR");
}

TEST(Palette, ArrowsChooseWhileTheTextKeepsTheFocus) {
  int ran = 0;
  CommandPalette palette(
      {{QStringLiteral("one"), {}, {}, [&] { ran = 1; }}, {QStringLiteral("two"), {}, {}, [&] { ran = 2; }}});
  palette.setAttribute(Qt::WA_DeleteOnClose, false);
  palette.show();
  QTest::keyClick(&palette.input(), Qt::Key_Down);
  QTest::keyClick(&palette.input(), Qt::Key_Return);
  EXPECT_EQ(ran, 2);
}

}  // namespace
}  // namespace warpglass::gui
