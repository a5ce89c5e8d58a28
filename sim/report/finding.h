// What limits a kernel: ranked findings with their evidence.
#pragma once

#include <string>
#include <vector>

#include "sim/report/gains.h"
#include "sim/result.h"

namespace warpglass::sim {

/// A place in the code that a finding points at.
struct Place {
  uint32_t instruction = 0;
  std::string note;            ///< "32-way, 8,192 executions"
};

struct Finding {
  std::string rule;            ///< stable name: "bank_conflicts"
  std::string title;           ///< "Shared memory: 32-way bank conflicts"
  /// 0 to 1: how much of the kernel's time is touched by this; ranks the findings. An estimate from the rule below, not a
  /// promise of what removing it would gain.
  double weight = 0;
  Certainty certainty = Certainty::Modelled;
  std::vector<std::string> evidence;  ///< sentences with numbers
  std::string advice;
  std::string why;             ///< the rule: what was compared with what
  std::vector<Place> places;   ///< worst first
  std::vector<Gain> gains;     ///< of the obstacles that it blames, if they were simulated (expected_gain.h)
};

/// All findings whose rule applies, heaviest first.
std::vector<Finding> diagnose(const RunResult& result);

/// One rule a function; each returns nothing or one finding.
using Rule = void (*)(const RunResult&, std::vector<Finding>&);

// rules_memory.cpp
void rule_hbm_bandwidth(const RunResult&, std::vector<Finding>&);
void rule_memory_latency(const RunResult&, std::vector<Finding>&);
void rule_uncoalesced(const RunResult&, std::vector<Finding>&);
void rule_bank_conflicts(const RunResult&, std::vector<Finding>&);
void rule_data_pipe(const RunResult&, std::vector<Finding>&);
// rules_local.cpp
void rule_register_spills(const RunResult&, std::vector<Finding>&);
// rules_issue.cpp
void rule_divergence(const RunResult&, std::vector<Finding>&);
void rule_math_pipes(const RunResult&, std::vector<Finding>&);
void rule_barriers(const RunResult&, std::vector<Finding>&);
void rule_instruction_fetch(const RunResult&, std::vector<Finding>&);
// rules_launch.cpp
void rule_launch_overhead(const RunResult&, std::vector<Finding>&);
void rule_small_grid(const RunResult&, std::vector<Finding>&);
void rule_last_wave(const RunResult&, std::vector<Finding>&);
void rule_occupancy(const RunResult&, std::vector<Finding>&);

/// Share of a stall reason in all resident warp-cycles.
double stall_share(const RunResult& result, Stall stall);
/// Share of the launch's cycles in which SMs work (without launch overhead).
double busy_share(const RunResult& result);
/// "kernels/transpose.cu:21", or "" where the compiler does not say.
std::string source_place(const RunResult& result, uint32_t instruction);
/// The line's text, trimmed, or "".
std::string source_text(const RunResult& result, uint32_t instruction);
/// 12,345,678
std::string grouped(uint64_t number);

}  // namespace warpglass::sim
