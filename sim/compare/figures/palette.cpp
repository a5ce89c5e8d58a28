#include "sim/compare/figures/palette.h"

#include <array>
#include <utility>

#include "sim/stall.h"

namespace warpglass::sim {
namespace {

constexpr std::array<std::string_view, kStalls> kStallFills{
    "#009e73", "#a6d96a", "#b4b4b4", "#d55e00", "#e69f00", "#0072b2", "#332288", "#cc79a7", "#f0e442",
    "#882255", "#aa4499", "#56b4e9", "#44aa99", "#999933", "#8c6d5a", "#d8d8e8", "#606060"};
constexpr double kMark = 4.5;

}  // namespace

std::string_view stall_fill(std::string_view reason) {
  for (unsigned s = 0; s < kStalls; ++s)
    if (kStallNames[s] == reason) return kStallFills[s];
  return "#000000";  // a reason that ncu has and the model does not
}

void split_mark(Svg& svg, double x, double y, Split split, std::string_view tooltip) {
  if (split == Split::Dev)
    svg.circle(x, y, kMark, kDevColour, tooltip);
  else
    svg.triangle(x, y, kMark, kHeldOutColour, tooltip);
}

void split_legend(Svg& svg, double x, double y) {
  split_mark(svg, x, y - 4, Split::Dev, "");
  svg.text(x + 10, y, "dev");
  split_mark(svg, x + 54, y - 4, Split::HeldOut, "");
  svg.text(x + 64, y, "held-out");
}

}  // namespace warpglass::sim
