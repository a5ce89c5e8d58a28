#include "traces/import/ncu_number.h"

#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>
#include <array>
#include <string_view>

namespace warpglass {

std::optional<double> ncu_number(const std::string& text) {
  std::string digits;
  for (const char c : text)
    if (c != ',') digits += c;
  if (digits.empty() || digits.size() > 60) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

namespace {

// The unit by which a quotient is divided does not change its scale: "byte/cycle", "Gbyte/s", "warp/block".
std::optional<double> simple_factor(std::string_view unit) {
  static const std::set<std::string_view> kPlain{
      "", "%", "byte", "cycle", "inst", "sector", "request", "warp", "thread", "block", "register", "s", "hz", "Hz", "SM",
      "branches", "pass", "cluster", "inst/cycle", "wavefront", "sectors"};
  if (kPlain.contains(unit)) return 1.0;
  constexpr std::array<std::pair<char, double>, 7> kPrefixes{
      {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}, {'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}}};
  if (unit.size() < 2) return std::nullopt;
  for (const auto& [prefix, factor] : kPrefixes)
    if (unit[0] == prefix && kPlain.contains(unit.substr(1))) return factor;
  return std::nullopt;
}

}  // namespace

std::optional<double> ncu_unit_factor(const std::string& unit) {
  const std::string_view whole = unit;
  const size_t slash = whole.find('/');
  const std::optional<double> above = simple_factor(whole.substr(0, slash));
  if (!above || slash == std::string_view::npos) return above;
  const std::optional<double> below = simple_factor(whole.substr(slash + 1));
  if (!below) return std::nullopt;
  return *above / *below;
}

}  // namespace warpglass
