// The whole validation suite: every measured launch that has a capsule, simulated and compared.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/compare/comparison.h"

namespace warpglass::sim {

/// Which half a kernel belongs to, by a hash of its name: work is done looking at `Dev` alone.
enum class Split : uint8_t { Dev, HeldOut };
Split split_of(const std::string& name);
std::string_view name(Split split);

struct SuiteEntry {
  std::string name;
  std::filesystem::path capsule;
  std::filesystem::path measurement;
};

struct SuiteRow {
  std::string name;
  std::string family;
  Split split = Split::Dev;
  Comparison comparison;
  double simulated_cycles = 0, measured_cycles = 0;
  double noise = 0;            ///< (most - least) / 2 / median of the repeated measurement
  uint64_t warp_instructions = 0;
  std::string failure;         ///< why it could not be simulated; the rest is empty then
};

/// Distribution of absolute errors.
struct ErrorSummary {
  size_t count = 0;
  double mean = 0, p50 = 0, p90 = 0, worst = 0;
  std::string worst_name;
};
ErrorSummary summarise(std::vector<std::pair<double, std::string>> errors);

struct SuiteSummary {
  ErrorSummary cycles;
  std::optional<double> pearson;           ///< of simulated and measured cycles
  ErrorSummary stall_distance;
  double same_top_stall = 0;               ///< fraction of kernels
  uint64_t kernels_with_equal_counts = 0;  ///< per-instruction executions and threads all equal to ncu's
  std::map<std::string, ErrorSummary> metrics;
  std::optional<double> rank_correlation;  ///< mean
};

/// Measurements in `measured` with a capsule of the same name in `capsules`, sorted by name.
std::vector<SuiteEntry> find_suite(const std::filesystem::path& measured, const std::filesystem::path& capsules);

/// Simulates and compares one entry.
using Simulate = std::function<RunResult(const std::filesystem::path& capsule)>;
SuiteRow run_entry(const SuiteEntry& entry, const Simulate& simulate);

SuiteSummary summarise(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
