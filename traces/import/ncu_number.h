// Numbers and units in ncu's CSV.
#pragma once

#include <optional>
#include <string>

namespace warpglass {

/// "1,048,576", "31.33"; nothing for an empty cell, text or "nan".
std::optional<double> ncu_number(const std::string& text);

/// What a value in `unit` is multiplied by to get bytes, cycles, seconds, hertz or a plain number: "Mbyte" 1e6, "us" 1e-6.
/// Percent stays percent. Nothing for a unit that is not known.
std::optional<double> ncu_unit_factor(const std::string& unit);

}  // namespace warpglass
