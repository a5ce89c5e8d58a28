#include "base/error.h"
#include "sim/cli/command.h"
#include "traces/capture/launch.h"

namespace warpglass::cli {
namespace {

struct Options {
  capture::CaptureOptions capture;
  std::string max_bytes;
  std::vector<std::string> sources;
};

int capture_command(Options options) {
  if (!options.max_bytes.empty()) options.capture.request.max_bytes = capture::parse_bytes(options.max_bytes, "--max-bytes");
  for (const std::string& source : options.sources) {
    const size_t equals = source.find('=');
    if (equals == std::string::npos) throw usage_error("--sources {}: write PREFIX=DIR", source);
    options.capture.source_folders.emplace_back(source.substr(0, equals), source.substr(equals + 1));
  }
  return capture::run_capture(options.capture);
}

}  // namespace

void add_capture(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  capture::CaptureRequest& request = options->capture.request;
  CLI::App* command = program.add_subcommand("capture", "Record launches of any CUDA program (needs a GPU): warpglass capture -o DIR -- APP ARGS…");
  command->add_option("-k,--kernel", request.kernel, "regular expression on the kernel's name")->type_name("REGEX");
  command->add_option("-s,--skip", request.skip, "matching launches to let pass first");
  command->add_option("-c,--count", request.count, "launches to capture, 0 for all")->capture_default_str();
  command->add_option("-o,--output", request.folder, "folder of the capsules")->required()->type_name("DIR");
  command->add_option("--name", request.name, "name of the capsule, without .capsule")->type_name("STEM");
  command->add_option("--max-bytes", options->max_bytes, "refuse launches with more memory alive (default 4G)");
  command->add_option("--sources", options->sources, "PREFIX=DIR: where sources are that the line information names so");
  command->add_option("program", options->capture.program, "the program and its arguments, after --")->required()->type_name("APP");
  command->positionals_at_end();
  command->callback([options, &action] { action = [options] { return capture_command(*options); }; });
}

}  // namespace warpglass::cli
