// Runs the validation suite, once or with variations of the model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/model.h"
#include "sim/compare/suite.h"
#include "sim/compare/validation/ablation_study.h"

namespace warpglass::cli {

struct SuiteOptions {
  std::string measured;  ///< folder of measurements; "": the project's for the model
  std::string capsules;  ///< folder of capsules; "": the project's samples
  std::string split;     ///< "dev", "held-out" or "" for both
  std::string model = "h200";
  std::vector<std::string> settings;  ///< KEY=VALUE
  unsigned threads = 0;               ///< kernels at a time; 0: one a core
};

std::filesystem::path measured_folder(const SuiteOptions& options);
std::filesystem::path capsule_folder(const SuiteOptions& options);
unsigned threads_of(const SuiteOptions& options);

/// The model with its settings.
Model model_of(const SuiteOptions& options);

std::vector<sim::SuiteEntry> suite_of(const SuiteOptions& options);

/// One result for each variant (settings on top of the options') and entry.
std::vector<std::vector<sim::SuiteRow>> run_suite(const SuiteOptions& options,
                                                  const std::vector<sim::SuiteEntry>& entries,
                                                  const std::vector<std::vector<std::string>>& variants);

/// The suite without each mechanism of the model's list; `whole`: with all of them.
sim::AblationStudy ablate(const SuiteOptions& options, const std::vector<sim::SuiteEntry>& entries,
                          const std::vector<sim::SuiteRow>& whole);

}  // namespace warpglass::cli
