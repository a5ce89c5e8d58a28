// How values follow from the results of probes: one rule a parameter, and the arithmetic with intervals that rules share.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/calibration/probe_results.h"
#include "models/model.h"

namespace warpglass::calibration {

using Conditions = std::vector<ProbeCondition>;

/// What a rule gives: the value before rounding and its interval.
struct Derived {
  Measured value;
  std::string probe;
  std::string how;
};

struct Rule {
  std::string_view key;
  int digits;  ///< significant digits of a real value
  std::function<Derived(const ProbeResults&, const Model&)> derive;
};

/// Issue, fetch, pipes, constants, queues, shared memory and L1.
std::vector<Rule> sm_rules();
/// Interconnect, L2 and HBM.
std::vector<Rule> memory_rules();
/// Start, turnover and end of a launch.
std::vector<Rule> launch_rules();

// Interval arithmetic, as far as it is needed.
Measured minus(const Measured& m, double cycles);
Measured minus(const Measured& a, const Measured& b);
Measured times(const Measured& m, double factor);
Measured inverse(const Measured& m, double numerator);
/// The mean of the medians, from the least to the most.
Measured around(const std::vector<Measured>& all);

double number(const ProbeParameter& parameter);
/// The result of a profiled probe that has `name` as its metric.
Measured metric(const ProbeTable& table, Conditions conditions, const std::string& name);
/// One result of a probe, less the cycles that other parameters stand for.
Rule direct(std::string_view key, std::string probe, Conditions conditions, double less, std::string how);

}  // namespace warpglass::calibration
