// Small helpers for reading text without copies.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpglass::isa {

inline std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// Removes `prefix` from the front of `text`; false, and nothing removed, if it is not there.
inline bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// The whole of `text` as a number, else nothing.
template <typename Integer>
std::optional<Integer> to_integer(std::string_view text, int base) {
  Integer value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

/// Removes a leading run of decimal digits and returns its value; nothing if there is none.
inline std::optional<uint32_t> take_number(std::string_view& text) {
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  const auto value = to_integer<uint32_t>(text.substr(0, digits), 10);
  if (value) text.remove_prefix(digits);
  return value;
}

}  // namespace warpglass::isa
