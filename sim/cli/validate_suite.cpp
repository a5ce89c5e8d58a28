#include "sim/cli/validate_suite.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "models/ablations.h"
#include "sim/cli/launch_input.h"
#include "sim/cli/project_folder.h"

namespace warpglass::cli {
namespace fs = std::filesystem;

fs::path measured_folder(const SuiteOptions& options) {
  return options.measured.empty() ? project_folder("kernels/measured/" + options.model) : fs::path(options.measured);
}

fs::path capsule_folder(const SuiteOptions& options) {
  return options.capsules.empty() ? project_folder("traces/samples") : fs::path(options.capsules);
}

unsigned threads_of(const SuiteOptions& options) {
  return options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
}

std::vector<sim::SuiteEntry> suite_of(const SuiteOptions& options) {
  std::vector<sim::SuiteEntry> entries = sim::find_suite(measured_folder(options), capsule_folder(options));
  if (!options.split.empty())
    std::erase_if(
        entries, [&](const sim::SuiteEntry& e) { return sim::name(sim::split_of(e.name)) != options.split; });
  return entries;
}

std::vector<std::vector<sim::SuiteRow>> run_suite(const SuiteOptions& options,
                                                  const std::vector<sim::SuiteEntry>& entries,
                                                  const std::vector<std::vector<std::string>>& variants) {
  model_of(options);  // an unknown model or setting is told once, not for every kernel
  std::vector<std::vector<sim::SuiteRow>> rows(variants.size(), std::vector<sim::SuiteRow>(entries.size()));
  const auto simulate = [&](size_t job) {
    const size_t variant = job / entries.size(), entry = job % entries.size();
    std::vector<std::string> settings = options.settings;
    settings.insert(settings.end(), variants[variant].begin(), variants[variant].end());
    rows[variant][entry] = sim::run_entry(entries[entry], [&](const fs::path& capsule) {
      return simulate_file(capsule, options.model, settings, {});
    });
  };
  tbb::task_arena arena(static_cast<int>(threads_of(options)));
  arena.execute([&] { tbb::parallel_for(size_t{0}, variants.size() * entries.size(), simulate); });
  return rows;
}

Model model_of(const SuiteOptions& options) {
  Model model = load_model(options.model);
  for (const std::string& setting : options.settings) set_parameter(model, setting);
  return model;
}

sim::AblationStudy ablate(const SuiteOptions& options, const std::vector<sim::SuiteEntry>& entries,
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

}  // namespace warpglass::cli
