#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/launch_input.h"
#include "sim/report/finding.h"
#include "sim/report/model_note.h"
#include "sim/report/style.h"

namespace warpglass::cli {
namespace {

struct Options {
  std::string input;
  std::string model = "h200";
  std::string vary;
  std::vector<std::string> settings;
  unsigned threads = 1;
  bool sample = false;
  Output format;
};

struct Point {
  std::string value;
  sim::RunResult result;
};

std::vector<std::string> values_of(const std::string& vary, std::string& key) {
  const size_t equals = vary.find('=');
  if (equals == std::string::npos || equals + 1 == vary.size()) throw usage_error("--vary {}: write KEY=V1,V2,…, for example --vary l2.latency=60,120,240", vary);
  key = vary.substr(0, equals);
  std::vector<std::string> values;
  for (size_t at = equals + 1; at <= vary.size();) {
    const size_t end = std::min(vary.find(',', at), vary.size());
    values.push_back(vary.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

int whatif_command(const Options& options) {
  std::string key;
  const std::vector<std::string> values = values_of(options.vary, key);
  std::vector<Point> points;
  sim::SimulationOptions simulation;
  simulation.threads = options.threads;
  for (const std::string& value : values) {
    std::vector<std::string> settings = options.settings;
    settings.push_back(key + "=" + value);
    points.push_back({value, simulate_file(options.input, options.model, settings, simulation, options.sample)});
  }
  const auto best = std::min_element(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.result.cycles < b.result.cycles; });
  if (options.format.json()) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Point& p : points) {
      rows.push_back({{"value", p.value}, {"cycles", p.result.cycles}, {"occupancy", p.result.occupancy.fraction}, {"blocks_per_sm", p.result.occupancy.blocks}});
      if (p.result.sampled) rows.back()["cycles_interval"] = {p.result.cycles - p.result.sampled->half_interval, p.result.cycles + p.result.sampled->half_interval};
      if (!p.result.not_sampled.empty()) rows.back()["not_sampled"] = p.result.not_sampled;
    }
    fmt::print("{}\n", nlohmann::json{{"key", key}, {"model", options.model}, {"model_measured", best->result.model_measured}, {"best", best->value}, {"points", rows}}.dump(2));
    return 0;
  }
  const auto most = static_cast<double>(std::max_element(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.result.cycles < b.result.cycles; })->result.cycles);
  if (const std::string note = sim::model_note(best->result); !note.empty()) fmt::print("{}\n\n", sim::wrapped(note, 80, 0));
  fmt::print("{:>16}{:>14}{:>9}  {:>8}  {}\n", key, "cycles", "time", "blocks", "(modelled)");
  for (const Point& p : points) {
    const double relative = static_cast<double>(p.result.cycles) / static_cast<double>(points.front().result.cycles);
    fmt::print("{:>16}{:>14}{:>8.2f}x  {:>5}/SM  {}{}\n", p.value, sim::grouped(static_cast<uint64_t>(p.result.cycles)), relative, p.result.occupancy.blocks,
               std::string(static_cast<size_t>(30 * static_cast<double>(p.result.cycles) / most + 0.5), '#'), &p == &*best ? " best" : "");
  }
  if (!options.sample) return 0;
  fmt::print("\n");
  for (const Point& p : points)
    fmt::print("{}\n", p.result.sampled ? fmt::format("{}: sampled, +- {} cycles (95 %)", p.value, sim::grouped(static_cast<uint64_t>(p.result.sampled->half_interval)))
                                        : fmt::format("{}: {}", p.value, p.result.not_sampled));
  return 0;
}

}  // namespace

void add_whatif(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("whatif", "Simulate a launch for several values of a model parameter");
  command->add_option("input", options->input, "a capsule or a trace")->required();
  command->add_option("--vary", options->vary, "KEY=V1,V2,…")->required();
  command->add_option("--set", options->settings, "KEY=VALUE for all of them (repeatable)")->take_all();
  command->add_option("--model", options->model, "the GPU")->capture_default_str();
  add_sample(*command, options->sample);
  command->add_option("-j", options->threads, "threads")->capture_default_str();
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return whatif_command(*options); }; });
}

}  // namespace warpglass::cli
