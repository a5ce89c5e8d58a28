#include "gui/core/physical_keys.h"

namespace warpglass::gui {

std::optional<char> physical_letter(const QString& platform, unsigned scan_code) {
  const bool windows = platform == QStringLiteral("windows");
  const bool linux_keys = platform == QStringLiteral("xcb") ||
                          platform.startsWith(QStringLiteral("wayland")) ||
                          platform == QStringLiteral("offscreen");
  if (scan_code == 0 || (!windows && !linux_keys)) return std::nullopt;
  switch (linux_keys ? scan_code - 8
                     : scan_code) {  // linux/input-event-codes.h: KEY_W 17, KEY_A 30, KEY_S 31, KEY_D 32
    case 17:
      return 'W';
    case 30:
      return 'A';
    case 31:
      return 'S';
    case 32:
      return 'D';
    default:
      return '\0';
  }
}

}  // namespace warpglass::gui
