// The instructions that a finding points at.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/report/finding.h"

namespace warpglass::sim {

/// The five instructions with the largest `amount`, those with none left out; `note` says of each why it is
/// here.
template <typename Amount, typename Note>
std::vector<Place> worst_places(const RunResult& r, Amount amount, Note note) {
  constexpr size_t kMostPlaces = 5;
  std::vector<std::pair<double, uint32_t>> order;
  for (uint32_t i = 0; i < r.totals.instructions.size(); ++i)
    if (const double value = amount(r.totals.instructions[i]); value > 0) order.emplace_back(value, i);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (order.size() > kMostPlaces) order.resize(kMostPlaces);
  std::vector<Place> places;
  for (const auto& [value, i] : order) places.push_back({i, note(r.totals.instructions[i])});
  return places;
}

}  // namespace warpglass::sim
