// Puts edge values in the place of JSON values: bytes changed at random rarely leave a text that can be parsed.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/fuzz/numbers.h"

namespace warpglass::fuzz {

inline nlohmann::json edge_value(size_t which) {
  using nlohmann::json;
  static const std::vector<json> values{0, 1, -1, 0.5, 1e300, -1e300, INT64_MIN, INT64_MAX, UINT64_MAX, uint64_t{0xffffffff}, 1 << 20, 4096, true,
                                        nullptr, "", "x", "exact", json::array(), json::object()};
  return values[which % values.size()];
}

/// All values in `root`, containers too.
inline void collect(nlohmann::json& root, std::vector<nlohmann::json*>& found) {
  found.push_back(&root);
  if (root.is_structured())
    for (nlohmann::json& child : root) collect(child, found);
}

/// Up to three values become others, as the numbers say.
inline std::string edited(nlohmann::json root, Numbers& numbers) {
  for (auto edits = static_cast<size_t>(numbers.next()) % 4; edits > 0; --edits) {
    std::vector<nlohmann::json*> all;
    collect(root, all);
    nlohmann::json& target = *all[static_cast<size_t>(numbers.next()) % all.size()];
    const auto what = static_cast<size_t>(numbers.next());
    if (target.is_array() && what % 2 == 0 && !target.empty())
      target.push_back(nlohmann::json(target.front()));
    else
      target = edge_value(what);
  }
  return root.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace warpglass::fuzz
