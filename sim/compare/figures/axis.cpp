#include "sim/compare/figures/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpglass::sim {
namespace {

/// The largest of 1, 2, 5 times a power of ten that is at most `value`, or the smallest that is at least.
double round_down(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  const double digits = value / decade;
  return decade * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}
double round_up(double value) {
  const double below = round_down(value);
  if (below >= value) return below;
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  const double digits = value / decade;
  return decade * (digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
}

}  // namespace

double Axis::pixel(double value) const {
  const double share = logarithmic ? std::log(std::max(value, least) / least) / std::log(most / least)
                                   : (value - least) / (most - least);
  return from + share * (to - from);
}

std::vector<double> Axis::ticks() const {
  std::vector<double> values;
  if (logarithmic) {
    const double tolerance = 1 + 1e-9;
    for (double decade = std::pow(10.0, std::floor(std::log10(least))); decade <= most; decade *= 10)
      for (const double digit : {1.0, 2.0, 5.0})
        if (decade * digit * tolerance >= least && decade * digit <= most * tolerance)
          values.push_back(decade * digit);
    return values;
  }
  const double step = round_up((most - least) / 6);
  for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step; ++k)
    values.push_back(k * step + 0.0);  // + 0.0: no negative zero
  return values;
}

Axis axis_around(const std::vector<double>& values, bool logarithmic) {
  Axis axis;
  axis.logarithmic = logarithmic;
  std::vector<double> shown;
  for (const double v : values)
    if (std::isfinite(v) && (!logarithmic || v > 0)) shown.push_back(v);
  if (shown.empty()) {
    if (logarithmic) axis.least = 1, axis.most = 10;
    return axis;
  }
  const auto [low, high] = std::minmax_element(shown.begin(), shown.end());
  if (logarithmic) {
    axis.least = round_down(*low * 0.9);
    axis.most = round_up(*high * 1.1);
    return axis;
  }
  axis.least = *low >= 0 ? 0 : -round_up(-*low);
  axis.most = *high <= 0 ? 0 : round_up(*high);
  if (axis.least == axis.most) axis.most = axis.least + 1;
  return axis;
}

std::string tick_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e9) return fmt::format("{:g}G", value / 1e9);
  if (size >= 1e6) return fmt::format("{:g}M", value / 1e6);
  if (size >= 1e3) return fmt::format("{:g}k", value / 1e3);
  return fmt::format("{:g}", std::round(value * 1e6) / 1e6);
}

}  // namespace warpglass::sim
