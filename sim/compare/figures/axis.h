// Where values fall on an axis and which of them are marked.
#pragma once

#include <string>
#include <vector>

namespace warpglass::sim {

struct Axis {
  double least = 0, most = 1;  ///< values at the ends
  bool logarithmic = false;
  double from = 0, to = 1;  ///< pixels of the ends

  double pixel(double value) const;
  /// Marked values from `least` to `most`: 1, 2 and 5 of each decade, or about five round steps.
  std::vector<double> ticks() const;
};

/// An axis that holds all `values` with round ends. Values of 0 or less have no place on a logarithmic one.
Axis axis_around(const std::vector<double>& values, bool logarithmic);

/// "20k", "1.5M": short enough for an axis.
std::string tick_text(double value);

}  // namespace warpglass::sim
