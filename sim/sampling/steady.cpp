#include "sim/sampling/steady.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "sim/sampling/counts.h"

namespace warpglass::sim {
namespace {

// Student's t, 97.5 %, by degrees of freedom from 1 on; beyond, the last one is wide enough.
constexpr std::array kStudent{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201};

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double spread(std::span<const double> values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *most - *least;
}

}  // namespace

double half_interval(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  const auto freedom = static_cast<double>(values.size() - 1);
  const double student = kStudent[std::min(values.size() - 2, kStudent.size() - 1)];
  return student * std::sqrt(squares / freedom / static_cast<double>(values.size()));
}

bool steady(std::span<const WorkGroup> groups, const SamplingOptions& options, double hbm_bytes_per_cycle) {
  std::vector<double> rates, traffic;
  for (const WorkGroup& group : groups) {
    if (group.steps <= 0 || group.cycles <= 0) return false;
    rates.push_back(group.cycles / group.steps);
    traffic.push_back(dram_bytes(group.counts) / group.cycles);
  }
  const double rate = mean(rates);
  const bool light =
      *std::max_element(traffic.begin(), traffic.end()) <= options.light_traffic * hbm_bytes_per_cycle;
  return spread(rates) <= options.steady_spread * rate &&
         half_interval(rates) <= options.steady_interval * rate &&
         (light || spread(traffic) <= options.steady_traffic * hbm_bytes_per_cycle);
}

}  // namespace warpglass::sim
