// `--screenshot` and `--export`: the window or its page as a file, for documents and for looking at it without a display.
#pragma once

#include <QString>

namespace warpglass::gui {

class MainWindow;

struct PictureFiles {
  QString window;  ///< where an image of the whole window goes; "" for none
  bool few_colours = false;  ///< `window` as a smaller file of at most 256 colours
  QString page;    ///< where the page goes: .png, .svg or .csv
};

/// Once everything is loaded, saves what is wanted and ends the program; 3 when a file could not be opened, 1 when one cannot be saved.
void save_and_end(MainWindow& window, const PictureFiles& files);

}  // namespace warpglass::gui
