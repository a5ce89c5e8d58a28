// Whole numbers from JSON. nlohmann's get<> casts what does not fit, which is undefined for a fraction like 1e300.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace warpglass {

/// Throws std::invalid_argument, with a sentence, for anything but a whole number from `least` to `most`.
template <std::integral T>
T whole_number(const nlohmann::json& value, T least = std::numeric_limits<T>::min(), T most = std::numeric_limits<T>::max()) {
  const auto checked = [&](auto number) {
    if (!std::in_range<T>(number) || static_cast<T>(number) < least || static_cast<T>(number) > most)
      throw std::invalid_argument(fmt::format("{} is not from {} to {}", number, least, most));
    return static_cast<T>(number);
  };
  if (value.is_number_unsigned()) return checked(value.get<uint64_t>());
  if (value.is_number_integer()) return checked(value.get<int64_t>());
  if (value.is_number()) throw std::invalid_argument(fmt::format("{} is not a whole number", value.get<double>()));
  throw std::invalid_argument(fmt::format("{} stands where a number is needed", value.type_name()));
}

}  // namespace warpglass
