#include "sim/compare/validation/ablation_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace warpglass::sim {
namespace {

// A difference of two means, without the sign that rounding leaves on zero.
std::string difference(double value, double scale, int decimals) {
  const double shown = scale * value, smallest = 0.5 * std::pow(10.0, -decimals);
  return fmt::format("{:+.{}f}", std::abs(shown) < smallest ? 0.0 : shown, decimals);
}

}  // namespace

SuiteErrors suite_errors(const std::vector<SuiteRow>& rows) {
  const SuiteSummary all = summarise(rows);
  return {all.cycles.count, all.cycles.mean, summarise(rows_of(rows, Split::Dev)).cycles.mean,
          summarise(rows_of(rows, Split::HeldOut)).cycles.mean, all.stall_distance.mean};
}

AblationResult ablation_result(const Ablation& ablation, const std::vector<SuiteRow>& rows,
                               const std::vector<SuiteRow>& whole) {
  AblationResult result{ablation, suite_errors(rows), "", 0, 0};
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].failure.empty() || whole[i].simulated_cycles == 0) continue;
    const double change = rows[i].simulated_cycles / whole[i].simulated_cycles - 1;
    result.changed += change != 0;
    if (std::abs(change) > std::abs(result.change))
      result.change = change, result.most_changed = rows[i].name;
  }
  return result;
}

std::string ablation_table(const AblationStudy& study) {
  std::vector<const AblationResult*> order;
  for (const AblationResult& r : study.results) order.push_back(&r);
  std::stable_sort(order.begin(), order.end(), [&](const AblationResult* a, const AblationResult* b) {
    return std::abs(a->errors.cycles - study.whole.cycles) > std::abs(b->errors.cycles - study.whole.cycles);
  });
  std::string text = fmt::format(
      "| without | what is left | mean cycle error | change (points) | dev | held-out | stall distance | "
      "change | kernels whose cycles change | most |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n"
      "| (nothing) | the whole model | {:.1f} % | | {:.1f} % | {:.1f} % | {:.3f} | | of {} | |\n",
      100 * study.whole.cycles, 100 * study.whole.cycles_dev, 100 * study.whole.cycles_held_out,
      study.whole.stall_distance, study.whole.kernels);
  for (const AblationResult* r : order)
    text += fmt::format("| {} | {} (`{}`) | {:.1f} % | {} | {:.1f} % | {:.1f} % | {:.3f} | {} | {} | {} |\n",
                        r->ablation.name, r->ablation.meaning, fmt::join(r->ablation.settings, " "),
                        100 * r->errors.cycles, difference(r->errors.cycles - study.whole.cycles, 100, 1),
                        100 * r->errors.cycles_dev, 100 * r->errors.cycles_held_out, r->errors.stall_distance,
                        difference(r->errors.stall_distance - study.whole.stall_distance, 1, 3), r->changed,
                        r->most_changed.empty()
                            ? "-"
                            : fmt::format("{} ({:+.1f} % cycles)", r->most_changed, 100 * r->change));
  return text;
}

std::string ablation_section(const AblationStudy& study, const SuiteErrors& now) {
  std::string text =
      "The whole suite again with one mechanism switched off by settings (`warpglass validate --ablate`; the "
      "list is "
      "`models/ablations/`). Where the error falls without a mechanism, its value is wrong or it makes up "
      "for something that is missing.\n\n";
  const SuiteErrors& then = study.whole;
  if (now.kernels != then.kernels || now.cycles != then.cycles || now.stall_distance != then.stall_distance)
    text += fmt::format(
        "**Of an earlier state of the model or the suite** ({} kernels, mean error {:.1f} %): to be redone "
        "with "
        "`scripts/update-validation --ablate`.\n\n",
        then.kernels, 100 * then.cycles);
  return text + ablation_table(study);
}

}  // namespace warpglass::sim
