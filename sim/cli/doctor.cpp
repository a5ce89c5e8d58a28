#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "isa/nvdisasm.h"
#include "isa/semantics/translate.h"
#include "models/model.h"
#include "sim/cli/command.h"
#include "sim/cli/project_folder.h"

namespace warpglass::cli {
namespace {

struct Check {
  std::string what;
  bool ok = false;
  std::string detail;
  std::string needed_for;
};

std::string on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string list = path == nullptr ? "" : path;
  for (size_t at = 0; at <= list.size();) {
    const size_t end = std::min(list.find(':', at), list.size());
    const std::filesystem::path candidate = std::filesystem::path(list.substr(at, end - at)) / program;
    std::error_code error;
    if (std::filesystem::is_regular_file(candidate, error)) return candidate.string();
    at = end + 1;
  }
  return "";
}

template <typename Probe>
Check check(const char* what, const char* needed_for, Probe probe) {
  try {
    return {what, true, probe(), needed_for};
  } catch (const Error& error) {
    return {what, false, error.what(), needed_for};
  }
}

std::vector<Check> all_checks() {
  std::vector<Check> checks;
  checks.push_back(check("models", "run, report, validate", [] {
    std::string names;
    for (const std::string& name : model_names()) names += (names.empty() ? "" : ", ") + load_model(name).name;
    if (names.empty()) throw bad_input("no model file in {}: set WARPGLASS_MODELS to their folder", model_folder().string());
    return names + " in " + model_folder().string();
  }));
  checks.push_back(check("samples", "validate, the demo", [] { return project_folder("traces/samples").string(); }));
  checks.push_back(check("nvdisasm", "capsules that hold no disassembly", [] { return isa::find_nvdisasm().string(); }));
  const std::string ncu = on_path("ncu"), nvcc = on_path("nvcc");
  checks.push_back({"nvcc", !nvcc.empty(), nvcc.empty() ? "not on the PATH" : nvcc, "building kernels/"});
  checks.push_back({"ncu", !ncu.empty(), ncu.empty() ? "not on the PATH" : ncu, "measuring (kernels/measure)"});
  std::error_code error;
  const bool gpu = std::filesystem::exists("/dev/nvidiactl", error);
  checks.push_back({"GPU", gpu, gpu ? "a driver is loaded" : "no NVIDIA driver is loaded", "capture, measuring"});
  checks.push_back({"instruction set", true, std::string(isa::name(isa::best_level())), "speed of replay"});
  return checks;
}

int doctor_command(const Output& output) {
  const std::vector<Check> checks = all_checks();
  if (output.json()) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Check& c : checks) rows.push_back({{"what", c.what}, {"ok", c.ok}, {"detail", c.detail}, {"needed_for", c.needed_for}});
    fmt::print("{}\n", rows.dump(2));
  } else {
    for (const Check& c : checks) fmt::print("{:<4} {:<16} {}\n     {:<16} needed for: {}\n", c.ok ? "ok" : "--", c.what, c.detail, "", c.needed_for);
  }
  // Only what every user needs decides: models. The rest is optional.
  return static_cast<int>(checks[0].ok ? ExitCode::Ok : ExitCode::CheckFailed);
}

}  // namespace

void add_doctor(CLI::App& program, Action& action) {
  auto output = std::make_shared<Output>();
  CLI::App* command = program.add_subcommand("doctor", "What is installed, what is missing, and what for");
  add_format(*command, *output);
  command->callback([output, &action] { action = [output] { return doctor_command(*output); }; });
}

}  // namespace warpglass::cli
