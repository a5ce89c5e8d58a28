#include "gui/app/window_state.h"

#include <QSettings>
#include <QSplitter>
#include <map>

#include "gui/app/main_window.h"

namespace warpglass::gui {
namespace {

const auto kGeometry = QStringLiteral("window/geometry");
const auto kPage = QStringLiteral("window/page");
const auto kPages = QStringLiteral("pages/");
const auto kHelp = QStringLiteral("window/help_shown");
const auto kDark = QStringLiteral("appearance/dark");
const auto kTextSize = QStringLiteral("appearance/text_size");

// Under the page's name and their number in it; the one beside the list of pages under "window".
template <typename Visit>
void each_splitter(const MainWindow& window, Visit visit) {
  std::map<QString, int> numbers;
  for (QSplitter* splitter : window.findChildren<QSplitter*>()) {
    QString owner = QStringLiteral("window");
    for (const QWidget* parent = splitter; parent != nullptr; parent = parent->parentWidget())
      if (const auto* view = qobject_cast<const View*>(parent)) owner = view->name();
    visit(splitter, QStringLiteral("splitters/%1-%2").arg(owner).arg(numbers[owner]++));
  }
}

}  // namespace

Appearance read_appearance() {
  const QSettings settings;
  Appearance appearance;
  if (settings.contains(kDark)) appearance.dark = settings.value(kDark).toBool();
  const double size = settings.value(kTextSize, 1.0).toDouble();
  appearance.text_size = size >= 0.5 && size <= 3 ? size : 1;
  return appearance;
}

void write_appearance(const Appearance& appearance) {
  QSettings settings;
  if (appearance.dark)
    settings.setValue(kDark, *appearance.dark);
  else
    settings.remove(kDark);
  settings.setValue(kTextSize, appearance.text_size);
}

void restore_window(MainWindow& window) {
  const QSettings settings;
  window.restoreGeometry(settings.value(kGeometry).toByteArray());
  each_splitter(window, [&](QSplitter* splitter, const QString& key) {
    const QByteArray state = settings.value(key).toByteArray();
    if (!state.isEmpty()) splitter->restoreState(state);
  });
  for (View* view : window.views()) view->restore(settings.value(kPages + view->name()));
  window.show_help(settings.value(kHelp, false).toBool());
  if (const QString page = settings.value(kPage).toString(); !page.isEmpty()) window.show_view(page);
}

void save_window(const MainWindow& window) {
  QSettings settings;
  settings.setValue(kGeometry, window.saveGeometry());
  settings.setValue(kPage, window.current_page());
  settings.setValue(kHelp, window.help_shown());
  for (const View* view : window.views())
    if (const QVariant state = view->state(); state.isValid())
      settings.setValue(kPages + view->name(), state);
  each_splitter(window, [&](const QSplitter* splitter, const QString& key) {
    settings.setValue(key, splitter->saveState());
  });
}

}  // namespace warpglass::gui
