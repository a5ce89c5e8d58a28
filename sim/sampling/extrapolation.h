// What skipped work would have added: time and counts, with alternatives whose spread is the uncertainty.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "sim/sampling/steady.h"

namespace warpglass::sim {

/// What was added for skipped work.
struct Added {
  double cycles = 0;
  double active_sm_cycles = 0;  ///< cycles times SMs that had a block
  std::vector<double> counts;
};

class Extrapolation {
 public:
  /// Each is what follows from one group alone; six are whole numbers of two groups and of three.
  static constexpr size_t kAlternatives = 6;

  explicit Extrapolation(size_t counts);

  /// Adds `steps` of work like `groups`, while `active_sms` had blocks.
  void add(std::span<const WorkGroup> groups, double steps, double active_sms);

  const Added& mean() const { return mean_; }
  const std::array<Added, kAlternatives>& alternatives() const { return alternatives_; }
  /// Groups behind the largest addition: as many independent alternatives there are.
  size_t groups() const { return groups_; }

 private:
  Added mean_;
  std::array<Added, kAlternatives> alternatives_;
  size_t groups_ = 0;
  double largest_ = 0;
};

}  // namespace warpglass::sim
