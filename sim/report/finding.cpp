#include "sim/report/finding.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpglass::sim {

double stall_share(const RunResult& result, Stall stall) {
  const auto stalls = result.stalls();
  double all = 0;
  for (const uint64_t cycles : stalls) all += static_cast<double>(cycles);
  return all > 0 ? static_cast<double>(stalls[static_cast<unsigned>(stall)]) / all : 0;
}

double busy_share(const RunResult& result) {
  return result.cycles > 0 ? static_cast<double>(result.cycles - result.launch_cycles) / static_cast<double>(result.cycles) : 0;
}

std::string source_place(const RunResult& result, uint32_t instruction) {
  if (instruction >= result.locations.size()) return "";
  const isa::SourceLocation& at = result.locations[instruction];
  if (at.line == 0 || at.file >= result.files.size()) return "";
  return fmt::format("{}:{}", result.files[at.file], at.line);
}

std::string source_text(const RunResult& result, uint32_t instruction) {
  if (instruction >= result.locations.size()) return "";
  const isa::SourceLocation& at = result.locations[instruction];
  if (at.line == 0 || at.file >= result.files.size()) return "";
  for (const auto& [path, text] : result.sources) {
    if (path != result.files[at.file]) continue;
    size_t start = 0;
    for (uint32_t line = 1; line < at.line; ++line) {
      start = text.find('\n', start);
      if (start == std::string::npos) return "";
      ++start;
    }
    const std::string line = text.substr(start, text.find('\n', start) - start);
    const size_t first = line.find_first_not_of(" \t");
    return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  }
  return "";
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

std::vector<Finding> diagnose(const RunResult& result) {
  constexpr Rule kRules[] = {rule_hbm_bandwidth, rule_memory_latency, rule_uncoalesced,       rule_bank_conflicts,  rule_data_pipe, rule_register_spills,
                             rule_divergence,    rule_math_pipes,     rule_barriers,          rule_instruction_fetch, rule_launch_overhead,
                             rule_small_grid,    rule_last_wave,      rule_occupancy};
  std::vector<Finding> findings;
  for (const Rule rule : kRules) rule(result, findings);
  if (result.sampled)
    for (Finding& finding : findings) finding.certainty = Certainty::Sampled;
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) { return a.weight > b.weight; });
  return findings;
}

}  // namespace warpglass::sim
