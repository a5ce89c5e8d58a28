#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/cli/command.h"
#include "sim/cli/launch_input.h"
#include "sim/report/finding.h"
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
  Output format;
};

json findings_json(const sim::RunResult& result) {
  json findings = json::array();
  for (const sim::Finding& f : sim::diagnose(result)) {
    json places = json::array();
    for (const sim::Place& place : f.places)
      places.push_back({{"instruction", place.instruction}, {"address", place.instruction * isa::kInstructionBytes},
                        {"sass", place.instruction < result.text.size() ? result.text[place.instruction] : ""},
                        {"source", sim::source_place(result, place.instruction)}, {"note", place.note}});
    findings.push_back({{"rule", f.rule}, {"title", f.title}, {"weight", f.weight}, {"certainty", std::string(sim::name(f.certainty))},
                        {"evidence", f.evidence}, {"advice", f.advice}, {"why", f.why}, {"places", places}});
  }
  return findings;
}

int report_command(const Options& options) {
  sim::RunResult result;
  if (&detect_format(options.input) == &kRunFormat) {
    result = sim::read_run(options.input);
  } else {
    sim::SimulationOptions simulation;
    simulation.threads = options.threads;
    result = simulate_file(options.input, options.model, options.settings, simulation);
  }
  if (options.format.json()) {
    json out = sim::summary_json(result);
    out["findings"] = findings_json(result);
    fmt::print("{}\n", out.dump(2, ' ', false, json::error_handler_t::replace));
  } else {
    fmt::print("{}", sim::text_report(result, sim::Style::for_stdout()));
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
  command->add_option("-j", options->threads, "threads")->capture_default_str();
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return report_command(*options); }; });
}

}  // namespace warpglass::cli
