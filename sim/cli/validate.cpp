#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/launch_input.h"
#include "sim/cli/project_folder.h"
#include "sim/cli/validate_output.h"
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
  std::string suite;
  std::string capsules;
  std::string split;
  std::string model = "h200";
  std::vector<std::string> settings;
  unsigned threads = 0;
  std::string document;
  bool ablate = false;
  std::string gate;
  std::string accept;
  Output format;
};

std::vector<sim::SuiteEntry> suite_of(const Options& options) {
  std::vector<sim::SuiteEntry> entries = sim::find_suite(
      options.suite.empty() ? project_folder("kernels/measured/" + options.model) : fs::path(options.suite),
      options.capsules.empty() ? project_folder("traces/samples") : fs::path(options.capsules));
  if (!options.split.empty())
    std::erase_if(
        entries, [&](const sim::SuiteEntry& e) { return sim::name(sim::split_of(e.name)) != options.split; });
  return entries;
}

/// One result for each variant (settings on top of the command line's) and entry, several at a time.
std::vector<std::vector<sim::SuiteRow>> run_suite(const Options& options,
                                                  const std::vector<sim::SuiteEntry>& entries,
                                                  const std::vector<std::vector<std::string>>& variants) {
  std::vector<std::vector<sim::SuiteRow>> rows(variants.size(), std::vector<sim::SuiteRow>(entries.size()));
  const auto simulate = [&](size_t job) {
    const size_t variant = job / entries.size(), entry = job % entries.size();
    std::vector<std::string> settings = options.settings;
    settings.insert(settings.end(), variants[variant].begin(), variants[variant].end());
    rows[variant][entry] = sim::run_entry(entries[entry], [&](const fs::path& capsule) {
      return simulate_file(capsule, options.model, settings, {});
    });
  };
  const unsigned threads =
      options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] { tbb::parallel_for(size_t{0}, variants.size() * entries.size(), simulate); });
  return rows;
}

Model model_of(const Options& options) {
  Model model = load_model(options.model);
  for (const std::string& setting : options.settings) set_parameter(model, setting);
  return model;
}

sim::AblationStudy ablate(const Options& options, const std::vector<sim::SuiteEntry>& entries,
                          const std::vector<sim::SuiteRow>& whole) {
  const std::vector<Ablation> ablations = load_ablations(model_of(options));
  std::vector<std::vector<std::string>> variants;
  for (const Ablation& ablation : ablations) variants.push_back(ablation.settings);
  const std::vector<std::vector<sim::SuiteRow>> rows = run_suite(options, entries, variants);
  sim::AblationStudy study{options.model, sim::suite_errors(whole), {}};
  for (size_t i = 0; i < ablations.size(); ++i)
    study.results.push_back(sim::ablation_result(ablations[i], rows[i], whole));
  return study;
}

/// The document's section: the study beside the figures, new or of an earlier run, which it then says.
std::string ablation_section(const fs::path& stored, const std::vector<sim::SuiteRow>& rows) {
  const std::optional<sim::AblationStudy> study = sim::read_study(stored);
  if (!study) return "";
  const sim::SuiteErrors now = sim::suite_errors(rows);
  std::string text =
      "The whole suite again with one mechanism switched off by settings (`warpglass validate --ablate`; the "
      "list is "
      "`models/ablations/`). A mechanism without which the error falls is right by its probe, and hides "
      "something else that is missing.\n\n";
  if (now.kernels != study->whole.kernels || now.cycles != study->whole.cycles ||
      now.stall_distance != study->whole.stall_distance)
    text += fmt::format(
        "**Of an earlier state of the model or the suite** ({} kernels, mean error {:.1f} %): to be redone "
        "with `scripts/update-validation --ablate`.\n\n",
        study->whole.kernels, 100 * study->whole.cycles);
  return text + sim::ablation_table(*study);
}

void write_validation(const Options& options, const std::vector<sim::SuiteRow>& rows,
                      const std::optional<sim::AblationStudy>& study) {
  const fs::path document = options.document,
                 stored = document.parent_path() / sim::kFigureFolder / "ablations.json";
  const Model model = model_of(options);
  std::string title = model.title;
  for (const std::string& setting : options.settings) title += ", " + setting;
  std::error_code error;  // what stands in the way is named when the file is written
  fs::create_directories(stored.parent_path(), error);
  if (study) sim::write_study(*study, stored);
  const sim::ValidationDocument written =
      sim::validation_document(rows, title, ablation_section(stored, rows));
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
  const std::vector<sim::SuiteEntry> entries = suite_of(options);
  const std::vector<sim::SuiteRow> rows = run_suite(options, entries, {{}}).front();
  std::optional<sim::AblationStudy> study;
  if (options.ablate) study = ablate(options, entries, rows);
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
  command->add_option("--suite", options->suite,
                      "folder of measurements (default: the project's for the model)");
  command->add_option("--capsules", options->capsules,
                      "folder of capsules of the same names (default: the project's samples)");
  command->add_option("--split", options->split, "dev or held-out alone")
      ->check(CLI::IsMember({"dev", "held-out"}));
  command->add_option("--model", options->model, "the GPU")->capture_default_str();
  command->add_option("--set", options->settings, "KEY=VALUE (repeatable)")->take_all();
  command->add_option("-j", options->threads, "kernels at a time; 0: one a core")->capture_default_str();
  command->add_option("--write", options->document,
                      "write a document with figures beside it (the project's is VALIDATION.md)");
  command->add_flag("--ablate", options->ablate,
                    "also without each mechanism of models/ablations/ (minutes); --write keeps the result");
  command->add_option("--gate", options->gate, "exit 1 if the mean errors are worse than those of this file");
  command->add_option("--accept", options->accept, "write this run's errors to such a file");
  command->add_option("--format", options->format.format, "text, json or markdown (the README's table)")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  command->callback([options, &action] { action = [options] { return validate_command(*options); }; });
}

}  // namespace warpglass::cli
