// Simulated over measured, one mark a kernel: what lies on the diagonal is right.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/suite.h"

namespace warpglass::sim {

struct ScatterPoint {
  double measured = 0, simulated = 0;
  Split split = Split::Dev;
  std::string name;
  double error = 0;  ///< what decides which points are named, a fraction
};

struct ScatterPlot {
  std::string title;
  std::string quantity;  ///< "cycles": axes are called "measured cycles" and "simulated cycles"
  bool logarithmic = true;
  std::vector<double>
      bands;  ///< shaded around the diagonal: fractions of the value, or of 1 on linear axes of percentages
  std::vector<ScatterPoint> points;
  size_t named = 5;  ///< the worst points that are numbered and listed
};

/// An SVG document. Points that a logarithmic axis has no place for (0) are left out and counted below it.
std::string draw(const ScatterPlot& plot);

}  // namespace warpglass::sim
