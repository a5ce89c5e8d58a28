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
  Repeated cold_cycles;        ///< gpc__cycles_elapsed.max, caches flushed; launches is 0 when it was not repeated
  std::optional<Repeated> warm_seconds;       ///< CUDA events
  std::map<std::string, std::string> origin;  ///< device, driver, toolkit, date, …
  uint64_t warp_instructions = 0;
  std::string failure;         ///< why it could not be simulated; the rest is empty then
};

/// Distribution of absolute errors.
struct ErrorSummary {
  size_t count = 0;
  size_t equal = 0;            ///< of them without any error
  double bias = 0;             ///< mean of the signed errors
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
  uint64_t kernels_with_equal_conflicts = 0;  ///< shared-memory wavefronts of every instruction equal to ncu's
  uint64_t kernels_with_equal_sectors = 0;    ///< sectors of every instruction in global memory
  uint64_t kernels_with_instructions = 0;     ///< that have instructions to compare
  ErrorSummary l2_bytes, hbm_bytes;
  ErrorSummary occupancy;                     ///< sm__warps_active.avg.pct_of_peak_sustained_active, points / 100
  std::map<std::string, ErrorSummary> metrics;
  std::optional<double> rank_correlation;  ///< mean
};

/// Measurements in `measured` with a capsule of the same name in `capsules`, sorted by name.
std::vector<SuiteEntry> find_suite(const std::filesystem::path& measured, const std::filesystem::path& capsules);

/// Simulates and compares one entry.
using Simulate = std::function<RunResult(const std::filesystem::path& capsule)>;
SuiteRow run_entry(const SuiteEntry& entry, const Simulate& simulate);

SuiteSummary summarise(const std::vector<SuiteRow>& rows);

std::vector<SuiteRow> rows_of(const std::vector<SuiteRow>& rows, Split split);
std::vector<SuiteRow> rows_of(const std::vector<SuiteRow>& rows, const std::string& family);
/// Sorted, each once.
std::vector<std::string> families_of(const std::vector<SuiteRow>& rows);

}  // namespace warpglass::sim
