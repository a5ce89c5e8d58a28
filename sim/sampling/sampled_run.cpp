#include "sim/sampling/sampled_run.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sim/sampling/communication.h"
#include "sim/sampling/counts.h"
#include "sim/sampling/sampler.h"

namespace warpglass::sim {
namespace {

void add(RunResult& result, const Added& added, size_t sms) {
  add_counts(added.counts, result.totals, result.memory);
  const auto cycles = static_cast<Cycle>(std::llround(added.cycles));
  result.cycles += cycles;
  result.totals.last_end += cycles;
  result.totals.active_cycles += static_cast<Cycle>(std::llround(added.active_sm_cycles));
  result.active_cycles = static_cast<double>(result.totals.active_cycles) / static_cast<double>(sms);
}

// Executions of blocks that were never started: those of the blocks that were looked at.
void add_executions(RunResult& result, const LaunchProfile& profile, uint64_t blocks) {
  const auto times = static_cast<double>(blocks);
  for (size_t i = 0; i < profile.counts.size(); ++i) {
    InstructionStatistics& to = result.totals.instructions[i];
    const auto executed = static_cast<uint64_t>(std::llround(times * profile.counts[i].executed));
    to.executed += executed;
    to.stalls[static_cast<unsigned>(Stall::Selected)] += executed;
    to.threads += static_cast<uint64_t>(std::llround(times * profile.counts[i].threads));
    to.threads_predicated_on +=
        static_cast<uint64_t>(std::llround(times * profile.counts[i].threads_predicated_on));
  }
  result.totals.blocks += blocks;
}

// Metrics of each alternative, by name: some may lack a metric that others have.
double half_interval_of(const Metric& metric, std::span<const RunResult> alternatives, size_t groups) {
  std::vector<double> values;
  for (size_t i = 0; i < std::min(groups, alternatives.size()); ++i)
    if (const auto value = alternatives[i].metric(metric.name)) values.push_back(*value);
  return half_interval(values);
}

bool follows_from_launch(const std::string& metric) {
  return metric.starts_with("launch__") || metric == "sm__maximum_warps_per_active_cycle_pct";
}

// The least half interval, as a share of a value. Sampling stops as soon as groups agree, so that they do is
// no evidence of more than the threshold; where blocks differ in size, the mean of the profiled ones may be
// that far from that of all.
double least_half_interval(const RunResult& result, const LaunchProfile& profile, const Sampler& sampler,
                           const SamplingOptions& options) {
  const double extrapolated = sampler.extrapolation().mean().cycles / static_cast<double>(result.cycles);
  const double skipped =
      static_cast<double>(sampler.blocks_skipped()) / static_cast<double>(result.shape.blocks());
  const double filling = sampler.filling_doubt() / static_cast<double>(result.cycles);
  return options.steady_interval * extrapolated + filling +
         2 * skipped * profile.deviation / std::sqrt(static_cast<double>(profile.blocks));
}

void extrapolate(RunResult& result, const Model& model, const LaunchProfile& profile, const Sampler& sampler,
                 const SamplingOptions& options) {
  add_executions(result, profile, sampler.blocks_skipped());
  const Extrapolation& extrapolation = sampler.extrapolation();
  std::vector<RunResult> alternatives(Extrapolation::kAlternatives, result);
  for (size_t i = 0; i < alternatives.size(); ++i) {
    add(alternatives[i], extrapolation.alternatives()[i], result.sms);
    compute_metrics(alternatives[i], model);
  }
  add(result, extrapolation.mean(), result.sms);
  compute_metrics(result, model);
  const double least = least_half_interval(result, profile, sampler, options);
  for (Metric& metric : result.metrics) {
    if (follows_from_launch(metric.name)) continue;
    metric.certainty = Certainty::Sampled;
    metric.half_interval = std::max(half_interval_of(metric, alternatives, extrapolation.groups()),
                                    least * std::abs(metric.value));
  }
}

Sampling describe(const RunResult& result, const LaunchProfile& profile, const Sampler& sampler) {
  Sampling sampled;
  sampled.blocks = result.shape.blocks();
  sampled.blocks_skipped = sampler.blocks_skipped();
  sampled.blocks_executed = sampler.blocks_executed();
  sampled.warp_instructions_simulated = sampler.steps_simulated();
  sampled.warp_instructions_executed = sampler.steps_skipped();
  for (const Metric& metric : result.metrics)
    if (metric.name == "gpc__cycles_elapsed.max")
      sampled.half_interval = static_cast<Cycle>(std::ceil(metric.half_interval));
  sampled.notes.push_back(
      "Memory that skipped blocks write is not written, so a sampled run proves nothing about results.");
  if (!profile.same_path)
    sampled.notes.push_back("Warps take different paths, so no iterations of loops were left out.");
  if (sampler.filled_in_vain())
    sampled.notes.push_back(
        "L2 was still filling when blocks were left out: traffic to HBM, and time, may be larger.");
  return sampled;
}

RunResult in_full(const OpenLaunch& open, const Model& model, const SimulationOptions& options,
                  const std::string& why) {
  const std::shared_ptr<LaunchStream> stream = open();
  RunResult result = simulate(*stream, model, options);
  result.not_sampled = "Simulated in full: " + why + ".";
  return result;
}

}  // namespace

RunResult simulate_sampled(const OpenLaunch& open, const Model& model, const SimulationOptions& options,
                           const SamplingOptions& sampling) {
  if (options.l2 != nullptr) return in_full(open, model, options, "L2 is handed on to another launch");
  LaunchProfile profile;
  {
    const std::shared_ptr<LaunchStream> ahead = open();
    if (const std::string why = communication(ahead->program()); !why.empty())
      return in_full(open, model, options, why);
    profile = profile_launch(*ahead, sampling);
  }
  if (profile.deviation > sampling.different_blocks)
    return in_full(
        open, model, options,
        fmt::format(
            "blocks differ too much to stand for each other ({:.0f} warp instructions a block, +- {:.0f} %)",
            profile.steps, 100 * profile.deviation));
  Sampler sampler(profile, sampling);
  SimulationOptions sampled = options;
  sampled.sampler = &sampler;
  sampled.detail = {};
  const std::shared_ptr<LaunchStream> stream = open();
  try {
    RunResult result = simulate(*stream, model, sampled);
    if (!sampler.skipped_anything()) {
      result.not_sampled =
          sampler.fills_for_long()
              ? "Simulated in full: L2 fills with what is written for most of the launch."
              : "Simulated in full: no part of the launch was steady for long enough to leave out what follows.";
      return result;
    }
    extrapolate(result, model, profile, sampler, sampling);
    result.sampled = describe(result, profile, sampler);
    return result;
  } catch (const OutOfStep&) {
    return in_full(open, model, options, "a warp left the loop that others were in");
  }
}

}  // namespace warpglass::sim
