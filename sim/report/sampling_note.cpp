#include "sim/report/sampling_note.h"

#include <fmt/format.h>

#include "sim/report/finding.h"

namespace warpglass::sim {

std::string sampling_note(const RunResult& result) {
  if (!result.sampled) return result.not_sampled;
  const Sampling& s = *result.sampled;
  const auto all = static_cast<double>(result.warp_instructions());
  std::string text = fmt::format(
      "SAMPLED: {:.1f} % of the warp instructions were simulated and the rest extrapolated ({} of {} blocks "
      "were not started); "
      "all counts are estimates, intervals are 95 %.",
      all > 0 ? 100 * static_cast<double>(s.warp_instructions_simulated) / all : 0.0,
      grouped(s.blocks_skipped), grouped(s.blocks));
  for (const std::string& note : s.notes) text += " " + note;
  return text;
}

}  // namespace warpglass::sim
