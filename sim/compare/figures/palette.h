// Colours that the colour-blind can tell apart (Okabe and Ito), and the two marks of the splits.
#pragma once

#include <string>
#include <string_view>

#include "sim/compare/figures/svg.h"
#include "sim/compare/suite.h"

namespace warpglass::sim {

inline constexpr std::string_view kDevColour = "#0072b2";
inline constexpr std::string_view kHeldOutColour = "#d55e00";
inline constexpr std::string_view kGridColour = "#dddddd";
inline constexpr std::string_view kFaintColour = "#666666";

/// The colour of a stall reason, as the window paints it.
std::string_view stall_fill(std::string_view reason);

/// dev: a blue circle; held-out: an orange triangle.
void split_mark(Svg& svg, double x, double y, Split split, std::string_view tooltip);
/// What the marks mean, in one line that starts at (x, y).
void split_legend(Svg& svg, double x, double y);

}  // namespace warpglass::sim
