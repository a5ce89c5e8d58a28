#include "sim/compare/figures/residual_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/compare/figures/axis.h"
#include "sim/compare/figures/palette.h"
#include "sim/compare/figures/svg.h"

namespace warpglass::sim {
namespace {

constexpr double kLeft = 150, kTop = 60, kPlotWidth = 640, kWidth = 820, kPointHeight = 9, kRowGap = 12;

struct Row {
  std::string family;
  std::vector<SuiteRow> points;  ///< smallest error first, so that marks do not cover each other
  double height() const { return kPointHeight * static_cast<double>(points.size()) + kRowGap; }
};

std::vector<Row> family_rows(const std::vector<SuiteRow>& rows) {
  std::vector<Row> out;
  for (const std::string& family : families_of(rows)) {
    Row row{family, rows_of(rows, family)};
    std::erase_if(row.points, [](const SuiteRow& r) { return !r.comparison.cycle_error; });
    std::stable_sort(row.points.begin(), row.points.end(), [](const SuiteRow& a, const SuiteRow& b) {
      return *a.comparison.cycle_error < *b.comparison.cycle_error;
    });
    if (!row.points.empty()) out.push_back(std::move(row));
  }
  return out;
}

// Symmetric around 0 and at least 20 % wide on each side.
Axis error_axis(const std::vector<Row>& rows) {
  double most = 20;
  for (const Row& row : rows)
    for (const SuiteRow& point : row.points)
      most = std::max(most, 100 * std::abs(*point.comparison.cycle_error));
  most = 10 * std::ceil(most / 10);
  return {-most, most, false, kLeft, kLeft + kPlotWidth};
}

void draw_point(Svg& svg, const Axis& axis, const SuiteRow& point, double y) {
  const double error = 100 * *point.comparison.cycle_error, noise = 100 * point.noise;
  const double least = std::max(error - noise, axis.least), most = std::min(error + noise, axis.most);
  svg.line(axis.pixel(least), y, axis.pixel(most), y, kFaintColour, 1);
  split_mark(svg, axis.pixel(error), y, point.split,
             fmt::format("{}: {:+.1f} %, noise {:.1f} %", point.name, error, noise));
}

}  // namespace

std::string draw_residuals(const std::vector<SuiteRow>& rows) {
  const std::vector<Row> families = family_rows(rows);
  double height = kTop;
  for (const Row& row : families) height += row.height();
  const double bottom = height;
  const Axis axis = error_axis(families);
  Svg svg(kWidth, bottom + 50, "Cycle errors by family");
  svg.text(kLeft, 24, "Cycle errors by family, with the spread of the measurement", 15);
  split_legend(svg, kLeft + 4, 46);
  for (const double band : {20.0, 10.0})
    svg.rectangle(axis.pixel(-band), kTop, axis.pixel(band) - axis.pixel(-band), bottom - kTop,
                  band == 20 ? "#f1f1f1" : "#e2e2e2");
  for (const double tick : axis.ticks()) {
    svg.line(axis.pixel(tick), kTop, axis.pixel(tick), bottom, tick == 0 ? kFaintColour : kGridColour,
             tick == 0 ? 1 : 0.7);
    svg.text(axis.pixel(tick), bottom + 18, tick == 0 ? "0" : fmt::format("{:+g} %", tick), 11,
             Anchor::Middle);
  }
  svg.text(kLeft + kPlotWidth / 2, bottom + 38, "(simulated - measured) / measured cycles", 12,
           Anchor::Middle);
  double top = kTop;
  for (const Row& row : families) {
    svg.text(kLeft - 10, top + row.height() / 2 + 4, row.family, 12, Anchor::End);
    for (size_t i = 0; i < row.points.size(); ++i)
      draw_point(svg, axis, row.points[i], top + kRowGap / 2 + kPointHeight * (static_cast<double>(i) + 0.5));
    svg.line(kLeft, top, kLeft + kPlotWidth, top, kGridColour, 0.7);
    top += row.height();
  }
  return svg.str();
}

}  // namespace warpglass::sim
