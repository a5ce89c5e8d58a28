#include <fmt/format.h>

#include <algorithm>

#include "sim/core/instruction_timing.h"
#include "sim/report/finding.h"

namespace warpglass::sim {
namespace {

constexpr double kLanesWide = 32;

bool is_branch(const std::string& text) {
  return text.find("BRA") != std::string::npos || text.find("BRX") != std::string::npos;
}

// The branches that split warps: fewer threads go on after them than came.
std::vector<Place> splitting_branches(const RunResult& r) {
  std::vector<std::pair<double, uint32_t>> order;
  for (uint32_t i = 0; i + 1 < r.totals.instructions.size(); ++i) {
    const InstructionStatistics& s = r.totals.instructions[i];
    if (s.executed == 0 || i >= r.text.size() || !is_branch(r.text[i])) continue;
    // Predicated on for some of the active threads only, summed over executions: both ways were taken.
    const double active = static_cast<double>(s.threads) / static_cast<double>(s.executed);
    const double taken = static_cast<double>(s.threads_predicated_on) / static_cast<double>(s.executed);
    const InstructionStatistics& next = r.totals.instructions[i + 1];
    const double after = next.executed > 0 ? static_cast<double>(next.threads) / static_cast<double>(next.executed) : active;
    if (taken <= 0 || taken >= active || after >= active - 0.5) continue;
    order.emplace_back((active - after) * static_cast<double>(s.executed), i);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Place> places;
  for (const auto& [weight, i] : order) {
    if (places.size() == 5) break;
    const InstructionStatistics& s = r.totals.instructions[i];
    places.push_back({i, fmt::format("{:.1f} of {:.1f} threads take it", static_cast<double>(s.threads_predicated_on) / static_cast<double>(s.executed),
                                     static_cast<double>(s.threads) / static_cast<double>(s.executed))});
  }
  return places;
}

}  // namespace

void rule_divergence(const RunResult& r, std::vector<Finding>& findings) {
  const auto instructions = static_cast<double>(r.warp_instructions());
  if (instructions == 0) return;
  // A block that is no multiple of 32 threads has a partial warp: that is no divergence.
  const double full = static_cast<double>(r.shape.threads_per_block()) / static_cast<double>(r.shape.warps_per_block());
  const double average = static_cast<double>(r.thread_instructions()) / instructions;
  if (average > 0.9 * full) return;
  Finding f;
  f.rule = "divergence";
  f.title = fmt::format("Divergent branches: {:.1f} of {:.0f} threads active on average", average, std::min(full, kLanesWide));
  f.certainty = Certainty::Exact;
  f.weight = (1 - average / full) * busy_share(r);
  f.evidence.push_back(fmt::format("{} warp instructions carry {} thread instructions", grouped(r.warp_instructions()), grouped(r.thread_instructions())));
  f.advice = "Let the condition be the same for all 32 threads of a warp: sort or regroup the work, or branch by warp.";
  f.why = "active threads per executed warp instruction; below 90 % of a warp";
  f.places = splitting_branches(r);
  findings.push_back(std::move(f));
}

void rule_math_pipes(const RunResult& r, std::vector<Finding>& findings) {
  struct Pipe {
    const char* name;
    const char* metric;
    Stall waits = Stall::MathPipeThrottle;
  };
  for (const Pipe pipe : {Pipe{"ALU (integer, logic, compare)", "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_active"},
                          Pipe{"FMA (fp32, integer multiply)", "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active"},
                          Pipe{"FP64", "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active"},
                          Pipe{"XU (special functions, conversions)", "sm__pipe_xu_cycles_active.avg.pct_of_peak_sustained_active", Stall::MioThrottle}}) {
    const std::optional<double> busy = r.metric(pipe.metric);
    if (!busy || *busy < 60) continue;
    Finding f;
    f.rule = "math_pipe";
    f.title = fmt::format("Compute-bound: the {} pipe is {:.0f} % busy", pipe.name, std::min(100.0, *busy));
    f.weight = std::min(1.0, *busy / 100) * busy_share(r);
    f.evidence.push_back(fmt::format("{} {:.0f} % of warp-cycles", kStallNames[static_cast<unsigned>(pipe.waits)], 100 * stall_share(r, pipe.waits)));
    f.advice = "Fewer or cheaper operations on this pipe; spread work over other pipes.";
    f.why = "cycles in which the pipe takes an instruction over active cycles; from 60 %";
    findings.push_back(std::move(f));
  }
}

void rule_barriers(const RunResult& r, std::vector<Finding>& findings) {
  const double share = stall_share(r, Stall::Barrier);
  if (share < 0.15) return;
  Finding f;
  f.rule = "barriers";
  f.title = fmt::format("Warps wait at barriers for {:.0f} % of their time", 100 * share);
  f.weight = share * busy_share(r);
  f.evidence.push_back(fmt::format("barrier is {:.0f} % of all resident warp-cycles; a block has {} warps", 100 * share, r.shape.warps_per_block()));
  f.advice = "Smaller blocks, fewer barriers, even work between them; __syncwarp where a warp is enough.";
  f.why = "share of barrier in warp-cycles; from 15 %. Places: the instructions after the barriers";
  std::vector<std::pair<uint64_t, uint32_t>> order;
  for (uint32_t i = 0; i < r.totals.instructions.size(); ++i)
    if (const uint64_t c = r.totals.instructions[i].stalls[static_cast<unsigned>(Stall::Barrier)]; c > 0) order.emplace_back(c, i);
  std::stable_sort(order.rbegin(), order.rend());
  for (size_t k = 0; k < std::min<size_t>(order.size(), 5); ++k)
    f.places.push_back({order[k].second, fmt::format("{} warp-cycles", grouped(order[k].first))});
  findings.push_back(std::move(f));
}

void rule_instruction_fetch(const RunResult& r, std::vector<Finding>& findings) {
  const double share = stall_share(r, Stall::NoInstruction) + stall_share(r, Stall::ImcMiss);
  if (share < 0.15) return;
  Finding f;
  f.rule = "instruction_fetch";
  f.title = fmt::format("Cold code and constants: {:.0f} % of warp time waits for them", 100 * share);
  f.weight = share * busy_share(r);
  f.evidence.push_back(fmt::format("no_instruction {:.0f} %, imc_miss {:.0f} % of warp-cycles", 100 * stall_share(r, Stall::NoInstruction), 100 * stall_share(r, Stall::ImcMiss)));
  f.advice = "Unavoidable in a short first launch; in a long kernel, less unrolling and smaller code.";
  f.why = "share of no_instruction and imc_miss in warp-cycles; from 15 %. Caches are cold at the start, as ncu measures";
  findings.push_back(std::move(f));
}

}  // namespace warpglass::sim
