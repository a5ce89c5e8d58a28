#include "sim/cli/validate_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/cli/comparison_output.h"

namespace warpglass::cli {
using nlohmann::json;

namespace {

json summary_json(const sim::ErrorSummary& s) {
  return {{"count", s.count}, {"equal", s.equal}, {"bias", s.bias}, {"mean", s.mean},
          {"p50", s.p50},     {"p90", s.p90},     {"max", s.worst}, {"worst", s.worst_name}};
}

}  // namespace

json suite_json(const std::vector<sim::SuiteRow>& rows) {
  const sim::SuiteSummary s = sim::summarise(rows);
  json list = json::array();
  for (const sim::SuiteRow& row : rows) {
    json entry = comparison_json(row.comparison);
    entry["name"] = row.name;
    entry["family"] = row.family;
    entry["split"] = std::string(sim::name(row.split));
    entry["cycles"] = {
        {"simulated", row.simulated_cycles}, {"measured", row.measured_cycles}, {"noise", row.noise}};
    if (row.warm_seconds) entry["warm_seconds"] = row.warm_seconds->median;
    entry["warp_instructions"] = row.warp_instructions;
    if (!row.failure.empty()) entry["failure"] = row.failure;
    list.push_back(std::move(entry));
  }
  json metrics = json::object();
  for (const auto& [name, summary] : s.metrics) metrics[name] = summary_json(summary);
  return {{"kernels", s.cycles.count},
          {"cycles",
           {{"mape", s.cycles.mean},
            {"p50", s.cycles.p50},
            {"p90", s.cycles.p90},
            {"max", s.cycles.worst},
            {"worst", s.cycles.worst_name},
            {"pearson", s.pearson ? json(*s.pearson) : json(nullptr)}}},
          {"stalls",
           {{"mean_distance", s.stall_distance.mean},
            {"p90", s.stall_distance.p90},
            {"max", s.stall_distance.worst},
            {"same_top", s.same_top_stall}}},
          {"instructions",
           {{"kernels_with_equal_counts", s.kernels_with_equal_counts},
            {"kernels_with_equal_conflicts", s.kernels_with_equal_conflicts},
            {"kernels_with_equal_sectors", s.kernels_with_equal_sectors},
            {"rank_correlation", s.rank_correlation ? json(*s.rank_correlation) : json(nullptr)}}},
          {"l2_bytes", summary_json(s.l2_bytes)},
          {"hbm_bytes", summary_json(s.hbm_bytes)},
          {"occupancy", summary_json(s.occupancy)},
          {"metrics", metrics},
          {"rows", list}};
}

void print_suite(std::vector<sim::SuiteRow> rows) {
  const sim::SuiteSummary s = sim::summarise(rows);
  std::stable_sort(rows.begin(), rows.end(), [](const sim::SuiteRow& a, const sim::SuiteRow& b) {
    return std::abs(a.comparison.cycle_error.value_or(0)) > std::abs(b.comparison.cycle_error.value_or(0));
  });
  fmt::print("{:<34}{:>10}{:>10}{:>8}{:>7}{:>7}  {}\n", "kernel (worst first)", "simulated", "measured",
             "error", "noise", "stalls", "top stall");
  for (const sim::SuiteRow& row : rows) {
    if (!row.failure.empty()) {
      fmt::print("{:<34} not simulated: {}\n", row.name, row.failure);
      continue;
    }
    const sim::Comparison& c = row.comparison;
    fmt::print("{:<34}{:>10.0f}{:>10.0f}{:>+7.1f}%{:>6.1f}%{:>7.2f}  {}{}\n", row.name, row.simulated_cycles,
               row.measured_cycles, 100 * c.cycle_error.value_or(0), 100 * row.noise,
               c.stall_distance.value_or(0), c.top_simulated,
               c.top_simulated == c.top_measured ? "" : " (measured: " + c.top_measured + ")");
  }
  fmt::print(
      "\n{} kernels: cycle error mean {:.1f} %, median {:.1f} %, 90 % within {:.1f} %, worst {:.1f} % ({})",
      s.cycles.count, 100 * s.cycles.mean, 100 * s.cycles.p50, 100 * s.cycles.p90, 100 * s.cycles.worst,
      s.cycles.worst_name);
  if (s.pearson) fmt::print("; Pearson {:.4f}", *s.pearson);
  fmt::print("\nstall profile: mean distance {:.3f}, worst {:.3f}; the top reason agrees in {:.0f} %\n",
             s.stall_distance.mean, s.stall_distance.worst, 100 * s.same_top_stall);
  fmt::print("counts by instruction equal ncu's in {} of {} kernels", s.kernels_with_equal_counts,
             rows.size());
  if (s.rank_correlation) fmt::print("; rank correlation of where warps wait {:.2f}", *s.rank_correlation);
  fmt::print("\nshared-memory wavefronts of every instruction equal in {}, global sectors in {}",
             s.kernels_with_equal_conflicts, s.kernels_with_equal_sectors);
  fmt::print(
      "\nbytes: L2 {:.1f} %, HBM {:.1f} % off on average; achieved occupancy {:.1f} points, {:.1f} at worst",
      100 * s.l2_bytes.mean, 100 * s.hbm_bytes.mean, 100 * s.occupancy.mean, 100 * s.occupancy.worst);
  fmt::print("\n\n{:<62}{:>9}{:>9}{:>9}\n", "error by metric (stall ratios: of resident warp-cycles)", "mean",
             "90 %", "worst");
  for (const auto& [name, e] : s.metrics)
    fmt::print("{:<62}{:>8.1f}%{:>8.1f}%{:>8.1f}%\n", name.size() > 61 ? name.substr(0, 58) + "..." : name,
               100 * e.mean, 100 * e.p90, 100 * e.worst);
}

}  // namespace warpglass::cli
