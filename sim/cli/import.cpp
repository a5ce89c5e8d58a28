#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "sim/cli/command.h"
#include "sim/compare/measured_session.h"

namespace warpglass::cli {
namespace {

int import_command(const std::string& folder, const std::string& output) {
  const sim::MeasuredSession session = sim::read_session(folder);
  for (const std::string& sentence : session.not_understood) fmt::print(stderr, "warpglass: {}\n", sentence);
  std::filesystem::create_directories(output);
  for (const Measurement& measurement : session.measurements) write_measurement(measurement, std::filesystem::path(output) / (measurement.name + ".json"));
  fmt::print("{} measurements written to {}\n", session.measurements.size(), output);
  return 0;
}

}  // namespace

void add_import(CLI::App& program, Action& action) {
  struct Options {
    std::string folder, output;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("import", "Turn what kernels/measure brought back from a GPU into measurements");
  command->add_option("folder", options->folder, "folder with raw.csv, source.csv, index.json; cycles.csv, index-cycles.json; warm.json; session.json")->required();
  command->add_option("-o", options->output, "folder for the measurements")->required();
  command->callback([options, &action] { action = [options] { return import_command(options->folder, options->output); }; });
}

}  // namespace warpglass::cli
