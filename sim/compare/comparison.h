// Simulated against measured, for one launch.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result.h"
#include "traces/import/measurement.h"

namespace warpglass::sim {

/// What a metric's error is a fraction of. A ratio of two tiny numbers says nothing, so not everything is relative.
enum class ErrorKind : uint8_t {
  Relative,  ///< of the measured value
  Points,    ///< percentages: difference in points / 100
  Resident,  ///< stall ratios: difference of the shares of all resident warp-cycles
  Traffic,   ///< reads or writes of HBM: of all measured HBM bytes of the launch
};
std::string_view name(ErrorKind kind);

struct MetricComparison {
  std::string name;
  std::string unit;
  Certainty certainty = Certainty::Modelled;
  double simulated = 0;
  double measured = 0;
  std::optional<double> error;  ///< simulated less measured, as `kind` says; nothing when that is a division by 0
  ErrorKind kind = ErrorKind::Relative;
};

/// A sum of several metrics on both sides.
struct TotalComparison {
  double simulated = 0;
  double measured = 0;
  std::optional<double> error;  ///< relative
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
  std::optional<TotalComparison> l2_bytes;    ///< between SMs and L2: read and written sectors of 32 bytes
  std::optional<TotalComparison> hbm_bytes;   ///< read and written
  /// Half the sum of absolute differences of the per-reason fractions; 0 same, 1 disjoint. Nothing without samples.
  std::optional<double> stall_distance;
  double sampling_error = 0;                  ///< what chance alone contributes to the distance, about sqrt(reasons / samples)
  std::map<std::string, std::pair<double, double>> stalls;  ///< reason -> simulated, measured fraction
  std::string top_simulated, top_measured;    ///< reasons, selected apart
  std::vector<InstructionComparison> instructions;
  /// Rank correlation (Spearman) of stall share by instruction; nothing with fewer than three instructions.
  std::optional<double> rank_correlation;
  uint64_t count_mismatches = 0;              ///< instructions whose executions or threads differ from ncu's
  uint64_t conflict_mismatches = 0;           ///< of those with shared-memory wavefronts, whose wavefronts an execution differ
  uint64_t sector_mismatches = 0;             ///< of those with sectors in global memory, whose sectors differ
  std::vector<std::string> problems;          ///< why parts could not be compared
};

Comparison compare(const RunResult& result, const Measurement& measurement);

/// The metric of that name; nullptr when one side does not have it.
const MetricComparison* find_metric(const Comparison& comparison, std::string_view name);

/// Spearman's rank correlation with ties averaged. Nothing for fewer than three points or without variation.
std::optional<double> spearman(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace warpglass::sim
