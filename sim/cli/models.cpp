#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/model.h"
#include "sim/cli/command.h"

namespace warpglass::cli {
namespace {

using nlohmann::json;

int list(const Output& output) {
  json rows = json::array();
  for (const std::string& model_name : model_names()) {
    const Model model = load_model(model_name);
    if (output.json())
      rows.push_back({{"name", model_name}, {"title", model.title}, {"measured", model.measured}});
    else
      fmt::print("{:<12} {} {}\n", model_name, model.title, model.measured ? "" : "(never measured by this project)");
  }
  if (output.json()) fmt::print("{}\n", rows.dump(2));
  return 0;
}

// "measured" of an inherited value means on that other GPU.
std::string inheritance(const Model& model, const Provenance& from) {
  if (from.model == model.name) return "";
  if (from.model == "--set") return " [--set]";
  return fmt::format(" [inherited from {}{}]", from.model, model.measured ? "" : ", not measured on this GPU");
}

int show(const std::string& model_name, const std::vector<std::string>& settings, bool effective, const Output& output) {
  Model model = load_model(model_name);
  for (const std::string& setting : settings) set_parameter(model, setting);
  json rows = json::array();
  if (!output.json())
    fmt::print("{}: {}{}\n\n", model.name, model.title, model.measured ? "" : " (never measured by this project)");
  for (size_t i = 0; i < parameters().size(); ++i) {
    const ParameterInfo& parameter = parameters()[i];
    const Provenance& from = model.provenance[i];
    // Without --effective, what this model itself sets; inherited values are shown with it.
    if (!effective && from.model != model.name && from.model != "--set") continue;
    if (output.json()) {
      rows.push_back({{"key", std::string(parameter.key)}, {"value", value_of(model, i)}, {"unit", std::string(parameter.unit)},
                      {"source", std::string(name(from.source))}, {"note", from.note}, {"spread", from.spread}, {"date", from.date},
                      {"from", from.model}, {"meaning", std::string(parameter.meaning)}});
      continue;
    }
    fmt::print("{:<26} {:>10} {:<12} {}{}\n", parameter.key, value_of(model, i), parameter.unit, name(from.source),
               from.spread.empty() ? "" : ", " + from.spread);
    fmt::print("    {}\n    {}{}\n", parameter.meaning, from.note, inheritance(model, from));
  }
  if (output.json()) fmt::print("{}\n", rows.dump(2));
  return 0;
}

}  // namespace

void add_models(CLI::App& program, Action& action) {
  struct Options {
    std::string model;
    std::vector<std::string> settings;
    bool effective = false;
    Output list_format, show_format;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("models", "The GPUs that can be simulated, and where each value comes from");
  command->require_subcommand(1);
  CLI::App* list_command = command->add_subcommand("list", "Names of the models");
  add_format(*list_command, options->list_format);
  list_command->callback([options, &action] { action = [options] { return list(options->list_format); }; });
  CLI::App* show_command = command->add_subcommand("show", "Every parameter with its value and source");
  show_command->add_option("model", options->model, "a name of the list or a .toml file")->required();
  show_command->add_option("--set", options->settings, "KEY=VALUE (repeatable)")->take_all();
  show_command->add_flag("--effective", options->effective, "with what is inherited and set");
  add_format(*show_command, options->show_format);
  show_command->callback([options, &action] {
    action = [options] { return show(options->model, options->settings, options->effective, options->show_format); };
  });
}

}  // namespace warpglass::cli
