#include "gui/app/action_list.h"

#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

namespace warpglass::gui {
namespace {

QString without_marks(QString text) {
  text.remove(QLatin1Char('&'));
  if (text.endsWith(QChar(0x2026))) text.chop(1);
  return text;
}

// Its own actions first, then those of its submenus.
void collect(const QMenu& menu, std::vector<ListedAction>& all) {
  for (QAction* action : menu.actions())
    if (action->menu() == nullptr && !action->isSeparator())
      all.push_back({without_marks(menu.title()), action});
  for (const QAction* action : menu.actions())
    if (action->menu() != nullptr) collect(*action->menu(), all);
}

}  // namespace

std::vector<ListedAction> listed_actions(const QMainWindow& window) {
  std::vector<ListedAction> all;
  for (const QAction* top : window.menuWidget()->actions())
    if (top->menu() != nullptr) collect(*top->menu(), all);
  return all;
}

QString keys_of(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& sequence : action.shortcuts()) keys << sequence.toString(QKeySequence::NativeText);
  return keys.join(QStringLiteral(", "));
}

QString plain_text(const QAction& action) {
  return without_marks(action.text());
}

QString keys_html(const QMainWindow& window, const QString& first) {
  QString html = QStringLiteral("<table cellpadding='3'>");
  QString group;
  std::vector<ListedAction> all = listed_actions(window);
  std::stable_partition(all.begin(), all.end(),
                        [&](const ListedAction& listed) { return listed.group == first; });
  for (const ListedAction& listed : all) {
    if (listed.group != group)
      html += QStringLiteral("<tr><td colspan='2'><br><b>%1</b></td></tr>").arg(listed.group.toHtmlEscaped());
    group = listed.group;
    const QString help = listed.action->statusTip();
    html += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2%3</td></tr>")
                .arg(keys_of(*listed.action).toHtmlEscaped(), plain_text(*listed.action).toHtmlEscaped(),
                     help.isEmpty() ? QString() : QStringLiteral(": ") + help.toHtmlEscaped());
  }
  return html + QStringLiteral("</table>");
}

}  // namespace warpglass::gui
