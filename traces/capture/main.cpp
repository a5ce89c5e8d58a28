// warpglass-capture: `warpglass capture` alone, for machines that need nothing else.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cstdio>

#include "base/error.h"
#include "traces/capture/launch.h"

namespace {

int run(int argc, char** argv) {
  using warpglass::capture::CaptureOptions;
  CaptureOptions options;
  std::string max_bytes;
  std::vector<std::string> sources;
  CLI::App app("Records launches of CUDA kernels of any program, for replay without a GPU.");
  app.add_option("-k,--kernel", options.request.kernel, "regular expression on the kernel's name")->type_name("REGEX");
  app.add_option("-s,--skip", options.request.skip, "matching launches to let pass first");
  app.add_option("-c,--count", options.request.count, "launches to capture, 0 for all")->capture_default_str();
  app.add_option("-o,--output", options.request.folder, "folder of the capsules")->required()->type_name("DIR");
  app.add_option("--name", options.request.name, "name of the capsule, without .capsule")->type_name("STEM");
  app.add_option("--max-bytes", max_bytes, "refuse launches with more memory alive (default 4G)");
  app.add_option("--sources", sources, "PREFIX=DIR: where sources are that the line information names so");
  app.add_option("program", options.program, "the program and its arguments, after --")->required()->type_name("APP");
  app.positionals_at_end();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(warpglass::ExitCode::Usage);
  }
  if (!max_bytes.empty()) options.request.max_bytes = warpglass::capture::parse_bytes(max_bytes, "--max-bytes");
  for (const std::string& source : sources) {
    const size_t equals = source.find('=');
    if (equals == std::string::npos) throw warpglass::usage_error("--sources {}: write PREFIX=DIR", source);
    options.source_folders.emplace_back(source.substr(0, equals), source.substr(equals + 1));
  }
  return warpglass::capture::run_capture(options);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const warpglass::Error& error) {
    fmt::print(stderr, "warpglass: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "warpglass: internal error: {}\n", error.what());
    return static_cast<int>(warpglass::ExitCode::Internal);
  }
}
