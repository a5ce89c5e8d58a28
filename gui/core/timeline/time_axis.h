// Which cycles are on which pixels.
#pragma once

#include "gui/core/selection.h"

namespace warpglass::gui {

class TimeAxis {
 public:
  static constexpr double kMostPixelsPerCycle = 48;

  /// The whole extent, from cycle 0; shows all of it.
  void set_extent(sim::Cycle end);
  void set_width(double pixels);

  double start() const { return start_; }
  double end() const { return start_ + width_ * cycles_per_pixel_; }
  double cycles_per_pixel() const { return cycles_per_pixel_; }
  double width() const { return width_; }
  sim::Cycle extent() const { return extent_; }
  double to_pixel(double cycle) const { return (cycle - start_) / cycles_per_pixel_; }
  double to_cycle(double pixel) const { return start_ + pixel * cycles_per_pixel_; }

  /// `factor` above 1 magnifies; the cycle under `pixel` stays where it is.
  void zoom(double pixel, double factor);
  void pan(double pixels);
  void show_all();
  void show(const TimeRange& range, double margin = 0.05);
  /// Scrolls, without zooming, until `cycle` is visible.
  void reveal(double cycle);
  /// A distance of 1, 2 or 5 times a power of ten cycles that is at least `pixels` wide.
  double tick_cycles(double pixels) const;

 private:
  void clamp();
  double fitting() const;
  sim::Cycle extent_ = 1;
  double start_ = 0;
  double cycles_per_pixel_ = 1;
  double width_ = 1;
};

}  // namespace warpglass::gui
