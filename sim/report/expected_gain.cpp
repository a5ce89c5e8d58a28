#include "sim/report/expected_gain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace warpglass::sim {
namespace {

struct Removes {
  std::string_view rule;
  Obstacle obstacle;
};
// What a finding blames; a rule that is not here has no switch (divergence, busy pipes, the shape of the grid).
constexpr std::array kRemoves{
    Removes{"bank_conflicts", Obstacle::BankConflicts},
    Removes{"uncoalesced", Obstacle::Uncoalesced},
    Removes{"hbm_bandwidth", Obstacle::HbmBandwidth},
    Removes{"memory_latency", Obstacle::HbmLatency},
    Removes{"memory_latency", Obstacle::L2Misses},
    Removes{"memory_latency", Obstacle::L1Misses},
    Removes{"barriers", Obstacle::BarrierWaits},
    Removes{"instruction_fetch", Obstacle::InstructionCacheMisses},
    Removes{"instruction_fetch", Obstacle::ConstantMisses},
    Removes{"launch_overhead", Obstacle::LaunchOverhead},
    Removes{"occupancy", Obstacle::OccupancyLimit},
};

bool removes(const Finding& finding, Obstacle obstacle) {
  return std::any_of(kRemoves.begin(), kRemoves.end(), [&](const Removes& r) { return r.rule == finding.rule && r.obstacle == obstacle; });
}

}  // namespace

void add_gains(std::vector<Finding>& findings, const std::vector<Gain>& gains) {
  for (Finding& finding : findings) {
    for (const Gain& gain : gains)
      if (removes(finding, gain.obstacle)) finding.gains.push_back(gain);
    std::stable_sort(finding.gains.begin(), finding.gains.end(), [](const Gain& a, const Gain& b) { return a.share > b.share; });
  }
}

std::string expected_gain(const Finding& finding) {
  constexpr double kNothing = 0.005;
  std::string text;
  for (const Gain& gain : finding.gains) {
    const std::string_view obstacle = info(gain.obstacle).words;
    if (text.empty() && gain.share < kNothing) return fmt::format("expected gain: none: simulated without {}", obstacle);
    if (gain.share < kNothing) break;
    text += text.empty() ? fmt::format("expected gain: up to {:.0f} %: simulated without {}", 100 * gain.share, obstacle)
                         : fmt::format("; {:.0f} % without {}", 100 * gain.share, obstacle);
  }
  return text;
}

}  // namespace warpglass::sim
