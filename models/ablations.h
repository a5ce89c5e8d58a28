// Mechanisms of the timing model that settings can switch off, listed in models/ablations/NAME.toml.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/model.h"

namespace warpglass {

struct Ablation {
  std::string name;                   ///< "near and far L2"
  std::vector<std::string> settings;  ///< KEY=VALUE, which together switch it off
  std::string meaning;                ///< what is left without it, one sentence
};

/// The list for `model`, in the order of the file. Throws BadInput, naming file, line and key, for a setting
/// that the model does not take.
std::vector<Ablation> load_ablations(const Model& model);
std::vector<Ablation> parse_ablations(std::string_view text, const std::string& file, const Model& model);

}  // namespace warpglass
