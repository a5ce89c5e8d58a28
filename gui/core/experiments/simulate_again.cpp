#include "gui/core/experiments/simulate_again.h"

#include <memory>

#include "base/error.h"
#include "sim/cli/launch_input.h"

namespace warpglass::gui {

QString why_not_simulated(const RunDocument& run) {
  if (!run.result.without.empty()) return QStringLiteral("this run is hypothetical itself");
  if (!run.model)
    return QStringLiteral("the model '%1' is not installed here")
        .arg(QString::fromStdString(run.result.model));
  if (!run.launch)
    return QStringLiteral("its capsule is not open (%1)").arg(QString::fromStdString(run.launch_problem));
  return {};
}

sim::RunResult simulate_again(const RunDocument& run, const sim::SimulationOptions& options) {
  if (const QString reason = why_not_simulated(run); !reason.isEmpty())
    throw bad_input("{}", reason.toStdString());
  const std::unique_ptr<cli::LaunchInput> input = cli::open_launch(run.launch->path);
  return sim::simulate(input->stream(), *run.model, options);
}

std::function<bool(const sim::SimulationProgress&)> SharedProgress::one() {
  const auto last = std::make_shared<uint64_t>(0);
  return [this, last](const sim::SimulationProgress& p) {
    const uint64_t now = p.blocks > 0 ? 1'000'000 * p.blocks_started / p.blocks : 0;
    const uint64_t sum = millionths_ += now - *last;
    *last = now;
    return progress_(static_cast<double>(sum) / 1e6 / static_cast<double>(simulations_));
  };
}

double expected_seconds(const RunDocument& run) {
  constexpr double kWarpInstructionsASecond = 4e5;  // of the slower samples, one thread
  return run.simulated_seconds > 0
             ? run.simulated_seconds
             : static_cast<double>(run.result.warp_instructions()) / kWarpInstructionsASecond;
}

}  // namespace warpglass::gui
