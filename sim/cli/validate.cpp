#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/validate_gains.h"
#include "sim/cli/validate_output.h"
#include "sim/cli/validate_suite.h"
#include "sim/compare/suite.h"
#include "sim/compare/validation/ablation_study.h"
#include "sim/compare/validation/document.h"
#include "sim/compare/validation/expected_errors.h"
#include "sim/compare/validation/tables.h"

namespace warpglass::cli {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct Options {
  SuiteOptions suite;
  std::string document;
  bool ablate = false;
  bool gains = false;
  std::string gate;
  std::string accept;
  Output format;
};

void write_validation(const Options& options, const std::vector<sim::SuiteRow>& rows,
                      const std::optional<sim::AblationStudy>& study) {
  const fs::path document = options.document,
                 stored = document.parent_path() / sim::kFigureFolder / "ablations.json";
  const Model model = model_of(options.suite);
  std::string title = model.title;
  for (const std::string& setting : options.suite.settings) title += ", " + setting;
  std::error_code error;  // what stands in the way is named when the file is written
  fs::create_directories(stored.parent_path(), error);
  if (study) sim::write_study(*study, stored);
  const std::optional<sim::AblationStudy> kept = sim::read_study(stored);
  const std::string ablations = kept ? sim::ablation_section(*kept, sim::suite_errors(rows)) : "";
  const sim::ValidationDocument written = sim::validation_document(rows, title, ablations);
  sim::write_document(written, document);
  fmt::print(stderr, "validate: wrote {} and {} figures\n", document.string(), written.figures.size());
}

bool passes_gate(const Options& options, const std::vector<sim::SuiteRow>& rows) {
  const sim::GateVerdict verdict = sim::check_gate(sim::read_expected_errors(options.gate), rows);
  fmt::print(stderr, "{}", verdict.text);
  if (!verdict.passed)
    fmt::print(
        stderr,
        "warpglass: the model got worse. If that is meant, accept it: warpglass validate --accept {}\n",
        options.gate);
  return verdict.passed;
}

void print(const Options& options, const std::vector<sim::SuiteRow>& rows,
           const std::optional<sim::AblationStudy>& study) {
  if (options.format.json()) {
    json out = suite_json(rows);
    if (study) out["ablations"] = sim::study_json(*study);
    fmt::print("{}\n", out.dump(1, ' ', false, json::error_handler_t::replace));
  } else if (options.format.format == "markdown") {
    fmt::print("{}", sim::accuracy_table(rows));
  } else {
    print_suite(rows);
    if (study) fmt::print("\n{}", sim::ablation_table(*study));
  }
}

int validate_command(const Options& options) {
  if (options.gains) return validate_gains(options.suite, options.format.json());
  const std::vector<sim::SuiteEntry> entries = suite_of(options.suite);
  const std::vector<sim::SuiteRow> rows = run_suite(options.suite, entries, {{}}).front();
  std::optional<sim::AblationStudy> study;
  if (options.ablate) study = ablate(options.suite, entries, rows);
  print(options, rows, study);
  if (!options.document.empty()) write_validation(options, rows, study);
  const bool failed =
      std::any_of(rows.begin(), rows.end(), [](const sim::SuiteRow& row) { return !row.failure.empty(); });
  const bool worse = !options.gate.empty() && !passes_gate(options, rows);
  if (!options.accept.empty()) sim::write_expected_errors(rows, options.accept);
  return static_cast<int>(failed || worse ? ExitCode::CheckFailed : ExitCode::Ok);
}

}  // namespace

void add_validate(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("validate", "The whole suite: simulated against measured, worst cases first");
  command->add_option("--suite", options->suite.measured,
                      "folder of measurements (default: the project's for the model)");
  command->add_option("--capsules", options->suite.capsules,
                      "folder of capsules of the same names (default: the project's samples)");
  command->add_option("--split", options->suite.split, "dev or held-out alone")
      ->check(CLI::IsMember({"dev", "held-out"}));
  command->add_option("--model", options->suite.model, "the GPU")->capture_default_str();
  command->add_option("--set", options->suite.settings, "KEY=VALUE (repeatable)")->take_all();
  command->add_option("-j", options->suite.threads, "kernels at a time; 0: one a core")
      ->capture_default_str();
  command->add_option("--write", options->document,
                      "write a document with figures beside it (the project's is VALIDATION.md)");
  command->add_flag("--ablate", options->ablate,
                    "also without each mechanism of models/ablations/ (minutes); --write keeps the result");
  command->add_flag("--gains", options->gains,
                    "instead: predicted gains against pairs of measured kernels that differ in one obstacle");
  command->add_option("--gate", options->gate, "exit 1 if the mean errors are worse than those of this file");
  command->add_option("--accept", options->accept, "write this run's errors to such a file");
  command->add_option("--format", options->format.format, "text, json or markdown (the README's table)")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  command->callback([options, &action] { action = [options] { return validate_command(*options); }; });
}

}  // namespace warpglass::cli
