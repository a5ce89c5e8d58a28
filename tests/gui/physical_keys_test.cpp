#include "gui/core/physical_keys.h"

#include <gtest/gtest.h>

namespace warpglass::gui {
namespace {

TEST(PhysicalKeys, AreFoundByTheirPlaceOnX11WaylandAndWindows) {
  for (const char* platform : {"xcb", "wayland", "wayland-egl"}) {
    EXPECT_EQ(physical_letter(QString::fromUtf8(platform), 25), 'W');
    EXPECT_EQ(physical_letter(QString::fromUtf8(platform), 38), 'A');
    EXPECT_EQ(physical_letter(QString::fromUtf8(platform), 39), 'S');
    EXPECT_EQ(physical_letter(QString::fromUtf8(platform), 40), 'D');
    EXPECT_EQ(physical_letter(QString::fromUtf8(platform), 24),
              '\0');  // Q on a US keyboard, A on a French one
  }
  EXPECT_EQ(physical_letter(QStringLiteral("windows"), 0x11), 'W');
}

TEST(PhysicalKeys, AreUnknownWithoutScanCodesAndOnOtherPlatforms) {
  EXPECT_FALSE(physical_letter(QStringLiteral("xcb"), 0));
  EXPECT_FALSE(physical_letter(QStringLiteral("cocoa"), 13));
}

}  // namespace
}  // namespace warpglass::gui
