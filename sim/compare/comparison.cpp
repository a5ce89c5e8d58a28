#include "sim/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpglass::sim {
namespace {

// ncu gives times in seconds after import; ours are in microseconds.
double in_base_unit(const Metric& metric) { return metric.unit == "us" ? metric.value * 1e-6 : metric.value; }

constexpr std::string_view kStallPrefix = "smsp__average_warps_issue_stalled_";
constexpr double kSectorBytes = 32;

ErrorKind kind_of(const Metric& metric) {
  if (metric.name.starts_with(kStallPrefix)) return ErrorKind::Resident;
  if (metric.name == "dram__bytes_read.sum" || metric.name == "dram__bytes_write.sum") return ErrorKind::Traffic;
  return metric.unit == "%" ? ErrorKind::Points : ErrorKind::Relative;
}

/// What the difference is divided by; nothing when there is no such thing.
struct Scales {
  double simulated_resident = 0, measured_resident = 0;  ///< warps resident for each issue
  double hbm_bytes = 0;                                  ///< measured
};

Scales scales_of(const RunResult& r, const Measurement& m) {
  Scales scales;
  for (const Metric& metric : r.metrics)
    if (metric.name.starts_with(kStallPrefix)) scales.simulated_resident += metric.value;
  for (const auto& [name, value] : m.metrics)
    if (name.starts_with(kStallPrefix)) scales.measured_resident += value;
  for (const char* part : {"dram__bytes_read.sum", "dram__bytes_write.sum"})
    scales.hbm_bytes += m.value(part).value_or(0);
  return scales;
}

std::optional<double> relative(double simulated, double measured, double whole) {
  if (whole != 0) return (simulated - measured) / whole;
  if (simulated == measured) return 0.0;
  return std::nullopt;
}

std::optional<double> error_of(ErrorKind kind, double simulated, double measured, const Scales& scales) {
  switch (kind) {
    case ErrorKind::Points: return (simulated - measured) / 100;
    case ErrorKind::Traffic: return relative(simulated, measured, scales.hbm_bytes);
    case ErrorKind::Resident:
      if (scales.simulated_resident <= 0 || scales.measured_resident <= 0) return std::nullopt;
      return simulated / scales.simulated_resident - measured / scales.measured_resident;
    case ErrorKind::Relative: break;
  }
  return relative(simulated, measured, measured);
}

/// The sum of `parts` times `scale`; nothing unless both sides have them all.
std::optional<TotalComparison> total(const Comparison& c, std::initializer_list<std::string_view> parts, double scale) {
  TotalComparison sum;
  for (const std::string_view part : parts) {
    const MetricComparison* metric = find_metric(c, part);
    if (metric == nullptr) return std::nullopt;
    sum.simulated += scale * metric->simulated;
    sum.measured += scale * metric->measured;
  }
  sum.error = relative(sum.simulated, sum.measured, sum.measured);
  return sum;
}

void compare_metrics(const RunResult& r, const Measurement& m, Comparison& out) {
  const Scales scales = scales_of(r, m);
  for (const Metric& metric : r.metrics) {
    const std::optional<double> measured = m.value(metric.name);
    if (!measured) continue;
    const double simulated = in_base_unit(metric);
    const ErrorKind kind = kind_of(metric);
    out.metrics.push_back({metric.name, metric.unit == "us" ? "s" : metric.unit, metric.certainty, simulated, *measured,
                           error_of(kind, simulated, *measured, scales), kind});
    if (metric.name == "gpc__cycles_elapsed.max") out.cycle_error = out.metrics.back().error;
  }
  out.hbm_bytes = total(out, {"dram__bytes_read.sum", "dram__bytes_write.sum"}, 1);
  out.l2_bytes = total(
      out, {"lts__t_sectors_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_write.sum"}, kSectorBytes);
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
    if (t.shared_ways > 0 && s.executed > 0)
      out.conflict_mismatches += static_cast<int64_t>(s.shared_wavefronts / s.executed) != t.shared_ways;
    if (t.sectors > 0) out.sector_mismatches += static_cast<int64_t>(s.sectors) != t.sectors;
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

std::string_view name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Relative: return "relative";
    case ErrorKind::Points: return "points";
    case ErrorKind::Resident: return "share of resident warp-cycles";
    case ErrorKind::Traffic: return "share of HBM bytes";
  }
  return "?";
}

const MetricComparison* find_metric(const Comparison& comparison, std::string_view wanted) {
  for (const MetricComparison& metric : comparison.metrics)
    if (metric.name == wanted) return &metric;
  return nullptr;
}

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
