#include "sim/compare/figures/stall_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/compare/figures/palette.h"
#include "sim/compare/figures/svg.h"

namespace warpglass::sim {
namespace {

constexpr double kLeft = 230, kBarWidth = 540, kWidth = 820, kBar = 12, kRow = 34, kLegendLine = 18;
constexpr double kSmallest = 0.02;  // reasons that stay below it everywhere are drawn as one
constexpr std::string_view kOther = "other";

// Reasons in the order of the bars: the largest over all kernels first, `selected` before all.
std::vector<std::string> shown_reasons(const std::vector<SuiteRow>& rows) {
  std::map<std::string, double> sum, most;
  for (const SuiteRow& row : rows)
    for (const auto& [reason, shares] : row.comparison.stalls) {
      sum[reason] += shares.first + shares.second;
      most[reason] = std::max({most[reason], shares.first, shares.second});
    }
  std::vector<std::string> reasons;
  for (const auto& [reason, share] : most)
    if (share >= kSmallest && reason != "selected") reasons.push_back(reason);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [&](const auto& a, const auto& b) { return sum[a] > sum[b]; });
  reasons.insert(reasons.begin(), "selected");
  return reasons;
}

double share_of(const Comparison& c, const std::string& reason, bool simulated) {
  const auto found = c.stalls.find(reason);
  if (found == c.stalls.end()) return 0;
  return simulated ? found->second.first : found->second.second;
}

void draw_bar(Svg& svg, const Comparison& c, const std::vector<std::string>& reasons, bool simulated,
              double y) {
  double x = kLeft, rest = 1;
  const auto part = [&](std::string_view reason, std::string_view fill, double share) {
    if (share <= 0) return;
    svg.rectangle(x, y, kBarWidth * share, kBar, fill,
                  fmt::format("{} {} {:.1f} %", simulated ? "simulated" : "measured", reason, 100 * share));
    x += kBarWidth * share;
    rest -= share;
  };
  for (const std::string& reason : reasons) part(reason, stall_fill(reason), share_of(c, reason, simulated));
  if (rest > 1e-6) part(kOther, "#000000", rest);
}

double draw_legend(Svg& svg, const std::vector<std::string>& reasons) {
  double x = 20, y = 50;
  const auto entry = [&](std::string_view reason, std::string_view fill) {
    const double width = 26 + 7.0 * static_cast<double>(reason.size());
    if (x + width > kWidth - 20) x = 20, y += kLegendLine;
    svg.rectangle(x, y - 10, 11, 11, fill);
    svg.text(x + 15, y, reason, 11);
    x += width;
  };
  for (const std::string& reason : reasons) entry(reason, stall_fill(reason));
  entry(kOther, "#000000");
  return y + 14;
}

size_t legend_lines(const std::vector<std::string>& reasons) {
  Svg scratch(kWidth, 0, "");
  return static_cast<size_t>((draw_legend(scratch, reasons) - 64) / kLegendLine) + 1;
}

}  // namespace

std::string draw_stalls(const std::string& title, const std::vector<SuiteRow>& all) {
  std::vector<SuiteRow> rows = all;
  std::erase_if(rows, [](const SuiteRow& row) { return !row.comparison.stall_distance; });
  if (rows.empty()) return "";
  const std::vector<std::string> reasons = shown_reasons(rows);
  const double height =
      64 + kLegendLine * static_cast<double>(legend_lines(reasons)) + kRow * static_cast<double>(rows.size());
  Svg svg(kWidth, height, title);
  svg.text(20, 24, title, 15);
  double y = draw_legend(svg, reasons) + 6;
  for (const SuiteRow& row : rows) {
    svg.text(kLeft - 70, y + 17, row.name, 11, Anchor::End);
    svg.text(kLeft - 8, y + 10, "measured", 9, Anchor::End, kFaintColour);
    svg.text(kLeft - 8, y + 23, "simulated", 9, Anchor::End, kFaintColour);
    draw_bar(svg, row.comparison, reasons, false, y);
    draw_bar(svg, row.comparison, reasons, true, y + kBar + 1);
    svg.text(kLeft + kBarWidth + 6, y + 17, fmt::format("{:.2f}", *row.comparison.stall_distance), 10,
             Anchor::Start, kFaintColour);
    y += kRow;
  }
  return svg.str();
}

}  // namespace warpglass::sim
