// "Did you mean …": the closest of a list of names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace warpglass {

/// The candidate with the smallest edit distance to `name`, or "" when none is close enough to be a typing error
/// (distance at most a third of the name's length, and at least 2).
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

}  // namespace warpglass
