#include "gui/core/document.h"

namespace warpglass::gui {

bool belongs(const Measurement& measurement, const RunDocument& run) {
  if (!measurement.name.empty() && measurement.name == run.name) return true;
  const auto base = [](const std::string& kernel) { return kernel.substr(0, kernel.find_first_of("(<")); };
  const bool same_shape = measurement.grid == run.result.shape.grid && measurement.block == run.result.shape.block;
  return same_shape && !measurement.kernel.empty() && base(measurement.kernel) == base(run.result.kernel) &&
         measurement.instructions.size() == run.result.totals.instructions.size();
}

}  // namespace warpglass::gui
