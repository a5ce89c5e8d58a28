#include "gui/core/timeline/time_axis.h"

#include <algorithm>
#include <cmath>

namespace warpglass::gui {

double TimeAxis::fitting() const { return static_cast<double>(extent_) / width_; }

void TimeAxis::set_extent(sim::Cycle end) {
  extent_ = std::max<sim::Cycle>(1, end);
  show_all();
}

// What was visible stays visible.
void TimeAxis::set_width(double pixels) {
  const bool all = cycles_per_pixel_ >= fitting() * 0.999;
  width_ = std::max(1.0, pixels);
  if (all) cycles_per_pixel_ = fitting();
  clamp();
}

void TimeAxis::zoom(double pixel, double factor) {
  const double anchor = to_cycle(pixel);
  cycles_per_pixel_ /= factor;
  cycles_per_pixel_ = std::clamp(cycles_per_pixel_, 1 / kMostPixelsPerCycle, std::max(fitting(), 1 / kMostPixelsPerCycle));
  start_ = anchor - pixel * cycles_per_pixel_;
  clamp();
}

void TimeAxis::pan(double pixels) {
  start_ += pixels * cycles_per_pixel_;
  clamp();
}

void TimeAxis::show_all() {
  start_ = 0;
  cycles_per_pixel_ = fitting();
}

void TimeAxis::show(const TimeRange& range, double margin) {
  const double length = std::max<double>(1, static_cast<double>(range.end - range.start));
  start_ = static_cast<double>(range.start) - margin * length;
  cycles_per_pixel_ = length * (1 + 2 * margin) / width_;
  clamp();
}

void TimeAxis::reveal(double cycle) {
  if (cycle >= start_ && cycle < end()) return;
  start_ = cycle - 0.5 * width_ * cycles_per_pixel_;
  clamp();
}

double TimeAxis::tick_cycles(double pixels) const {
  const double least = std::max(1.0, pixels * cycles_per_pixel_);
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0, 10.0})
    if (step * decade >= least) return step * decade;
  return 10 * decade;
}

void TimeAxis::clamp() {
  cycles_per_pixel_ = std::clamp(cycles_per_pixel_, 1 / kMostPixelsPerCycle, std::max(fitting(), 1 / kMostPixelsPerCycle));
  start_ = std::clamp(start_, 0.0, std::max(0.0, static_cast<double>(extent_) - width_ * cycles_per_pixel_));
}

}  // namespace warpglass::gui
