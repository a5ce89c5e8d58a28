// Work per byte against what each memory level and the arithmetic can do.
#pragma once

#include <QString>
#include <vector>

#include "gui/core/document.h"

namespace warpglass::gui {

struct Roof {
  QString name;              ///< "HBM"
  double bytes_per_second = 0;
};

struct RooflinePoint {
  QString name;              ///< level
  QString run;
  double intensity = 0;      ///< floating-point operations a byte
  double flops_per_second = 0;
};

struct Roofline {
  std::vector<Roof> roofs;           ///< fastest first
  double fp32_per_second = 0, fp64_per_second = 0;
  std::vector<RooflinePoint> points;
  double flops = 0, fp64_flops = 0;  ///< of the run
  /// The arithmetic roof that most of its operations have.
  double peak() const { return 2 * fp64_flops > flops ? fp64_per_second : fp32_per_second; }
};

/// Floating-point operations that one thread does in an instruction: 2 for FFMA, 1 for FADD, 0 for others. Tensor
/// instructions: a warp's work shared among its threads.
double flops_per_thread(const std::string& sass);
double flops_of(const sim::RunResult& result);
/// Of these, in double precision.
double fp64_flops_of(const sim::RunResult& result);

/// Roofs need the model; points of runs that do no floating-point work are left out.
Roofline roofline(const std::vector<RunPointer>& runs, const RunDocument& current);

}  // namespace warpglass::gui
