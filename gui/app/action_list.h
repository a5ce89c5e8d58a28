// Every action of the window, for the list of keys, the command palette and the tests.
#pragma once

#include <QAction>
#include <QMainWindow>
#include <vector>

namespace warpglass::gui {

struct ListedAction {
  QString group;  ///< the menu that it is in, or the submenu
  QAction* action;
};

/// What the menu bar holds, in order; separators and menus themselves left out.
std::vector<ListedAction> listed_actions(const QMainWindow& window);

/// "Ctrl+O", or "W, +" where there are several; "" without any.
QString keys_of(const QAction& action);

/// Its text without the mark of the menu's underlined letter and the dots of a dialog.
QString plain_text(const QAction& action);

/// All keys as a table, group by group, that of `first` (a page's title) first.
QString keys_html(const QMainWindow& window, const QString& first);

}  // namespace warpglass::gui
