// `--screenshot`: an image of a page, for documents and for looking at the window without a display.
#pragma once

#include <QString>

namespace warpglass::gui {

class MainWindow;

/// Once everything is loaded: shows `view` at the window's size, saves it and ends the program; 1 when it cannot be saved.
void take_screenshot(MainWindow& window, const QString& path, const QString& view);

}  // namespace warpglass::gui
