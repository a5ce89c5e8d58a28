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

std::vector<Difference> metric_differences(const sim::RunResult& a, const sim::RunResult& b) {
  std::vector<Difference> differences;
  for (const sim::Metric& metric : a.metrics) differences.push_back({metric.name, metric.unit, metric.value, b.metric(metric.name), {}});
  for (const sim::Metric& metric : b.metrics)
    if (!a.metric(metric.name)) differences.push_back({metric.name, metric.unit, {}, metric.value, {}});
  for (Difference& d : differences) {
    if (!d.a || !d.b) continue;
    if (d.unit == "%")
      d.change = (*d.b - *d.a) / 100;
    else if (*d.a != 0)
      d.change = (*d.b - *d.a) / *d.a;
    else if (*d.b == 0)
      d.change = 0;
  }
  std::stable_sort(differences.begin(), differences.end(), [](const Difference& x, const Difference& y) {
    return (x.change ? std::abs(*x.change) : -1) > (y.change ? std::abs(*y.change) : -1);
  });
  return differences;
}

std::vector<InstructionDifference> instruction_differences(const sim::RunResult& a, const sim::RunResult& b) { return Aligner(a, b).align(); }

}  // namespace warpglass::gui
