// `?`: every key, from the actions themselves, and what the mouse does.
#pragma once

#include <QMainWindow>

namespace warpglass::gui {

/// Not modal, so that keys can be tried beside it. `page` is the title of the page whose keys come first.
void show_keys(QMainWindow& window, const QString& page);

}  // namespace warpglass::gui
