#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "sim/cli/command.h"
#include "traces/replay/replay.h"
#include "traces/trace/trace_writer.h"

namespace warpglass::cli {
namespace {

struct Options {
  std::string capsule;
  std::string trace;
  unsigned threads = 1;
  Output format;
};

nlohmann::json to_json(const ReplayResult& result) {
  nlohmann::json json{{"verdict", result.verdict_text()},
                      {"warp_instructions", result.warp_instructions},
                      {"thread_instructions", result.thread_instructions},
                      {"thread_instructions_predicated_on", result.thread_instructions_on},
                      {"seconds", result.seconds}};
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& counts : result.counts) rows.push_back({counts.warps, counts.threads, counts.threads_on});
  json["instruction_columns"] = {"executed", "threads", "threads_predicated_on"};
  json["instructions"] = rows;
  return json;
}

int replay_command(const Options& options) {
  const Capsule capsule = Capsule::open(options.capsule);
  ReplayOptions replay_options;
  replay_options.threads = options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
  const ReplayResult result = replay(capsule, replay_options);
  if (!options.trace.empty()) write_trace(capsule, options.trace);
  if (options.format.json()) {
    fmt::print("{}\n", to_json(result).dump(1));
  } else {
    const double rate = result.seconds > 0 ? static_cast<double>(result.warp_instructions) / result.seconds / 1e6 : 0;
    fmt::print("{}\n", result.verdict_text());
    fmt::print("{:>16} warp instructions\n{:>16} thread instructions ({} with their guard true)\n", result.warp_instructions,
               result.thread_instructions, result.thread_instructions_on);
    fmt::print("{:>16.2f} s, {:.1f} million warp instructions a second on {} thread{}\n", result.seconds, rate, result.threads,
               result.threads == 1 ? "" : "s");
  }
  return static_cast<int>(result.proven() ? ExitCode::Ok : ExitCode::CheckFailed);
}

}  // namespace

void add_replay(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("replay", "Execute a captured launch on the CPU and prove it against the GPU's memory");
  command->add_option("capsule", options->capsule, "a capsule")->required();
  command->add_option("--trace", options->trace, "write every warp's steps to this file");
  command->add_option("-j", options->threads, "threads; 0: one a core")->capture_default_str();
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return replay_command(*options); }; });
}

}  // namespace warpglass::cli
