// Figures: numbers, axes, and what must and must not be drawn.
#include <gtest/gtest.h>

#include "sim/compare/figures/axis.h"
#include "sim/compare/figures/residual_plot.h"
#include "sim/compare/figures/scatter_plot.h"
#include "sim/compare/figures/stall_bars.h"
#include "sim/compare/figures/svg.h"

namespace warpglass::sim {
namespace {

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Svg, NumbersAreShort) {
  EXPECT_EQ(svg_number(12), "12");
  EXPECT_EQ(svg_number(0.5), "0.5");
  EXPECT_EQ(svg_number(1.0 / 3), "0.33");
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(100), "100");
}

TEST(Svg, TextIsEscaped) {
  Svg svg(10, 10, "a<b");
  svg.text(1, 2, "x & \"y\"");
  EXPECT_NE(svg.str().find("<title>a&lt;b</title>"), std::string::npos);
  EXPECT_NE(svg.str().find("x &amp; &quot;y&quot;"), std::string::npos);
}

TEST(Axis, LogarithmicTicksAreOneTwoFive) {
  Axis axis = axis_around({4043, 133380}, true);
  EXPECT_DOUBLE_EQ(axis.least, 2000);
  EXPECT_DOUBLE_EQ(axis.most, 200000);
  EXPECT_EQ(axis.ticks(), (std::vector<double>{2000, 5000, 10000, 20000, 50000, 100000, 200000}));
  axis.from = 100, axis.to = 300;
  EXPECT_DOUBLE_EQ(axis.pixel(2000), 100);
  EXPECT_NEAR(axis.pixel(20000), 200, 1e-9);
  EXPECT_DOUBLE_EQ(axis.pixel(200000), 300);
}

TEST(Axis, LinearTicksAreRound) {
  const Axis axis = axis_around({10.5, 96}, false);
  EXPECT_DOUBLE_EQ(axis.least, 0);
  EXPECT_DOUBLE_EQ(axis.most, 100);
  EXPECT_EQ(axis.ticks(), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(tick_text(20000), "20k");
  EXPECT_EQ(tick_text(1.5e6), "1.5M");
}

TEST(Axis, NothingToShowIsNoDivisionByZero) {
  for (const bool logarithmic : {false, true}) {
    const Axis axis = axis_around({0}, logarithmic);
    EXPECT_LT(axis.least, axis.most);
    EXPECT_LT(axis.ticks().size(), 20u);
  }
}

TEST(ScatterPlot, MarksEverySplitAndNamesTheWorst) {
  ScatterPlot plot{"t", "cycles", true, {0.1}, {}, 1};
  plot.points = {{100, 110, Split::Dev, "near", 0.1}, {1000, 500, Split::HeldOut, "far", -0.5}, {0, 7, Split::Dev, "zero", 0}};
  const std::string svg = draw(plot);
  EXPECT_EQ(count(svg, "<circle"), 2u);  // one point, one in the legend
  EXPECT_NE(svg.find("far (-50.0 %)"), std::string::npos);
  EXPECT_EQ(svg.find("near (+"), std::string::npos);
  EXPECT_NE(svg.find("1 without a place here"), std::string::npos);
  EXPECT_EQ(svg, draw(plot));
}

SuiteRow row(const std::string& name, double error) {
  SuiteRow r;
  r.name = name;
  r.family = name.substr(0, name.find('-'));
  r.split = split_of(name);
  r.comparison.cycle_error = error;
  return r;
}

TEST(ResidualPlot, HasARowForEachFamilyAndRoomForTheWorst) {
  const std::string svg = draw_residuals({row("aa-x-1", -0.43), row("aa-y-1", 0.1), row("bb-x-1", 0)});
  EXPECT_NE(svg.find(">aa<"), std::string::npos);
  EXPECT_NE(svg.find(">bb<"), std::string::npos);
  EXPECT_NE(svg.find("aa-x-1: -43.0 %"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(StallBars, DrawsBothSidesAndGathersSmallReasons) {
  SuiteRow r = row("aa-x-1", 0);
  EXPECT_EQ(draw_stalls("t", {r}), "");
  r.comparison.stall_distance = 0.25;
  r.comparison.stalls = {{"selected", {0.2, 0.2}}, {"wait", {0.79, 0.54}}, {"barrier", {0, 0.25}}, {"misc", {0.01, 0.01}}};
  const std::string svg = draw_stalls("t", {r});
  EXPECT_NE(svg.find("simulated wait 79.0 %"), std::string::npos);
  EXPECT_NE(svg.find("measured barrier 25.0 %"), std::string::npos);
  EXPECT_EQ(svg.find("simulated barrier"), std::string::npos);
  EXPECT_EQ(svg.find("misc"), std::string::npos);
  EXPECT_NE(svg.find("measured other 1.0 %"), std::string::npos);
}

}  // namespace
}  // namespace warpglass::sim
