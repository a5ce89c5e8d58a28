// Which SMs have every warp's timeline recorded: `--detail all|none|default|sm=0,17`.
#pragma once

#include <string_view>
#include <vector>

namespace warpglass::sim {

struct Detail {
  bool on = false;              ///< record a timeline at all
  bool all = false;
  bool chosen = false;          ///< `sms` says which; otherwise the first and a middle one
  std::vector<unsigned> sms;

  /// The SMs to record of `count`, in order.
  std::vector<unsigned> select(unsigned count) const;
};

/// Throws Usage.
Detail parse_detail(std::string_view text);

}  // namespace warpglass::sim
