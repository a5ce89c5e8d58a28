#include "sim/compare/figures/suite_figures.h"

#include <functional>
#include <optional>

#include "sim/compare/figures/residual_plot.h"
#include "sim/compare/figures/scatter_plot.h"
#include "sim/compare/figures/stall_bars.h"

namespace warpglass::sim {
namespace {

using Quantity = std::function<std::optional<TotalComparison>(const SuiteRow&)>;

std::vector<ScatterPoint> points_of(const std::vector<SuiteRow>& rows, const Quantity& quantity) {
  std::vector<ScatterPoint> points;
  for (const SuiteRow& row : rows)
    if (const auto found = quantity(row))
      points.push_back({found->measured, found->simulated, row.split, row.name, found->error.value_or(0)});
  return points;
}

Quantity metric_quantity(const char* name) {
  return [name](const SuiteRow& row) -> std::optional<TotalComparison> {
    const MetricComparison* metric = find_metric(row.comparison, name);
    if (metric == nullptr) return std::nullopt;
    return TotalComparison{metric->simulated, metric->measured, metric->error};
  };
}

}  // namespace

std::vector<Figure> suite_figures(const std::vector<SuiteRow>& rows) {
  std::vector<Figure> figures;
  const auto scatter = [&](const char* name, ScatterPlot plot) {
    const std::string title = plot.title;
    if (!plot.points.empty()) figures.push_back({name, title, draw(plot)});
  };
  scatter("cycles", {"Cycles of a cold launch",
                     "cycles",
                     true,
                     {0.1, 0.2},
                     points_of(rows, metric_quantity("gpc__cycles_elapsed.max"))});
  figures.push_back({"residuals", "Cycle errors by family", draw_residuals(rows)});
  scatter("l2-bytes", {"Bytes between SMs and L2 (read and written)",
                       "bytes",
                       true,
                       {0.05},
                       points_of(rows, [](const SuiteRow& row) { return row.comparison.l2_bytes; })});
  scatter("hbm-bytes", {"Bytes between L2 and HBM (read and written)",
                        "bytes",
                        true,
                        {0.05},
                        points_of(rows, [](const SuiteRow& row) { return row.comparison.hbm_bytes; })});
  scatter("occupancy",
          {"Achieved occupancy",
           "% of the warp slots",
           false,
           {0.03},
           points_of(rows, metric_quantity("sm__warps_active.avg.pct_of_peak_sustained_active"))});
  for (const std::string& family : families_of(rows)) {
    const std::string title = "Stall profile: " + family;
    if (std::string svg = draw_stalls(title, rows_of(rows, family)); !svg.empty())
      figures.push_back({"stalls-" + family, title, std::move(svg)});
  }
  return figures;
}

}  // namespace warpglass::sim
