#include "sim/compare/figures/scatter_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/compare/figures/axis.h"
#include "sim/compare/figures/palette.h"
#include "sim/compare/figures/svg.h"

namespace warpglass::sim {
namespace {

constexpr double kLeft = 70, kTop = 40, kSide = 480, kWidth = 820, kHeight = 590;

bool has_place(const ScatterPlot& plot, const ScatterPoint& p) {
  return !plot.logarithmic || (p.measured > 0 && p.simulated > 0);
}

Axis common_axis(const ScatterPlot& plot) {
  std::vector<double> values;
  for (const ScatterPoint& p : plot.points)
    if (has_place(plot, p)) values.insert(values.end(), {p.measured, p.simulated});
  return axis_around(values, plot.logarithmic);
}

// The area between value * (1 - band) and value * (1 + band), or value -/+ 100 * band on a linear axis of
// percentages.
void draw_band(Svg& svg, const Axis& x, const Axis& y, double band, std::string_view fill) {
  const auto shift = [&](double sign) {
    const double share = y.logarithmic ? std::log(1 + sign * band) / std::log(y.most / y.least)
                                       : sign * 100 * band / (y.most - y.least);
    return share * (y.to - y.from);
  };
  const auto corner = [&](double value, double sign) {
    return fmt::format("{},{} ", svg_number(x.pixel(value)), svg_number(y.pixel(value) + shift(sign)));
  };
  svg.polygon(corner(x.least, 1) + corner(x.most, 1) + corner(x.most, -1) + corner(x.least, -1), fill);
}

void draw_grid(Svg& svg, const Axis& x, const Axis& y, const std::string& quantity) {
  for (const double tick : x.ticks()) {
    svg.line(x.pixel(tick), kTop, x.pixel(tick), kTop + kSide, kGridColour, 0.7);
    svg.text(x.pixel(tick), kTop + kSide + 18, tick_text(tick), 11, Anchor::Middle);
  }
  for (const double tick : y.ticks()) {
    svg.line(kLeft, y.pixel(tick), kLeft + kSide, y.pixel(tick), kGridColour, 0.7);
    svg.text(kLeft - 8, y.pixel(tick) + 4, tick_text(tick), 11, Anchor::End);
  }
  svg.text(kLeft + kSide / 2, kTop + kSide + 38, "measured " + quantity, 12, Anchor::Middle);
  svg.vertical_text(20, kTop + kSide / 2, "simulated " + quantity);
}

std::vector<const ScatterPoint*> worst_first(const ScatterPlot& plot) {
  std::vector<const ScatterPoint*> order;
  for (const ScatterPoint& p : plot.points)
    if (has_place(plot, p)) order.push_back(&p);
  std::stable_sort(order.begin(), order.end(), [](const ScatterPoint* a, const ScatterPoint* b) {
    return std::abs(a->error) > std::abs(b->error);
  });
  order.resize(std::min(order.size(), plot.named));
  return order;
}

void draw_legend(Svg& svg, const ScatterPlot& plot, const std::vector<const ScatterPoint*>& worst) {
  const double x = kLeft + kSide + 20;
  double y = kTop + 16;
  split_legend(svg, x + 4, y);
  if (!plot.bands.empty()) {
    std::string text = "bands:";
    for (const double band : plot.bands)
      text += fmt::format(" ±{:g} {}", 100 * band, plot.logarithmic ? "%" : "points");
    svg.text(x, y += 22, text, 11, Anchor::Start, kFaintColour);
  }
  svg.text(x, y += 30, "largest errors");
  for (size_t i = 0; i < worst.size(); ++i)
    svg.text(x, y += 17,
             fmt::format("{}  {} ({:+.1f} {})", i + 1, worst[i]->name, 100 * worst[i]->error,
                         plot.logarithmic ? "%" : "pt"),
             11);
  const auto absent = std::count_if(plot.points.begin(), plot.points.end(),
                                    [&](const ScatterPoint& p) { return !has_place(plot, p); });
  if (absent > 0)
    svg.text(x, y + 28, fmt::format("{} without a place here (0)", absent), 11, Anchor::Start, kFaintColour);
}

}  // namespace

std::string draw(const ScatterPlot& plot) {
  Svg svg(kWidth, kHeight, plot.title);
  Axis x = common_axis(plot), y = x;
  x.from = kLeft, x.to = kLeft + kSide;
  y.from = kTop + kSide, y.to = kTop;
  svg.text(kLeft, 24, plot.title, 15);
  svg.begin_clip(kLeft, kTop, kSide, kSide);
  std::vector<double> bands = plot.bands;
  std::sort(bands.rbegin(), bands.rend());
  for (size_t i = 0; i < bands.size(); ++i)
    draw_band(svg, x, y, bands[i], i % 2 == 0 ? "#f1f1f1" : "#e2e2e2");
  svg.end_clip();
  draw_grid(svg, x, y, plot.quantity);
  svg.line(kLeft, kTop + kSide, kLeft + kSide, kTop, kFaintColour, 1);
  for (const ScatterPoint& p : plot.points)
    if (has_place(plot, p))
      split_mark(svg, x.pixel(p.measured), y.pixel(p.simulated), p.split,
                 fmt::format("{}: measured {:.6g}, simulated {:.6g}", p.name, p.measured, p.simulated));
  const std::vector<const ScatterPoint*> worst = worst_first(plot);
  for (size_t i = 0; i < worst.size(); ++i)
    svg.text(x.pixel(worst[i]->measured) + 7, y.pixel(worst[i]->simulated) + 10, std::to_string(i + 1), 11);
  draw_legend(svg, plot, worst);
  return svg.str();
}

}  // namespace warpglass::sim
