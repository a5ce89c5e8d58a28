#include "sim/cli/validate_gains.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sim/cli/launch_input.h"
#include "sim/compare/validation/gain_pairs.h"

namespace warpglass::cli {
namespace {

using nlohmann::json;

json checks_json(const std::vector<sim::GainCheck>& checks) {
  const sim::GainErrors errors = sim::gain_errors(checks);
  json rows = json::array();
  for (const sim::GainCheck& c : checks)
    rows.push_back({{"with", c.pair.with}, {"without", c.pair.without}, {"obstacle", sim::info(c.pair.obstacle).name}, {"also", c.pair.also},
                    {"simulated", c.simulated}, {"simulated_without", c.simulated_without}, {"measured", c.measured}, {"measured_without", c.measured_without},
                    {"predicted_gain", c.predicted_gain()}, {"measured_gain", c.measured_gain()}});
  return {{"mean_difference", errors.points}, {"mean_speedup_error", errors.speedup}, {"mean_difference_of_gain", errors.of_gain}, {"pairs", rows}};
}

}  // namespace

int validate_gains(const SuiteOptions& options, bool as_json) {
  const auto simulate = [&](const std::filesystem::path& capsule, sim::Obstacles removed) {
    sim::SimulationOptions simulation;
    simulation.without = removed;
    return simulate_file(capsule, options.model, options.settings, simulation);
  };
  const std::filesystem::path measured = measured_folder(options), capsules = capsule_folder(options);
  const std::vector<sim::GainCheck> checks = sim::check_gains(measured, capsules, simulate, threads_of(options));
  if (checks.empty()) throw bad_input("{}: no pair of kernels that differ in one obstacle is measured here and has a capsule in {}", measured.string(), capsules.string());
  if (as_json)
    fmt::print("{}\n", checks_json(checks).dump(2));
  else
    fmt::print("{}", sim::gains_document(checks));
  return 0;
}

}  // namespace warpglass::cli
