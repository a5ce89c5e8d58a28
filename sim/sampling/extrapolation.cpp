#include "sim/sampling/extrapolation.h"

namespace warpglass::sim {
namespace {

void add_scaled(Added& to, const WorkGroup& group, double scale, double active_sms) {
  to.cycles += scale * group.cycles;
  to.active_sm_cycles += scale * group.cycles * active_sms;
  for (size_t i = 0; i < to.counts.size(); ++i) to.counts[i] += scale * group.counts[i];
}

}  // namespace

Extrapolation::Extrapolation(size_t counts) {
  mean_.counts.resize(counts);
  for (Added& added : alternatives_) added.counts.resize(counts);
}

void Extrapolation::add(std::span<const WorkGroup> groups, double steps, double active_sms) {
  WorkGroup all;
  all.counts.resize(mean_.counts.size());
  for (const WorkGroup& group : groups) {
    all.cycles += group.cycles;
    all.steps += group.steps;
    for (size_t i = 0; i < all.counts.size(); ++i) all.counts[i] += group.counts[i];
  }
  add_scaled(mean_, all, steps / all.steps, active_sms);
  for (size_t a = 0; a < kAlternatives; ++a) {
    const WorkGroup& group = groups[a % groups.size()];
    add_scaled(alternatives_[a], group, steps / group.steps, active_sms);
  }
  if (steps > largest_) {
    largest_ = steps;
    groups_ = groups.size();
  }
}

}  // namespace warpglass::sim
