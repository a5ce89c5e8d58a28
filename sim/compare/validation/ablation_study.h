// What the errors are without one mechanism of the model.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/ablations.h"
#include "sim/compare/suite.h"

namespace warpglass::sim {

/// Errors of one pass over the suite.
struct SuiteErrors {
  size_t kernels = 0;
  double cycles = 0, cycles_dev = 0, cycles_held_out = 0;  ///< mean absolute errors, fractions
  double stall_distance = 0;                               ///< mean
};
SuiteErrors suite_errors(const std::vector<SuiteRow>& rows);

struct AblationResult {
  Ablation ablation;
  SuiteErrors errors;
  std::string most_changed;  ///< the kernel whose cycles change most
  double change = 0;         ///< of its simulated cycles, a fraction
  size_t changed = 0;        ///< kernels whose cycles change at all
};

struct AblationStudy {
  std::string model;
  SuiteErrors whole;  ///< with everything
  std::vector<AblationResult> results;
};

/// `rows` were simulated without what `ablation` switches off, `whole` with it; the same kernels in the same
/// order.
AblationResult ablation_result(const Ablation& ablation, const std::vector<SuiteRow>& rows,
                               const std::vector<SuiteRow>& whole);

/// A Markdown table, the mechanism that matters most first.
std::string ablation_table(const AblationStudy& study);

/// The document's section: what was done, the table, and whether it is of the state whose errors are `now`.
std::string ablation_section(const AblationStudy& study, const SuiteErrors& now);

nlohmann::json study_json(const AblationStudy& study);
void write_study(const AblationStudy& study, const std::filesystem::path& path);
/// Nothing when the file does not exist. Throws BadInput when it is broken.
std::optional<AblationStudy> read_study(const std::filesystem::path& path);
/// One file's text; `file` is for complaints.
AblationStudy parse_study(std::string_view text, const std::string& file);

}  // namespace warpglass::sim
