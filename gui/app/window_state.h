// What is remembered between sessions: place and size of the window, page, colours, size of text, splitters,
// what is visible of each run's timeline.
#pragma once

#include <QString>
#include <optional>

namespace warpglass::gui {

class MainWindow;

/// Colours and size of text: read before the window is made, since widgets are sized by them.
struct Appearance {
  std::optional<bool> dark;  ///< nothing: as the desktop is
  double text_size = 1;      ///< times the desktop's; 0.5 to 3
};

Appearance read_appearance();
void write_appearance(const Appearance& appearance);

/// Restores what was saved; what is not there, or makes no sense, is left alone.
void restore_window(MainWindow& window);
void save_window(const MainWindow& window);

}  // namespace warpglass::gui
