// A described GPU: parameters with the source of each value.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

/// How a value was come by. Only Measured values carry a spread.
enum class ValueSource : uint8_t { Measured, Datasheet, Paper, Assumed, CommandLine };

std::string_view name(ValueSource source);

struct ParameterInfo {
  std::string_view key;      ///< "l1.hit_latency"
  std::string_view unit;
  bool integer;
  double least, most;
  std::string_view meaning;
};

/// Where a parameter's value came from.
struct Provenance {
  ValueSource source = ValueSource::Assumed;
  std::string note;          ///< citation, probe or reason
  std::string spread;        ///< measured values: e.g. "±2 over 30 runs"
  std::string date;
  std::string model;         ///< the model file that set it ("h200"), or "--set"
};

using Integer = int64_t;
using Real = double;

struct Model {
  std::string name;          ///< "h200"
  std::string title;         ///< "NVIDIA H200 SXM"
  uint32_t compute_capability = 0;  ///< 90
  bool measured = false;     ///< some card of this kind was measured by this project

#define WARPGLASS_PARAMETER(group, key, type, unit, least, most, meaning) type group##_##key = 0;
#include "models/parameters.inc"
#undef WARPGLASS_PARAMETER

  std::vector<Provenance> provenance;  ///< one a parameter, in the order of parameters()
};

/// All parameters in the order of parameters.inc.
std::span<const ParameterInfo> parameters();

/// The value of parameter `index`.
double value_of(const Model& model, size_t index);

/// Loads `name` ("h200") from the model folder, or a path to a .toml file. Throws Usage for an unknown name (with the
/// nearest one), BadInput for a file that is wrong (naming line and key).
Model load_model(const std::string& name);

/// Parses one model file's text; `folder` is where models that it inherits are looked up.
Model parse_model(std::string_view text, const std::string& file, const std::filesystem::path& folder);

/// `--set l2.latency=200`. Throws Usage for an unknown key, a value that is no number or out of bounds.
void set_parameter(Model& model, std::string_view assignment);

/// Throws BadInput for combinations that cannot be (power-of-two geometries and the like).
void check_model(const Model& model);

/// Names of the models in the model folder.
std::vector<std::string> model_names();
/// Folder of the model files: $WARPGLASS_MODELS, beside the program, or the source tree.
std::filesystem::path model_folder();

}  // namespace warpglass
