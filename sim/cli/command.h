// The `warpglass` program: one file a command. Each adds its options to CLI11 and runs when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace warpglass::cli {

/// Shared by every command.
struct Output {
  std::string format = "text";  ///< --format text|json
  bool json() const { return format == "json"; }
};

/// Adds --format.
void add_format(CLI::App& command, Output& output);
/// Adds --sample.
void add_sample(CLI::App& command, bool& sample);

/// What the chosen command does; returns the exit code.
using Action = std::function<int()>;

void add_info(CLI::App& program, Action& action);
void add_replay(CLI::App& program, Action& action);
void add_run(CLI::App& program, Action& action);
void add_report(CLI::App& program, Action& action);
void add_compare(CLI::App& program, Action& action);
void add_validate(CLI::App& program, Action& action);
void add_whatif(CLI::App& program, Action& action);
void add_models(CLI::App& program, Action& action);
void add_calibrate(CLI::App& program, Action& action);
void add_occupancy(CLI::App& program, Action& action);
void add_export(CLI::App& program, Action& action);
void add_import(CLI::App& program, Action& action);
void add_doctor(CLI::App& program, Action& action);
void add_capture(CLI::App& program, Action& action);

}  // namespace warpglass::cli
