#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/launch_input.h"
#include "sim/report/expected_gain.h"
#include "sim/report/gains.h"
#include "sim/report/text_report.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "traces/container/database.h"

namespace warpglass::cli {
namespace {

using nlohmann::json;

struct Options {
  std::string input;
  std::string model = "h200";
  std::vector<std::string> settings;
  unsigned threads = 1;
  bool gains = false;
  bool sample = false;
  Output format;
};

json findings_json(const sim::RunResult& result, const std::vector<sim::Gain>& gains) {
  std::vector<sim::Finding> found = sim::diagnose(result);
  sim::add_gains(found, gains);
  json findings = json::array();
  for (const sim::Finding& f : found) {
    json places = json::array();
    for (const sim::Place& place : f.places)
      places.push_back({{"instruction", place.instruction}, {"address", place.instruction * isa::kInstructionBytes},
                        {"sass", place.instruction < result.text.size() ? result.text[place.instruction] : ""},
                        {"source", sim::source_place(result, place.instruction)}, {"note", place.note}});
    findings.push_back({{"rule", f.rule}, {"title", f.title}, {"weight", f.weight}, {"certainty", std::string(sim::name(f.certainty))},
                        {"evidence", f.evidence}, {"advice", f.advice}, {"why", f.why}, {"places", places}});
    if (f.gains.empty()) continue;
    findings.back()["expected_gain"] = sim::expected_gain(f);
    findings.back()["gains"] = sim::gains_json(f.gains);
  }
  return findings;
}

sim::LaunchGains gains_of_launch(const std::string& input, const Options& options) {
  const auto simulate = [&](sim::Obstacles removed) {
    sim::SimulationOptions simulation;
    simulation.without = removed;
    return simulate_file(input, options.model, options.settings, simulation, options.sample);
  };
  return sim::find_gains(simulate, options.threads);
}

// A run holds no launch to simulate again: its capsule or trace has to lie beside it, under the name that the run knows it by.
sim::LaunchGains gains_of_run(const Options& options) {
  const sim::RunResult run = sim::read_run(options.input);
  const std::filesystem::path source = std::filesystem::path(options.input).parent_path() / std::filesystem::path(run.source).filename();
  if (run.source.empty() || !std::filesystem::is_regular_file(source))
    throw bad_input("{}: a run cannot be simulated again and {} is not beside it: give the capsule to --gains", options.input, run.source.empty() ? "its capsule" : run.source);
  Options of_run = options;
  of_run.model = run.model;
  of_run.settings = run.settings;
  of_run.sample = options.sample || run.sampled.has_value();
  sim::LaunchGains found = gains_of_launch(source.string(), of_run);
  if (run.without.empty() && found.whole.cycles != run.cycles)
    throw bad_input("{}: {} beside it does not give this run again ({} cycles, not {}): give the capsule to --gains", options.input, source.string(), found.whole.cycles, run.cycles);
  return found;
}

sim::LaunchGains read_or_simulate(const Options& options) {
  const bool is_run = &detect_format(options.input) == &kRunFormat;
  if (options.sample && options.gains) throw usage_error("--sample and --gains do not go together: gains are differences of whole simulations");
  if (is_run && options.sample) throw usage_error("--sample: a run has been simulated already; give the capsule");
  if (is_run) {
    sim::LaunchGains found;
    found.whole = sim::read_run(options.input);
    found.gains = found.whole.gains;
    return options.gains && found.gains.empty() ? gains_of_run(options) : found;
  }
  if (options.gains) return gains_of_launch(options.input, options);
  sim::SimulationOptions simulation;
  simulation.threads = options.threads;
  return {simulate_file(options.input, options.model, options.settings, simulation, options.sample), {}};
}

int report_command(const Options& options) {
  const sim::LaunchGains found = read_or_simulate(options);
  if (options.format.json()) {
    json out = sim::summary_json(found.whole);
    out["findings"] = findings_json(found.whole, found.gains);
    fmt::print("{}\n", out.dump(2, ' ', false, json::error_handler_t::replace));
  } else {
    const sim::Style style = sim::Style::for_stdout();
    fmt::print("{}", sim::text_report(found.whole, style, found.gains));
    if (options.gains) fmt::print("\n{}", sim::gains_text(found, style));
  }
  return 0;
}

}  // namespace

void add_report(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("report", "Why it is slow: ranked findings with evidence");
  command->add_option("input", options->input, "a run; or a capsule or trace, which is simulated first")->required();
  command->add_option("--model", options->model, "the GPU, for a capsule or trace")->capture_default_str();
  command->add_option("--set", options->settings, "KEY=VALUE, for a capsule or trace (repeatable)")->take_all();
  command->add_flag("--gains", options->gains, "also what the launch would gain without each obstacle: simulates it a dozen times more, unless the run holds it (`warpglass run --gains`)");
  add_sample(*command, options->sample);
  command->add_option("-j", options->threads, "threads")->capture_default_str();
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return report_command(*options); }; });
}

}  // namespace warpglass::cli
