#include "sim/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpglass::sim {
namespace {

// ncu gives times in seconds after import; ours are in microseconds.
double in_base_unit(const Metric& metric) { return metric.unit == "us" ? metric.value * 1e-6 : metric.value; }

std::optional<double> error_of(const Metric& metric, double simulated, double measured) {
  if (metric.unit == "%") return (simulated - measured) / 100;
  if (measured != 0) return (simulated - measured) / measured;
  if (simulated == 0) return 0.0;
  return std::nullopt;
}

void compare_metrics(const RunResult& r, const Measurement& m, Comparison& out) {
  for (const Metric& metric : r.metrics) {
    const std::optional<double> measured = m.value(metric.name);
    if (!measured) continue;
    const double simulated = in_base_unit(metric);
    out.metrics.push_back({metric.name, metric.unit == "us" ? "s" : metric.unit, metric.certainty, simulated, *measured, error_of(metric, simulated, *measured)});
    if (metric.name == "gpc__cycles_elapsed.max") out.cycle_error = out.metrics.back().error;
  }
}

void compare_stalls(const RunResult& r, const Measurement& m, Comparison& out) {
  const std::map<std::string, int64_t> samples = m.stall_samples();
  double all_samples = 0, all_cycles = 0;
  for (const auto& [reason, count] : samples) all_samples += static_cast<double>(count);
  const auto cycles = r.stalls();
  for (const uint64_t c : cycles) all_cycles += static_cast<double>(c);
  if (all_samples == 0 || all_cycles == 0) {
    out.problems.emplace_back("no stall samples to compare with");
    return;
  }
  for (unsigned s = 0; s < kStalls; ++s)
    if (cycles[s] > 0) out.stalls[std::string(kStallNames[s])].first = static_cast<double>(cycles[s]) / all_cycles;
  for (const auto& [reason, count] : samples) out.stalls[reason].second = static_cast<double>(count) / all_samples;
  double distance = 0, best_simulated = -1, best_measured = -1;
  for (const auto& [reason, shares] : out.stalls) {
    distance += std::abs(shares.first - shares.second) / 2;
    if (reason == "selected") continue;
    if (shares.first > best_simulated) best_simulated = shares.first, out.top_simulated = reason;
    if (shares.second > best_measured) best_measured = shares.second, out.top_measured = reason;
  }
  out.stall_distance = distance;
  out.sampling_error = std::sqrt(static_cast<double>(out.stalls.size()) / all_samples) / 2;
}

void compare_instructions(const RunResult& r, const Measurement& m, Comparison& out) {
  const size_t count = r.totals.instructions.size();
  if (m.instructions.empty()) {
    out.problems.emplace_back("the measurement has no instruction table");
    return;
  }
  if (m.instructions.size() != count) {
    out.problems.push_back(fmt::format("the measurement has {} instructions, the program {}: not the same machine code", m.instructions.size(), count));
    return;
  }
  double all_cycles = 0, all_samples = 0;
  const auto samples_of = [](const MeasuredInstruction& i) {
    double sum = 0;
    for (const auto& [reason, c] : i.samples) sum += static_cast<double>(c);
    return sum;
  };
  const auto cycles_of = [](const InstructionStatistics& s) { return static_cast<double>(std::accumulate(s.stalls.begin(), s.stalls.end(), uint64_t{0})); };
  for (size_t i = 0; i < count; ++i) {
    all_cycles += cycles_of(r.totals.instructions[i]);
    all_samples += samples_of(m.instructions[i]);
  }
  std::vector<double> simulated, measured;
  for (uint32_t i = 0; i < count; ++i) {
    const InstructionStatistics& s = r.totals.instructions[i];
    const MeasuredInstruction& t = m.instructions[i];
    if (t.executed >= 0 && (static_cast<int64_t>(s.executed) != t.executed || static_cast<int64_t>(s.threads) != t.threads)) ++out.count_mismatches;
    InstructionComparison row{i, t.text, s.executed, t.executed, s.threads, t.threads, all_cycles > 0 ? cycles_of(s) / all_cycles : 0, all_samples > 0 ? samples_of(t) / all_samples : 0};
    if (row.simulated_share > 0 || row.measured_share > 0) {
      simulated.push_back(row.simulated_share);
      measured.push_back(row.measured_share);
    }
    out.instructions.push_back(std::move(row));
  }
  out.rank_correlation = spearman(simulated, measured);
}

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> rank(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t j = i;
    while (j < order.size() && values[order[j]] == values[order[i]]) ++j;
    for (size_t k = i; k < j; ++k) rank[order[k]] = static_cast<double>(i + j - 1) / 2;
    i = j;
  }
  return rank;
}

}  // namespace

std::optional<double> spearman(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 3 || a.size() != b.size()) return std::nullopt;
  const std::vector<double> ra = ranks(a), rb = ranks(b);
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (ra[i] - mean) * (rb[i] - mean);
    aa += (ra[i] - mean) * (ra[i] - mean);
    bb += (rb[i] - mean) * (rb[i] - mean);
  }
  if (aa == 0 || bb == 0) return std::nullopt;
  return ab / std::sqrt(aa * bb);
}

Comparison compare(const RunResult& result, const Measurement& measurement) {
  Comparison out;
  out.name = measurement.name;
  if (!(result.shape.grid == measurement.grid) || !(result.shape.block == measurement.block))
    out.problems.emplace_back("grid or block differ: this is not the measured launch");
  compare_metrics(result, measurement, out);
  compare_stalls(result, measurement, out);
  compare_instructions(result, measurement, out);
  return out;
}

}  // namespace warpglass::sim
