#include "sim/compare/suite.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/error.h"

namespace warpglass::sim {
namespace fs = std::filesystem;

std::string_view name(Split split) { return split == Split::Dev ? "dev" : "held-out"; }

// FNV-1a over the name without its size, so that the sizes of one kernel stay on one side.
Split split_of(const std::string& name) {
  const std::string kernel = name.substr(0, name.rfind('-'));
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : kernel) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3ull;
  return (hash >> 32) % 2 == 0 ? Split::Dev : Split::HeldOut;
}

ErrorSummary summarise(std::vector<std::pair<double, std::string>> errors) {
  ErrorSummary summary;
  if (errors.empty()) return summary;
  for (auto& [error, name] : errors) {
    summary.bias += error / static_cast<double>(errors.size());
    summary.equal += error == 0;
    error = std::abs(error);
  }
  std::sort(errors.begin(), errors.end());
  summary.count = errors.size();
  for (const auto& [error, name] : errors) summary.mean += error / static_cast<double>(errors.size());
  // Nearest rank: the value that at least this share of the kernels does not exceed.
  const auto quantile = [&](double share) { return errors[static_cast<size_t>(std::ceil(share * static_cast<double>(errors.size()))) - 1].first; };
  summary.p50 = quantile(0.5);
  summary.p90 = quantile(0.9);
  summary.worst = errors.back().first;
  summary.worst_name = errors.back().second;
  return summary;
}

std::vector<SuiteEntry> find_suite(const fs::path& measured, const fs::path& capsules) {
  std::error_code error;
  if (!fs::is_directory(measured, error)) throw bad_input("{}: no such folder of measurements", measured.string());
  std::vector<SuiteEntry> entries;
  for (const auto& file : fs::directory_iterator(measured)) {
    if (file.path().extension() != ".json") continue;
    const std::string name = file.path().stem().string();
    const fs::path capsule = capsules / (name + ".capsule");
    if (fs::exists(capsule)) entries.push_back({name, capsule, file.path()});
  }
  if (entries.empty()) throw bad_input("no capsule in {} has a measurement in {}", capsules.string(), measured.string());
  std::sort(entries.begin(), entries.end(), [](const SuiteEntry& a, const SuiteEntry& b) { return a.name < b.name; });
  return entries;
}

SuiteRow run_entry(const SuiteEntry& entry, const Simulate& simulate) {
  SuiteRow row;
  row.name = entry.name;
  row.family = entry.name.substr(0, entry.name.find('-'));
  row.split = split_of(entry.name);
  const Measurement measurement = read_measurement(entry.measurement);
  try {
    const RunResult result = simulate(entry.capsule);
    row.comparison = compare(result, measurement);
    row.simulated_cycles = static_cast<double>(result.cycles);
    row.warp_instructions = result.warp_instructions();
  } catch (const Error& failure) {
    row.failure = failure.what();
  }
  if (const auto cycles = measurement.value("gpc__cycles_elapsed.max")) row.measured_cycles = *cycles;
  row.warm_seconds = measurement.warm_seconds;
  row.origin = measurement.origin;
  const auto repeated = measurement.repeated.find("gpc__cycles_elapsed.max");
  if (repeated != measurement.repeated.end() && repeated->second.median > 0) {
    row.cold_cycles = repeated->second;
    row.noise = (row.cold_cycles.most - row.cold_cycles.least) / 2 / row.cold_cycles.median;
  }
  return row;
}

namespace {

std::optional<double> pearson(const std::vector<SuiteRow>& rows) {
  double n = 0, sx = 0, sy = 0;
  for (const SuiteRow& row : rows)
    if (row.failure.empty()) ++n, sx += row.simulated_cycles, sy += row.measured_cycles;
  if (n < 3) return std::nullopt;
  double xy = 0, xx = 0, yy = 0;
  for (const SuiteRow& row : rows) {
    if (!row.failure.empty()) continue;
    const double x = row.simulated_cycles - sx / n, y = row.measured_cycles - sy / n;
    xy += x * y, xx += x * x, yy += y * y;
  }
  if (xx == 0 || yy == 0) return std::nullopt;
  return xy / std::sqrt(xx * yy);
}

}  // namespace

std::vector<SuiteRow> rows_of(const std::vector<SuiteRow>& rows, Split split) {
  std::vector<SuiteRow> some;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(some), [&](const SuiteRow& row) { return row.split == split; });
  return some;
}

std::vector<SuiteRow> rows_of(const std::vector<SuiteRow>& rows, const std::string& family) {
  std::vector<SuiteRow> some;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(some), [&](const SuiteRow& row) { return row.family == family; });
  return some;
}

std::vector<std::string> families_of(const std::vector<SuiteRow>& rows) {
  std::set<std::string> families;
  for (const SuiteRow& row : rows) families.insert(row.family);
  return {families.begin(), families.end()};
}

SuiteSummary summarise(const std::vector<SuiteRow>& rows) {
  SuiteSummary summary;
  std::vector<std::pair<double, std::string>> cycles, distances, l2, hbm;
  std::map<std::string, std::vector<std::pair<double, std::string>>> metrics;
  double same_top = 0, compared = 0, correlation = 0, correlated = 0;
  for (const SuiteRow& row : rows) {
    const Comparison& c = row.comparison;
    if (c.cycle_error) cycles.emplace_back(*c.cycle_error, row.name);
    if (c.stall_distance) {
      distances.emplace_back(*c.stall_distance, row.name);
      ++compared;
      same_top += c.top_simulated == c.top_measured ? 1 : 0;
    }
    if (c.rank_correlation) correlation += *c.rank_correlation, ++correlated;
    if (c.l2_bytes && c.l2_bytes->error) l2.emplace_back(*c.l2_bytes->error, row.name);
    if (c.hbm_bytes && c.hbm_bytes->error) hbm.emplace_back(*c.hbm_bytes->error, row.name);
    if (!c.instructions.empty()) {
      ++summary.kernels_with_instructions;
      summary.kernels_with_equal_counts += c.count_mismatches == 0;
      summary.kernels_with_equal_conflicts += c.conflict_mismatches == 0;
      summary.kernels_with_equal_sectors += c.sector_mismatches == 0;
    }
    for (const MetricComparison& metric : c.metrics)
      if (metric.error) metrics[metric.name].emplace_back(*metric.error, row.name);
  }
  summary.cycles = summarise(std::move(cycles));
  summary.stall_distance = summarise(std::move(distances));
  summary.pearson = pearson(rows);
  summary.same_top_stall = compared > 0 ? same_top / compared : 0;
  if (correlated > 0) summary.rank_correlation = correlation / correlated;
  summary.l2_bytes = summarise(std::move(l2));
  summary.hbm_bytes = summarise(std::move(hbm));
  for (auto& [metric, errors] : metrics) summary.metrics[metric] = summarise(std::move(errors));
  if (const auto found = summary.metrics.find("sm__warps_active.avg.pct_of_peak_sustained_active"); found != summary.metrics.end())
    summary.occupancy = found->second;
  return summary;
}

}  // namespace warpglass::sim
