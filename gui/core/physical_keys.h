// Keys by their place on the keyboard: W A S D lie together whatever letters are printed there.
#pragma once

#include <QString>
#include <optional>

namespace warpglass::gui {

/// 'W', 'A', 'S' or 'D' when the key with this scan code is where a US keyboard has that letter; '\0' for any
/// other key; nothing where the platform's scan codes are not known (0 is none). X11, Wayland: evdev's code
/// plus 8; Windows: the scan code of set 1.
std::optional<char> physical_letter(const QString& platform, unsigned scan_code);

}  // namespace warpglass::gui
