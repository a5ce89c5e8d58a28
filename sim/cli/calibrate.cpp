#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "models/calibration/calibration.h"
#include "sim/cli/command.h"
#include "sim/cli/project_folder.h"

namespace warpglass::cli {
namespace {

constexpr uint64_t kLargestModelFile = 1 << 20;

struct Options {
  std::string model = "h200";
  std::string results;
  bool write = false;
  Output format;
};

double value_in(const Model& model, const std::string& key) {
  const auto all = parameters();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ParameterInfo& p) { return p.key == key; });
  return value_of(model, static_cast<size_t>(found - all.begin()));
}

int calibrate_command(const Options& options) {
  const std::filesystem::path folder = options.results.empty()
                                           ? project_folder("models/probes/" + options.model)
                                           : std::filesystem::path(options.results);
  const Model model = load_model(options.model);
  const std::vector<CalibratedValue> values = calibrate(ProbeResults(folder), model);
  nlohmann::json rows = nlohmann::json::array();
  size_t differing = 0;
  if (!options.format.json())
    fmt::print("{:<26} {:>10} {:>22}  {:>10}  {}\n", "", "value", "interval", "in " + model.name, "probe");
  for (const CalibratedValue& value : values) {
    const double now = value_in(model, value.key);
    differing += now != value.value;
    if (options.format.json()) {
      rows.push_back({{"key", value.key},
                      {"value", value.value},
                      {"least", value.least},
                      {"most", value.most},
                      {"in_model", now},
                      {"probe", value.source},
                      {"date", value.date},
                      {"how", value.how}});
      continue;
    }
    fmt::print("{:<26} {:>10} {:>22}  {:>10}  {}\n", value.key, value_text(value),
               fmt::format("{:.4g} to {:.4g}", value.least, value.most),
               now == value.value ? "same" : fmt::format("{:.6g}", now), value.source);
    fmt::print("    {}\n", value.how);
  }
  if (options.format.json()) fmt::print("{}\n", rows.dump(2));
  if (options.write) {
    const std::filesystem::path file = model_folder() / (options.model + ".toml");
    write_file(file, with_values(read_text_file(file, kLargestModelFile), values));
    fmt::print(stderr, "calibrate: wrote {} values to {}, {} of them new\n", values.size(), file.string(),
               differing);
  }
  return 0;
}

}  // namespace

void add_calibrate(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("calibrate", "Values of a model from the results of the probes; needs no GPU");
  command->add_option("--model", options->model, "the GPU")->capture_default_str();
  command->add_option("--results", options->results,
                      "folder of probe results (default: the project's for the model)");
  command->add_flag("--write", options->write, "rewrite the measured values of the model file");
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return calibrate_command(*options); }; });
}

}  // namespace warpglass::cli
