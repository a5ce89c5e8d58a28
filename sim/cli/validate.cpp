#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/comparison_output.h"
#include "sim/cli/launch_input.h"
#include "sim/cli/project_folder.h"
#include "sim/compare/suite.h"

namespace warpglass::cli {
namespace {

using nlohmann::json;

struct Options {
  std::string suite;
  std::string capsules;
  std::string split;
  std::string model = "h200";
  std::vector<std::string> settings;
  unsigned threads = 0;
  Output format;
};

std::vector<sim::SuiteRow> run_suite(const Options& options) {
  std::vector<sim::SuiteEntry> entries = sim::find_suite(options.suite.empty() ? project_folder("kernels/measured/" + options.model) : std::filesystem::path(options.suite),
                                                         options.capsules.empty() ? project_folder("traces/samples") : std::filesystem::path(options.capsules));
  if (!options.split.empty())
    std::erase_if(entries, [&](const sim::SuiteEntry& e) { return sim::name(sim::split_of(e.name)) != options.split; });
  std::vector<sim::SuiteRow> rows(entries.size());
  const auto simulate = [&](const std::filesystem::path& capsule) { return simulate_file(capsule, options.model, options.settings, {}); };
  const unsigned threads = options.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : options.threads;
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] { tbb::parallel_for(size_t{0}, entries.size(), [&](size_t i) { rows[i] = sim::run_entry(entries[i], simulate); }); });
  return rows;
}

json summary_json(const sim::ErrorSummary& s) {
  return {{"count", s.count}, {"mean", s.mean}, {"p50", s.p50}, {"p90", s.p90}, {"max", s.worst}, {"worst", s.worst_name}};
}

json to_json(const std::vector<sim::SuiteRow>& rows, const sim::SuiteSummary& s) {
  json list = json::array();
  for (const sim::SuiteRow& row : rows) {
    json entry = comparison_json(row.comparison);
    entry["name"] = row.name;
    entry["family"] = row.family;
    entry["split"] = std::string(sim::name(row.split));
    entry["cycles"] = {{"simulated", row.simulated_cycles}, {"measured", row.measured_cycles}, {"noise", row.noise}};
    entry["warp_instructions"] = row.warp_instructions;
    if (!row.failure.empty()) entry["failure"] = row.failure;
    list.push_back(std::move(entry));
  }
  json metrics = json::object();
  for (const auto& [name, summary] : s.metrics) metrics[name] = summary_json(summary);
  return {{"kernels", s.cycles.count},
          {"cycles", {{"mape", s.cycles.mean}, {"p50", s.cycles.p50}, {"p90", s.cycles.p90}, {"max", s.cycles.worst}, {"worst", s.cycles.worst_name}, {"pearson", s.pearson ? json(*s.pearson) : json(nullptr)}}},
          {"stalls", {{"mean_distance", s.stall_distance.mean}, {"p90", s.stall_distance.p90}, {"max", s.stall_distance.worst}, {"same_top", s.same_top_stall}}},
          {"instructions", {{"kernels_with_equal_counts", s.kernels_with_equal_counts}, {"rank_correlation", s.rank_correlation ? json(*s.rank_correlation) : json(nullptr)}}},
          {"metrics", metrics},
          {"rows", list}};
}

// The README's table; scripts/update-readme puts it there.
void print_markdown(const std::vector<sim::SuiteRow>& rows) {
  fmt::print("| kernels | points | cycles: mean error | median | 90 % within | worst | Pearson | stall profile: mean distance | top stall agrees |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  const auto line = [&](const char* label, const std::function<bool(const sim::SuiteRow&)>& wanted) {
    std::vector<sim::SuiteRow> some;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(some), wanted);
    if (some.empty()) return;
    const sim::SuiteSummary s = sim::summarise(some);
    fmt::print("| {} | {} | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % ({}) | {} | {:.3f} | {:.0f} % |\n", label, s.cycles.count, 100 * s.cycles.mean, 100 * s.cycles.p50, 100 * s.cycles.p90,
               100 * s.cycles.worst, s.cycles.worst_name, s.pearson ? fmt::format("{:.4f}", *s.pearson) : "-", s.stall_distance.mean, 100 * s.same_top_stall);
  };
  line("all", [](const sim::SuiteRow&) { return true; });
  line("held-out", [](const sim::SuiteRow& row) { return row.split == sim::Split::HeldOut; });
  line("dev", [](const sim::SuiteRow& row) { return row.split == sim::Split::Dev; });
  std::vector<std::string> families;
  for (const sim::SuiteRow& row : rows)
    if (families.empty() || families.back() != row.family) families.push_back(row.family);
  for (const std::string& family : families) line(family.c_str(), [&](const sim::SuiteRow& row) { return row.family == family; });
}

