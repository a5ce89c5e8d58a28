// `?`: every key, from the actions themselves, and what the mouse does.
#pragma once

#include <QMainWindow>

namespace warpglass::gui {

/// Not modal, so that keys can be tried beside it.
void show_keys(QMainWindow& window);

}  // namespace warpglass::gui
