#include <fmt/format.h>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/launch_input.h"
#include "sim/export/perfetto.h"
#include "sim/export/text_tables.h"
#include "sim/run_file.h"
#include "traces/container/database.h"

namespace warpglass::cli {
namespace {

struct Options {
  std::string input;
  std::string output;
  std::string model = "h200";
  std::string detail = "default";
  unsigned threads = 1;
  bool perfetto = false, csv = false, sql = false;
};

sim::RunResult read_or_simulate(const Options& options) {
  if (&detect_format(options.input) == &kRunFormat) return sim::read_run(options.input);
  sim::SimulationOptions simulation;
  simulation.threads = options.threads;
  simulation.detail = sim::parse_detail(options.detail);
  return simulate_file(options.input, options.model, {}, simulation);
}

int export_command(const Options& options) {
  if (int{options.perfetto} + int{options.csv} + int{options.sql} != 1)
    throw usage_error("choose one of --perfetto, --csv and --sql");
  const sim::RunResult result = read_or_simulate(options);
  if (options.perfetto) {
    sim::write_perfetto(result, options.output);
    fmt::print("{}\n", options.output);
    return 0;
  }
  const std::vector<sim::ExportTable> tables = sim::export_tables(result);
  if (options.csv) {
    for (const std::filesystem::path& path : sim::write_csv(tables, options.output))
      fmt::print("{}\n", path.string());
  } else {
    sim::write_sql(tables, options.output);
    fmt::print("{}\n", options.output);
  }
  if (tables.back().name != "warps")
    fmt::print(stderr, "warpglass: no warp was recorded over time, so there is no table of warps\n");
  return 0;
}

}  // namespace

void add_export(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("export", "Write a run for other programs: Perfetto, CSV, SQL");
  command->add_option("input", options->input, "a run; or a capsule or trace, which is simulated first")
      ->required();
  command->add_flag("--perfetto", options->perfetto,
                    "the recorded warps over time, for https://ui.perfetto.dev (Chrome trace events, JSON)");
  command->add_flag("--csv", options->csv,
                    "tables of metrics, stalls, instructions and recorded warps: files in the folder OUT");
  command->add_flag(
      "--sql", options->sql,
      "the same tables as a script for sqlite3 or another database, with the meaning of every column");
  command->add_option("-o", options->output, "file, for --csv a folder; what is there is replaced")
      ->required();
  command->add_option("--model", options->model, "the GPU, for a capsule or trace")->capture_default_str();
  command
      ->add_option("--detail", options->detail,
                   "SMs whose warps are recorded, for a capsule or trace: all, none, default or sm=0,17")
      ->capture_default_str();
  command->add_option("-j", options->threads, "threads")->capture_default_str();
  command->footer(
      "Examples:\n"
      "  warpglass export my.run --perfetto -o my.json                 open it at https://ui.perfetto.dev; 1 "
      "ns is 1 cycle\n"
      "  warpglass export my.capsule --csv -o tables                   tables/instructions.csv, "
      "tables/metrics.csv, ...\n"
      "  warpglass export my.run --sql -o my.sql && sqlite3 my.db < my.sql\n"
      "A .run file is itself a SQLite database: sqlite3 my.run 'SELECT sass, stall_wait FROM instruction "
      "ORDER BY 2 DESC LIMIT 5'");
  command->callback([options, &action] { action = [options] { return export_command(*options); }; });
}

}  // namespace warpglass::cli