void print_text(std::vector<sim::SuiteRow> rows, const sim::SuiteSummary& s) {
  std::stable_sort(rows.begin(), rows.end(), [](const sim::SuiteRow& a, const sim::SuiteRow& b) {
    return std::abs(a.comparison.cycle_error.value_or(0)) > std::abs(b.comparison.cycle_error.value_or(0));
  });
  fmt::print("{:<34}{:>10}{:>10}{:>8}{:>7}{:>7}  {}\n", "kernel (worst first)", "simulated", "measured", "error", "noise", "stalls", "top stall");
  for (const sim::SuiteRow& row : rows) {
    if (!row.failure.empty()) {
      fmt::print("{:<34} not simulated: {}\n", row.name, row.failure);
      continue;
    }
    const sim::Comparison& c = row.comparison;
    fmt::print("{:<34}{:>10.0f}{:>10.0f}{:>+7.1f}%{:>6.1f}%{:>7.2f}  {}{}\n", row.name, row.simulated_cycles, row.measured_cycles, 100 * c.cycle_error.value_or(0), 100 * row.noise,
               c.stall_distance.value_or(0), c.top_simulated, c.top_simulated == c.top_measured ? "" : " (measured: " + c.top_measured + ")");
  }
  fmt::print("\n{} kernels: cycle error mean {:.1f} %, median {:.1f} %, 90 % within {:.1f} %, worst {:.1f} % ({})", s.cycles.count, 100 * s.cycles.mean, 100 * s.cycles.p50, 100 * s.cycles.p90,
             100 * s.cycles.worst, s.cycles.worst_name);
  if (s.pearson) fmt::print("; Pearson {:.4f}", *s.pearson);
  fmt::print("\nstall profile: mean distance {:.3f}, worst {:.3f}; the top reason agrees in {:.0f} %\n", s.stall_distance.mean, s.stall_distance.worst, 100 * s.same_top_stall);
  fmt::print("counts by instruction equal ncu's in {} of {} kernels", s.kernels_with_equal_counts, rows.size());
  if (s.rank_correlation) fmt::print("; rank correlation of where warps wait {:.2f}", *s.rank_correlation);
  fmt::print("\n\n{:<62}{:>9}{:>9}{:>9}\n", "error by metric", "mean", "90 %", "worst");
  for (const auto& [name, e] : s.metrics) fmt::print("{:<62}{:>8.1f}%{:>8.1f}%{:>8.1f}%\n", name.size() > 61 ? name.substr(0, 58) + "..." : name, 100 * e.mean, 100 * e.p90, 100 * e.worst);
}

int validate_command(const Options& options) {
  const std::vector<sim::SuiteRow> rows = run_suite(options);
  const sim::SuiteSummary summary = sim::summarise(rows);
  if (options.format.json())
    fmt::print("{}\n", to_json(rows, summary).dump(1, ' ', false, json::error_handler_t::replace));
  else if (options.format.format == "markdown")
    print_markdown(rows);
  else
    print_text(rows, summary);
  const bool failed = std::any_of(rows.begin(), rows.end(), [](const sim::SuiteRow& row) { return !row.failure.empty(); });
  return static_cast<int>(failed ? ExitCode::CheckFailed : ExitCode::Ok);
}

}  // namespace

void add_validate(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("validate", "The whole suite: simulated against measured, worst cases first");
  command->add_option("--suite", options->suite, "folder of measurements (default: the project's for the model)");
  command->add_option("--capsules", options->capsules, "folder of capsules of the same names (default: the project's samples)");
  command->add_option("--split", options->split, "dev or held-out alone")->check(CLI::IsMember({"dev", "held-out"}));
  command->add_option("--model", options->model, "the GPU")->capture_default_str();
  command->add_option("--set", options->settings, "KEY=VALUE (repeatable)")->take_all();
  command->add_option("-j", options->threads, "kernels at a time; 0: one a core")->capture_default_str();
  command->add_option("--format", options->format.format, "text, json or markdown (the README's table)")->check(CLI::IsMember({"text", "json", "markdown"}))->capture_default_str();
  command->callback([options, &action] { action = [options] { return validate_command(*options); }; });
}

}  // namespace warpglass::cli
