// Simulated against measured, for one launch.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/result.h"
#include "traces/import/measurement.h"

namespace warpglass::sim {

struct MetricComparison {
  std::string name;
  std::string unit;
  Certainty certainty = Certainty::Modelled;
  double simulated = 0;
  double measured = 0;
  /// (simulated - measured) / measured; percentages: difference in points / 100. Nothing when measured is 0 and simulated is not.
  std::optional<double> error;
};

struct InstructionComparison {
  uint32_t instruction = 0;
  std::string text;
  uint64_t simulated_executed = 0;
  int64_t measured_executed = 0;
  uint64_t simulated_threads = 0;
  int64_t measured_threads = 0;
  double simulated_share = 0;   ///< of all stall cycles
  double measured_share = 0;    ///< of all stall samples
};

struct Comparison {
  std::string name;
  std::vector<MetricComparison> metrics;
  std::optional<double> cycle_error;          ///< of gpc__cycles_elapsed.max
  /// Half the sum of absolute differences of the per-reason fractions; 0 same, 1 disjoint. Nothing without samples.
  std::optional<double> stall_distance;
  double sampling_error = 0;                  ///< what chance alone contributes to the distance, about sqrt(reasons / samples)
  std::map<std::string, std::pair<double, double>> stalls;  ///< reason -> simulated, measured fraction
  std::string top_simulated, top_measured;    ///< reasons, selected apart
  std::vector<InstructionComparison> instructions;
  /// Rank correlation (Spearman) of stall share by instruction; nothing with fewer than three instructions.
  std::optional<double> rank_correlation;
  uint64_t count_mismatches = 0;              ///< instructions whose executions or threads differ from ncu's
  std::vector<std::string> problems;          ///< why parts could not be compared
};

Comparison compare(const RunResult& result, const Measurement& measurement);

/// Spearman's rank correlation with ties averaged. Nothing for fewer than three points or without variation.
std::optional<double> spearman(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace warpglass::sim
