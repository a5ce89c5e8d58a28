// Colours of stall reasons are told apart by usual and by colour-blind eyes, and from the grounds that they
// are drawn on.
#include "gui/core/stall_palette.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace warpglass::gui {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Eyes {
  const char* name;
  Matrix seen;  // of linear sRGB
};

// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color
// Vision Deficiency", 2009: severity 1.0.
constexpr std::array<Eyes, 4> kEyes{{
    {"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

double linear(int channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Vector lab(const QColor& colour, const Matrix& seen) {
  const Vector rgb{linear(colour.red()), linear(colour.green()), linear(colour.blue())};
  Vector s{};
  for (size_t i = 0; i < 3; ++i)
    s[i] = std::clamp(seen[i][0] * rgb[0] + seen[i][1] * rgb[1] + seen[i][2] * rgb[2], 0.0, 1.0);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * s[0] + 0.3576 * s[1] + 0.1805 * s[2]) / 0.9505),
               y = f(0.2126 * s[0] + 0.7152 * s[1] + 0.0722 * s[2]),
               z = f((0.0193 * s[0] + 0.1192 * s[1] + 0.9505 * s[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const QColor& a, const QColor& b, const Matrix& seen) {
  const Vector p = lab(a, seen), q = lab(b, seen);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

TEST(StallPalette, AnyTwoReasonsDifferForAllEyes) {
  for (const Eyes& eyes : kEyes)
    for (unsigned a = 0; a < sim::kStalls; ++a)
      for (unsigned b = a + 1; b < sim::kStalls; ++b)
        EXPECT_GT(difference(stall_colour(static_cast<sim::Stall>(a)),
                             stall_colour(static_cast<sim::Stall>(b)), eyes.seen),
                  16)
            << eyes.name << ": " << sim::name(static_cast<sim::Stall>(a)) << " and "
            << sim::name(static_cast<sim::Stall>(b));
}

TEST(StallPalette, EveryReasonStandsOutFromBothGrounds) {
  for (const Eyes& eyes : kEyes)
    for (unsigned s = 0; s < sim::kStalls; ++s)
      for (const QRgb ground : {0xffffffffu, 0xff15181cu})
        EXPECT_GT(difference(stall_colour(static_cast<sim::Stall>(s)), QColor::fromRgb(ground), eyes.seen),
                  16)
            << eyes.name << ": " << sim::name(static_cast<sim::Stall>(s));
}

TEST(StallPalette, EveryReasonHasNameAndMeaning) {
  for (unsigned s = 0; s < sim::kStalls; ++s) {
    EXPECT_FALSE(stall_name(static_cast<sim::Stall>(s)).isEmpty());
    EXPECT_GT(stall_meaning(static_cast<sim::Stall>(s)).size(), 5);
  }
}

}  // namespace
}  // namespace warpglass::gui
