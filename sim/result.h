// What one simulation found.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.h"
#include "sim/core/statistics.h"
#include "sim/gain.h"
#include "sim/memory/memory_system.h"
#include "sim/occupancy.h"
#include "traces/launch.h"

namespace warpglass::sim {

class Timeline;

/// How far a number can be trusted.
enum class Certainty : uint8_t {
  Exact,     ///< follows from the trace
  Modelled,  ///< depends on the model
  Sampled,   ///< extrapolated from a part of the launch (and modelled, where it would be without)
};
std::string_view name(Certainty certainty);

/// A number with ncu's name and unit.
struct Metric {
  std::string name;
  std::string unit;
  double value = 0;
  Certainty certainty = Certainty::Modelled;
  double half_interval = 0;  ///< of a sampled value: the 95 % interval reaches so far to either side
};

/// What a sampled run left out (sim/sampling).
struct Sampling {
  uint64_t blocks = 0, blocks_skipped = 0;   ///< of the launch; never started
  uint64_t blocks_executed = 0;              ///< of those skipped, executed for what they leave in L2
  uint64_t warp_instructions_simulated = 0;
  uint64_t warp_instructions_executed = 0;   ///< executed in loops without being simulated
  Cycle half_interval = 0;                   ///< cycles +- this: 95 %
  std::vector<std::string> notes;            ///< sentences
};

struct RunResult {
  std::string kernel;            ///< demangled where known
  std::string source;            ///< file name of the capsule or trace, without its folder
  std::string model;
  std::string model_title;
  bool model_measured = false;   ///< the model describes a card that this project measured
  std::vector<std::string> settings;  ///< --set
  /// Obstacles that were out of the way, and what else of the launch was changed: if any, the result is hypothetical.
  std::vector<std::string> without;
  std::vector<Gain> gains;            ///< if the launch was also simulated without each obstacle: largest first
  LaunchShape shape;
  BlockResources resources;
  Occupancy occupancy;
  double sm_clock_mhz = 0;
  uint32_t sms = 0;
  double hbm_bytes_per_cycle = 0;  ///< that streaming can reach on the model
  Cycle cycles = 0;              ///< gpc__cycles_elapsed.max
  Cycle launch_cycles = 0;       ///< of these: launch overhead and drain, with that of memory
  double active_cycles = 0;      ///< sm__cycles_active.avg
  SmStatistics totals;           ///< summed over SMs
  MemoryStatistics memory;
  std::vector<Metric> metrics;

  // The program, for reports by instruction and line.
  std::vector<std::string> text;
  std::vector<isa::SourceLocation> locations;
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> sources;  ///< path and text, as far as the capsule holds them

  std::shared_ptr<const Timeline> timeline;  ///< nullptr when none was recorded

  std::optional<Sampling> sampled;  ///< the launch was sampled: its counts are extrapolated
  std::string not_sampled;          ///< why it was simulated in full though sampling was asked for

  uint64_t warp_instructions() const;
  uint64_t thread_instructions() const;
  /// Warp-cycles by reason, summed over instructions.
  std::array<uint64_t, kStalls> stalls() const;
  /// The metric's value, or nothing if it is not modelled.
  std::optional<double> metric(std::string_view name) const;
};

/// Fills `metrics` from the counts.
void compute_metrics(RunResult& result, const Model& model);

}  // namespace warpglass::sim
