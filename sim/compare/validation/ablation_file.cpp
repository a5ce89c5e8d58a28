// An ablation study as JSON: it takes minutes, so its numbers are kept beside the figures.
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/json_number.h"
#include "sim/compare/validation/ablation_study.h"

namespace warpglass::sim {
using nlohmann::json;

namespace {

constexpr const char* kFormat = "warpglass-ablations";
constexpr uint64_t kLargestFile = 1 << 22;

json to_json(const SuiteErrors& e) {
  return {{"kernels", e.kernels},
          {"cycles", e.cycles},
          {"cycles_dev", e.cycles_dev},
          {"cycles_held_out", e.cycles_held_out},
          {"stall_distance", e.stall_distance}};
}

SuiteErrors errors_from(const json& j) {
  return {whole_number<size_t>(j.at("kernels")), j.at("cycles").get<double>(), j.at("cycles_dev").get<double>(),
          j.at("cycles_held_out").get<double>(), j.at("stall_distance").get<double>()};
}

AblationResult result_from(const json& j) {
  return {{j.at("name").get<std::string>(), j.at("settings").get<std::vector<std::string>>(),
           j.at("meaning").get<std::string>()},
          errors_from(j.at("errors")),
          j.at("most_changed").get<std::string>(),
          j.at("change").get<double>(),
          whole_number<size_t>(j.at("changed"))};
}

}  // namespace

json study_json(const AblationStudy& study) {
  json results = json::array();
  for (const AblationResult& r : study.results)
    results.push_back({{"name", r.ablation.name},
                       {"settings", r.ablation.settings},
                       {"meaning", r.ablation.meaning},
                       {"errors", to_json(r.errors)},
                       {"most_changed", r.most_changed},
                       {"change", r.change},
                       {"changed", r.changed}});
  return {{"format", kFormat},
          {"version", 1},
          {"model", study.model},
          {"whole", to_json(study.whole)},
          {"results", results}};
}

void write_study(const AblationStudy& study, const std::filesystem::path& path) {
  write_file(path, study_json(study).dump(1) + "\n");
}

AblationStudy parse_study(std::string_view text, const std::string& file) {
  try {
    const json root = json::parse(text);
    if (root.at("format") != kFormat) throw bad_input("{}: this is not a {} file", file, kFormat);
    AblationStudy study{root.at("model").get<std::string>(), errors_from(root.at("whole")), {}};
    for (const json& entry : root.at("results")) study.results.push_back(result_from(entry));
    return study;
  } catch (const json::exception& problem) {
    throw bad_input("{}: {}", file, problem.what());
  } catch (const std::invalid_argument& problem) {
    throw bad_input("{}: {}", file, problem.what());
  }
}

std::optional<AblationStudy> read_study(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return parse_study(read_text_file(path, kLargestFile), path.string());
}

}  // namespace warpglass::sim
