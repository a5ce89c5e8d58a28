#include "sim/compare/validation/tables.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace warpglass::sim {
namespace {

using LineWriter = std::function<std::string(const std::string& label, const SuiteSummary& summary)>;

// A line for all rows, each split, each family; those without rows are left out.
std::string grouped_lines(const std::vector<SuiteRow>& rows, const LineWriter& write) {
  std::string text;
  const auto line = [&](const std::string& label, const std::vector<SuiteRow>& some) {
    if (!some.empty()) text += write(label, summarise(some));
  };
  line("all", rows);
  line("held-out", rows_of(rows, Split::HeldOut));
  line("dev", rows_of(rows, Split::Dev));
  for (const std::string& family : families_of(rows)) line(family, rows_of(rows, family));
  return text;
}

std::string percent(const ErrorSummary& s, double value) {
  return s.count == 0 ? "-" : fmt::format("{:.1f} %", 100 * value);
}

std::string equal_of(uint64_t equal, uint64_t of) {
  return of == 0 ? "-" : fmt::format("{}/{}", equal, of);
}

std::string microseconds(const SuiteRow& row) {
  return row.warm_seconds ? fmt::format("{:.1f}", 1e6 * row.warm_seconds->median) : "-";
}

// Points of 1, without the sign that rounding leaves on zero.
std::string points(double value) {
  return fmt::format("{:+.1f}", std::abs(value) < 0.0005 ? 0.0 : 100 * value);
}

std::string point_line(const SuiteRow& row) {
  if (!row.failure.empty())
    return fmt::format("| {} | {} | | | | | | | not simulated: {} | |\n", row.name, name(row.split),
                       row.failure);
  const Comparison& c = row.comparison;
  const std::string error = c.cycle_error ? fmt::format("{} %", points(*c.cycle_error)) : "-";
  const std::string distance =
      c.stall_distance ? fmt::format("{:.2f} ± {:.2f}", *c.stall_distance, c.sampling_error) : "-";
  const bool counted = !c.instructions.empty();
  return fmt::format("| {} | {} | {:.0f} ± {:.1f} % | {} | {:.0f} | {} | {} | {} | {} | {} |\n", row.name,
                     name(row.split), row.measured_cycles, 100 * row.noise, microseconds(row),
                     row.simulated_cycles, error, distance, c.top_simulated, c.top_measured,
                     !counted                  ? "-"
                     : c.count_mismatches == 0 ? "yes"
                                               : "no");
}

}  // namespace

std::string accuracy_table(const std::vector<SuiteRow>& rows) {
  return "| kernels | points | cycles: mean error | median | 90 % within | worst | Pearson | stall profile: "
         "mean distance | top stall agrees |\n"
         "|---|---|---|---|---|---|---|---|---|\n" +
         grouped_lines(rows, [](const std::string& label, const SuiteSummary& s) {
           return fmt::format(
               "| {} | {} | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % ({}) | {} | {:.3f} | {:.0f} % |\n",
               label, s.cycles.count, 100 * s.cycles.mean, 100 * s.cycles.p50, 100 * s.cycles.p90,
               100 * s.cycles.worst, s.cycles.worst_name, s.pearson ? fmt::format("{:.4f}", *s.pearson) : "-",
               s.stall_distance.mean, 100 * s.same_top_stall);
         });
}

std::string agreement_table(const std::vector<SuiteRow>& rows) {
  return "| kernels | cycles: mean signed error | L2 bytes: mean error | HBM bytes: mean error | achieved "
         "occupancy: mean, worst (points) | "
         "counts by instruction equal | wavefronts equal | sectors equal | where warps wait: rank "
         "correlation |\n"
         "|---|---|---|---|---|---|---|---|---|\n" +
         grouped_lines(rows, [](const std::string& label, const SuiteSummary& s) {
           const uint64_t of = s.kernels_with_instructions;
           return fmt::format("| {} | {:+.1f} % | {} | {} | {:.1f}, {:.1f} | {} | {} | {} | {} |\n", label,
                              100 * s.cycles.bias, percent(s.l2_bytes, s.l2_bytes.mean),
                              percent(s.hbm_bytes, s.hbm_bytes.mean), 100 * s.occupancy.mean,
                              100 * s.occupancy.worst, equal_of(s.kernels_with_equal_counts, of),
                              equal_of(s.kernels_with_equal_conflicts, of),
                              equal_of(s.kernels_with_equal_sectors, of),
                              s.rank_correlation ? fmt::format("{:.2f}", *s.rank_correlation) : "-");
         });
}

std::string point_table(const std::vector<SuiteRow>& rows) {
  std::string text =
      "| kernel | split | measured, cold (cycles) | warm (µs) | simulated (cycles) | error | stall distance "
      "± sampling | top stall, simulated | "
      "top stall, measured | counts equal |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const SuiteRow& row : rows) text += point_line(row);
  return text;
}

std::string metric_table(const std::vector<SuiteRow>& rows) {
  std::map<std::string, ErrorKind> kinds;
  for (const SuiteRow& row : rows)
    for (const MetricComparison& m : row.comparison.metrics) kinds[m.name] = m.kind;
  const SuiteSummary all = summarise(rows), held_out = summarise(rows_of(rows, Split::HeldOut));
  std::string text =
      "| metric | error | kernels | equal | mean | median | 90 % within | worst | held-out: mean | held-out: "
      "90 % within |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& [metric, s] : all.metrics) {
    const auto found = held_out.metrics.find(metric);
    const ErrorSummary held = found == held_out.metrics.end() ? ErrorSummary{} : found->second;
    text += fmt::format("| `{}` | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {}{} | {} | {} |\n", metric,
                        kinds[metric] == ErrorKind::Relative ? "%" : "pt", s.count, s.equal, 100 * s.mean,
                        100 * s.p50, 100 * s.p90, fmt::format("{:.1f}", 100 * s.worst),
                        s.worst > 0 ? " (" + s.worst_name + ")" : "",
                        held.count > 0 ? fmt::format("{:.1f}", 100 * held.mean) : "-",
                        held.count > 0 ? fmt::format("{:.1f}", 100 * held.p90) : "-");
  }
  return text;
}

}  // namespace warpglass::sim
