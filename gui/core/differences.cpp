#include "gui/core/differences.h"

#include <algorithm>
#include <cmath>

#include "sim/stall.h"

namespace warpglass::gui {
namespace {

// Longest common subsequences need |a| * |b| cells; beyond this, instructions are matched by number.
constexpr size_t kMostCells = 16'000'000;

std::string opcode_of(const std::string& sass) {
  const size_t start = sass.starts_with('@') ? sass.find(' ') + 1 : 0;
  return sass.substr(start, sass.find(' ', start) - start);
}

uint64_t stall_cycles(const sim::RunResult& r, size_t i) {
  uint64_t sum = 0;
  for (unsigned s = 0; s < sim::kStalls; ++s)
    if (static_cast<sim::Stall>(s) != sim::Stall::Selected) sum += r.totals.instructions[i].stalls[s];
  return sum;
}

std::optional<double> change(const std::string& unit, const std::optional<double>& from, const std::optional<double>& to) {
  if (!from || !to) return std::nullopt;
  if (unit == "%") return (*to - *from) / 100;
  if (*from != 0) return (*to - *from) / *from;
  return *to == 0 ? std::optional(0.0) : std::nullopt;
}

class Aligner {
 public:
  Aligner(const sim::RunResult& a, const sim::RunResult& b)
      : a_(a), b_(b), n_(std::min(a.text.size(), a.totals.instructions.size())), m_(std::min(b.text.size(), b.totals.instructions.size())) {}

  std::vector<InstructionDifference> align() {
    if (n_ * m_ > kMostCells) return by_number();
    for (size_t i = 0; i < n_; ++i) opcodes_a_.push_back(opcode_of(a_.text[i]));
    for (size_t j = 0; j < m_; ++j) opcodes_b_.push_back(opcode_of(b_.text[j]));
    lengths_.assign((n_ + 1) * (m_ + 1), 0);
    for (size_t i = n_; i-- > 0;)
      for (size_t j = m_; j-- > 0;)
        at(i, j) = opcodes_a_[i] == opcodes_b_[j] ? static_cast<uint16_t>(at(i + 1, j + 1) + 1) : std::max(at(i + 1, j), at(i, j + 1));
    for (size_t i = 0, j = 0; i < n_ || j < m_;) {
      if (i < n_ && j < m_ && opcodes_a_[i] == opcodes_b_[j])
        add(i++, j++);
      else if (j == m_ || (i < n_ && at(i + 1, j) >= at(i, j + 1)))
        add(i++, std::nullopt);
      else
        add(std::nullopt, j++);
    }
    return std::move(result_);
  }

 private:
  uint16_t& at(size_t i, size_t j) { return lengths_[i * (m_ + 1) + j]; }

  std::vector<InstructionDifference> by_number() {
    for (size_t i = 0; i < std::max(n_, m_); ++i) add(i < n_ ? std::optional(i) : std::nullopt, i < m_ ? std::optional(i) : std::nullopt);
    return std::move(result_);
  }

  void add(std::optional<size_t> i, std::optional<size_t> j) {
    InstructionDifference d;
    if (i) {
      d.a = static_cast<uint32_t>(*i);
      d.sass_a = a_.text[*i];
      d.cycles_a = stall_cycles(a_, *i);
    }
    if (j) {
      d.b = static_cast<uint32_t>(*j);
      d.sass_b = b_.text[*j];
      d.cycles_b = stall_cycles(b_, *j);
    }
    result_.push_back(std::move(d));
  }

  const sim::RunResult& a_;
  const sim::RunResult& b_;
  size_t n_, m_;
  std::vector<std::string> opcodes_a_, opcodes_b_;
  std::vector<uint16_t> lengths_;
  std::vector<InstructionDifference> result_;
};

}  // namespace

double MetricRow::largest_change() const {
  double most = -1;
  for (const auto& change : changes)
    if (change) most = std::max(most, std::abs(*change));
  return most;
}

std::vector<MetricRow> metric_table(const sim::RunResult& run, const std::vector<const sim::RunResult*>& baselines) {
  std::vector<MetricRow> rows;
  const auto add_names = [&](const sim::RunResult& of) {
    for (const sim::Metric& metric : of.metrics)
      if (std::none_of(rows.begin(), rows.end(), [&](const MetricRow& row) { return row.name == metric.name; })) rows.push_back({metric.name, metric.unit, {}, {}, {}});
  };
  add_names(run);
  for (const sim::RunResult* baseline : baselines) add_names(*baseline);
  for (MetricRow& row : rows) {
    row.value = run.metric(row.name);
    for (const sim::RunResult* baseline : baselines) {
      row.baselines.push_back(baseline->metric(row.name));
      row.changes.push_back(change(row.unit, row.baselines.back(), row.value));
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const MetricRow& x, const MetricRow& y) { return x.largest_change() > y.largest_change(); });
  return rows;
}

std::vector<InstructionDifference> instruction_differences(const sim::RunResult& a, const sim::RunResult& b) { return Aligner(a, b).align(); }

}  // namespace warpglass::gui
