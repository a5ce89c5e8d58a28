#include "gui/core/format.h"

#include <gtest/gtest.h>

#include <set>

#include "gui/core/stall_palette.h"

namespace warpglass::gui {
namespace {

TEST(Format, NumbersAreGroupedAndShortened) {
  EXPECT_EQ(grouped(1234567), QStringLiteral("1,234,567"));
  EXPECT_EQ(percent(0.1234), QStringLiteral("12.3 %"));
  EXPECT_EQ(signed_percent(0.05), QStringLiteral("+5.0 %"));
  EXPECT_EQ(signed_percent(-0.0001), QStringLiteral("0.0 %"));
  EXPECT_EQ(bytes_text(4194304), QStringLiteral("4.2 MB"));
  EXPECT_EQ(binary_bytes_text(262144), QStringLiteral("256 KiB"));
  EXPECT_EQ(short_number(1000), QStringLiteral("1k"));
  EXPECT_EQ(short_number(1234567), QStringLiteral("1.23M"));
  EXPECT_EQ(short_number(0.25), QStringLiteral("0.25"));
  EXPECT_EQ(address_text(0x29), QStringLiteral("0x0290"));
}

TEST(StallPalette, EveryReasonHasItsOwnColourAndAMeaning) {
  std::set<QRgb> seen;
  for (unsigned s = 0; s < sim::kStalls; ++s) {
    const auto stall = static_cast<sim::Stall>(s);
    EXPECT_TRUE(seen.insert(stall_colour(stall).rgb()).second) << sim::name(stall);
    EXPECT_FALSE(stall_meaning(stall).isEmpty());
  }
}

// Luminance differences keep the commonest reasons apart even without any colour vision.
TEST(StallPalette, MemoryReasonsDifferInLightness) {
  const auto lightness = [](sim::Stall s) { return qGray(stall_colour(s).rgb()); };
  EXPECT_GT(std::abs(lightness(sim::Stall::LongScoreboard) - lightness(sim::Stall::MioThrottle)), 60);
  EXPECT_GT(std::abs(lightness(sim::Stall::ShortScoreboard) - lightness(sim::Stall::Barrier)), 40);
}

}  // namespace
}  // namespace warpglass::gui
