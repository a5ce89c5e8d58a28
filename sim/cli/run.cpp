#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/launch_input.h"
#include "sim/report/gains.h"
#include "sim/report/text_report.h"
#include "sim/result_json.h"
#include "sim/run_file.h"

namespace warpglass::cli {
namespace {

struct Options {
  std::string input;
  std::string model = "h200";
  std::vector<std::string> settings;
  std::vector<std::string> without;
  unsigned threads = 1;
  std::string output;
  std::string detail = "default";
  bool sample = false;
  bool gains = false;
  Output format;
};

std::string obstacle_names() {
  std::string names;
  for (const sim::ObstacleInfo& obstacle : sim::all_obstacles()) names += (names.empty() ? "" : ", ") + std::string(obstacle.name);
  return names;
}

// The launch as it is, recorded if a file is wanted, and without each obstacle.
sim::RunResult simulate_with_gains(const Options& options, const sim::SimulationOptions& simulation) {
  const auto simulate = [&](sim::Obstacles removed) {
    sim::SimulationOptions one;
    one.without = removed;
    if (removed.names().empty()) one.detail = simulation.detail;
    return simulate_file(options.input, options.model, options.settings, one);
  };
  return sim::find_gains(simulate, simulation.threads).whole;
}

int run(const Options& options) {
  if (options.gains && !options.without.empty()) throw usage_error("--gains says what a launch gains without each obstacle: it goes without --without");
  sim::SimulationOptions simulation;
  simulation.threads = options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
  for (const std::string& name : options.without) simulation.without.add(sim::parse_obstacle(name));
  if (const sim::Detail detail = sim::parse_detail(options.detail); !options.output.empty()) simulation.detail = detail;
  if (options.sample && options.gains) throw usage_error("--sample and --gains do not go together: gains are differences of whole simulations");
  const sim::RunResult result = options.gains ? simulate_with_gains(options, simulation) : simulate_file(options.input, options.model, options.settings, simulation, options.sample);
  if (!options.output.empty()) sim::write_run(result, options.output);
  if (options.format.json())
    fmt::print("{}\n", sim::summary_json(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    fmt::print("{}{}", sim::headline(result), options.gains ? "\n" + sim::gains_text({result, result.gains}, sim::Style::for_stdout()) : "");
  return 0;
}

}  // namespace

void add_run(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("run", "Simulate a launch: cycles, stalls, traffic");
  command->add_option("input", options->input, "a capsule or a trace")->required();
  command->add_option("--model", options->model, "the GPU: a name of `warpglass models list` or a .toml file")->capture_default_str();
  command->add_option("--set", options->settings, "change a model parameter: KEY=VALUE (repeatable)")->expected(1)->allow_extra_args(false)->take_all();
  command->add_option("--without", options->without, "simulate with an obstacle out of the way (repeatable): " + obstacle_names())->expected(1)->allow_extra_args(false)->take_all();
  add_sample(*command, options->sample);
  command->add_option("-j", options->threads, "threads; 0: one a core. The result does not depend on it")->capture_default_str();
  command->add_flag("--gains", options->gains, "simulate it also without each obstacle, and keep in the .run file what that gains: a dozen simulations more");
  command->add_option("-o", options->output, "write a .run file for `warpglass report` and the window");
  command->add_option("--detail", options->detail, "SMs whose warps the .run file shows over time: all, none, default (the first and a middle one) or sm=0,17")->capture_default_str();
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace warpglass::cli
