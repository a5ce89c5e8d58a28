#include "gui/core/load.h"

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "gui/core/timeline/timeline_data.h"
#include "sim/cli/launch_input.h"
#include "sim/obstacles.h"
#include "sim/report/finding.h"
#include "sim/run_file.h"
#include "traces/container/database.h"

namespace warpglass::gui {
namespace {

constexpr std::chrono::milliseconds kBetweenMemoryChecks{100};

std::string stem_of(const std::filesystem::path& path) { return path.stem().string(); }

void find_model(RunDocument& run) {
  try {
    Model model = load_model(run.result.model);
    for (const std::string& setting : run.result.settings) set_parameter(model, setting);
    run.model = std::move(model);
  } catch (const Error&) {
    run.model.reset();  // views say that the model is not there
  }
}

void prepare_timeline(RunDocument& run) {
  if (run.result.timeline != nullptr) run.timeline = std::make_shared<TimelineData>(run.result.timeline);
}

bool same_program(const sim::RunResult& result, const isa::Program& program) { return result.text == program.text; }

void go_on(const LoadProgress& progress, double done, const std::string& what) {
  if (!progress(done, what)) throw Error(ExitCode::CheckFailed, "cancelled");
}

void attach(RunDocument& run, const std::filesystem::path& capsule) {
  try {
    auto details = load_launch_details(capsule);
    if (same_program(run.result, details->program))
      run.launch = std::move(details);
    else
      run.launch_problem = capsule.filename().string() + " holds another program";
  } catch (const Error& error) {
    run.launch_problem = error.what();
  }
}

RunPointer load_run(const std::filesystem::path& path, const LoadProgress& progress) {
  go_on(progress, 0.1, "reading " + path.filename().string());
  auto run = std::make_shared<RunDocument>();
  run->path = path;
  run->result = sim::read_run(path);
  run->name = run->result.source.empty() ? stem_of(path) : stem_of(run->result.source);
  find_model(*run);
  go_on(progress, 0.4, "preparing the timeline");
  prepare_timeline(*run);
  go_on(progress, 0.8, "looking for " + run->result.source);
  const std::filesystem::path capsule = path.parent_path() / run->result.source;
  std::error_code ignored;
  if (!run->result.source.empty() && std::filesystem::is_regular_file(capsule, ignored))
    attach(*run, capsule);
  else
    run->launch_problem = run->result.source + " is not beside the run";
  return run;
}

// Simulates a launch while telling how far it is; gives up when cancelled or when the process grows beyond the limit.
sim::RunResult simulate_launch(const std::filesystem::path& path, const std::string& model, const std::vector<std::string>& settings,
                               sim::SimulationOptions simulation, const LoadOptions& options, const LoadProgress& progress) {
  const std::string what = "simulating " + path.filename().string();
  const uint64_t before = process_bytes();
  auto checked = std::chrono::steady_clock::now();
  simulation.threads = options.threads;
  simulation.progress = [&](const sim::SimulationProgress& p) {
    if (const auto now = std::chrono::steady_clock::now(); now - checked >= kBetweenMemoryChecks) {
      checked = now;
      const uint64_t bytes = process_bytes();
      check_memory(path.string(), bytes > before ? bytes - before : 0, options.open_bytes, options.memory_limit);
    }
    const double started = p.blocks > 0 ? static_cast<double>(p.blocks_started) / static_cast<double>(p.blocks) : 0;
    return progress(0.05 + 0.85 * started, fmt::format("{}: cycle {}, {} of {} blocks started", what, sim::grouped(static_cast<uint64_t>(std::max<sim::Cycle>(0, p.cycle))), sim::grouped(p.blocks_started), sim::grouped(p.blocks)));
  };
  return cli::simulate_file(path, model, settings, simulation);
}

RunPointer simulate(const std::filesystem::path& path, const LoadOptions& options, const LoadProgress& progress) {
  auto run = std::make_shared<RunDocument>();
  run->path = path;
  run->name = stem_of(path);
  sim::SimulationOptions simulation;
  simulation.detail = options.detail;
  const auto started = std::chrono::steady_clock::now();
  run->result = simulate_launch(path, options.model, options.settings, simulation, options, progress);
  run->simulated_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count() * options.threads;
  find_model(*run);
  prepare_timeline(*run);
  go_on(progress, 0.92, "reading addresses");
  attach(*run, path);
  return run;
}

bool is_json(const std::filesystem::path& path) { return path.extension() == ".json"; }

}  // namespace

std::shared_ptr<const LaunchDetails> load_launch_details(const std::filesystem::path& path) {
  const std::unique_ptr<cli::LaunchInput> input = cli::open_launch(path);
  auto details = std::make_shared<LaunchDetails>();
  details->path = path;
  details->program = input->stream().program();
  details->accesses = collect_accesses(input->stream(), input->stream().shape().blocks() / 2);
  return details;
}

Loaded load_file(const std::filesystem::path& path, const LoadOptions& options, const LoadProgress& progress) {
  Loaded loaded;
  try {
    if (is_json(path)) {
      loaded.measurements.push_back(std::make_shared<Measurement>(read_measurement(path)));
      return loaded;
    }
    check_memory(path.string(), std::filesystem::file_size(path), options.open_bytes, options.memory_limit);
    loaded.run = &detect_format(path) == &kRunFormat ? load_run(path, progress) : simulate(path, options, progress);
    check_memory(path.string(), document_bytes(*loaded.run), options.open_bytes, options.memory_limit);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw bad_input("{}: {}", path.string(), error.what());
  }
  return loaded;
}

RunPointer with_detail(const RunDocument& run, const sim::Detail& detail, const LoadOptions& options, const LoadProgress& progress) {
  if (!run.launch) throw bad_input("{}: its warps can only be simulated again from the launch: {}", run.path.string(), run.launch_problem);
  sim::SimulationOptions simulation;
  simulation.detail = detail;
  for (const std::string& name : run.result.without) simulation.without.add(sim::parse_obstacle(name));
  auto copy = std::make_shared<RunDocument>(run);
  copy->timeline.reset();
  copy->result = simulate_launch(run.launch->path, run.result.model, run.result.settings, simulation, options, progress);
  go_on(progress, 0.92, "preparing the timeline");
  prepare_timeline(*copy);
  check_memory(run.path.string(), document_bytes(*copy), options.open_bytes, options.memory_limit);
  return copy;
}

RunPointer with_launch(const RunDocument& run, std::shared_ptr<const LaunchDetails> launch) {
  if (!same_program(run.result, launch->program))
    throw bad_input("{}: this is another program than the run's; give the capsule it was made from ({})", launch->path.string(), run.result.source);
  auto copy = std::make_shared<RunDocument>(run);
  copy->launch = std::move(launch);
  copy->launch_problem.clear();
  return copy;
}

}  // namespace warpglass::gui
