#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sim/cli/command.h"
#include "sim/cli/comparison_output.h"
#include "sim/cli/launch_input.h"
#include "sim/report/finding.h"
#include "sim/report/model_note.h"
#include "sim/report/sampling_note.h"
#include "sim/report/style.h"
#include "sim/result_json.h"
#include "sim/run_file.h"
#include "traces/container/database.h"

namespace warpglass::cli {

nlohmann::json comparison_json(const sim::Comparison& c) {
  using nlohmann::json;
  const auto optional = [](const std::optional<double>& v) { return v ? json(*v) : json(nullptr); };
  const auto total = [&](const std::optional<sim::TotalComparison>& t) {
    return t ? json{{"simulated", t->simulated}, {"measured", t->measured}, {"error", optional(t->error)}} : json(nullptr);
  };
  json metrics = json::object();
  for (const sim::MetricComparison& m : c.metrics)
    metrics[m.name] = {{"simulated", m.simulated}, {"measured", m.measured}, {"error", optional(m.error)}, {"error_kind", std::string(sim::name(m.kind))}, {"unit", m.unit}, {"certainty", std::string(sim::name(m.certainty))}};
  json stalls = json::object();
  for (const auto& [reason, shares] : c.stalls) stalls[reason] = {{"simulated", shares.first}, {"measured", shares.second}};
  return {{"name", c.name}, {"cycle_error", optional(c.cycle_error)}, {"stall_distance", optional(c.stall_distance)},
          {"sampling_error", c.sampling_error}, {"top_stall", {{"simulated", c.top_simulated}, {"measured", c.top_measured}}},
          {"rank_correlation", optional(c.rank_correlation)}, {"count_mismatches", c.count_mismatches},
          {"conflict_mismatches", c.conflict_mismatches}, {"sector_mismatches", c.sector_mismatches},
          {"l2_bytes", total(c.l2_bytes)}, {"hbm_bytes", total(c.hbm_bytes)}, {"metrics", metrics},
          {"stalls", stalls}, {"problems", c.problems}};
}

namespace {

struct Options {
  std::string input;
  std::string measured;
  std::string model = "h200";
  double gate = 0;
  Output format;
};

std::string number(double value) {
  if (std::abs(value) >= 1000 && value == std::floor(value) && value < 1e18) return sim::grouped(static_cast<uint64_t>(value));
  return fmt::format("{:.4g}", value);
}

void print_metrics(const sim::Comparison& c) {
  fmt::print("{:<52}{:>14}{:>14}{:>9}\n", "metric", "simulated", "measured", "error");
  for (const sim::MetricComparison& m : c.metrics) {
    const std::string name = m.name.size() > 51 ? m.name.substr(0, 48) + "..." : m.name;
    const std::string error = !m.error ? "-" : m.kind != sim::ErrorKind::Relative ? fmt::format("{:+.1f} pt", 100 * *m.error) : fmt::format("{:+.1f} %", 100 * *m.error);
    fmt::print("{:<52}{:>14}{:>14}{:>9}{}\n", name, number(m.simulated), number(m.measured), error, m.certainty == sim::Certainty::Exact ? " =" : "");
  }
  fmt::print("(= follows from the trace; all else is modelled, or sampled where the run is. pt: points; of stall ratios, of all resident warp-cycles;\n of reads and writes of HBM, of all its bytes)\n\n");
}

void print_stalls(const sim::Comparison& c) {
  if (!c.stall_distance) return;
  fmt::print("stall profile: distance {:.3f} (of it about {:.3f} sampling error)\n", *c.stall_distance, c.sampling_error);
  std::vector<std::pair<std::string, std::pair<double, double>>> rows(c.stalls.begin(), c.stalls.end());
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return std::max(a.second.first, a.second.second) > std::max(b.second.first, b.second.second); });
  for (const auto& [reason, shares] : rows)
    if (shares.first >= 0.005 || shares.second >= 0.005) fmt::print("  {:<22}{:>7.1f} %{:>9.1f} %\n", reason, 100 * shares.first, 100 * shares.second);
  fmt::print("\n");
}

void print_instructions(const sim::Comparison& c) {
  if (c.instructions.empty()) return;
  fmt::print("instructions: executions and threads of {} of {} differ from ncu's", c.count_mismatches, c.instructions.size());
  if (c.rank_correlation) fmt::print("; rank correlation of waiting {:.2f}", *c.rank_correlation);
  fmt::print("\n  address simulated measured  instruction (by difference in where warps wait)\n");
  std::vector<sim::InstructionComparison> rows = c.instructions;
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::abs(a.simulated_share - a.measured_share) > std::abs(b.simulated_share - b.measured_share);
  });
  for (size_t i = 0; i < std::min<size_t>(rows.size(), 10); ++i)
    fmt::print("  {:#06x}  {:>6.1f} %  {:>6.1f} %  {}\n", rows[i].instruction * isa::kInstructionBytes, 100 * rows[i].simulated_share, 100 * rows[i].measured_share, rows[i].text.substr(0, 48));
}

int compare_command(const Options& options) {
  const sim::RunResult result = &detect_format(options.input) == &kRunFormat ? sim::read_run(options.input) : simulate_file(options.input, options.model, {}, {});
  if (!result.without.empty())
    throw bad_input("{}: a hypothetical run (without {}) has no measurement to compare it with", options.input, fmt::join(result.without, ", "));
  const Measurement measurement = read_measurement(options.measured);
  const sim::Comparison comparison = sim::compare(result, measurement);
  if (options.format.json()) {
    nlohmann::json out = comparison_json(comparison);
    out["model"] = result.model;
    out["model_measured"] = result.model_measured;
    if (result.sampled) out["sampled"] = sim::summary_json(result)["sampled"];
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{} on {} against {}\n\n", result.source, result.model_title, measurement.name);
    for (const std::string& problem : comparison.problems) fmt::print("note: {}\n", problem);
    if (const std::string note = sim::model_note(result); !note.empty()) fmt::print("note: {}\n\n", sim::wrapped(note, 80, 0));
    if (const std::string note = sim::sampling_note(result); !note.empty()) fmt::print("note: {}\n\n", sim::wrapped(note, 80, 0));
    print_metrics(comparison);
    print_stalls(comparison);
    print_instructions(comparison);
  }
  const bool failed = options.gate > 0 && (!comparison.cycle_error || std::abs(*comparison.cycle_error) > options.gate);
  if (failed) fmt::print(stderr, "warpglass: the cycle error exceeds the gate of {} %\n", 100 * options.gate);
  return static_cast<int>(failed ? ExitCode::CheckFailed : ExitCode::Ok);
}

}  // namespace

void add_compare(CLI::App& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("compare", "Simulated against measured, per metric and per instruction");
  command->add_option("input", options->input, "a run; or a capsule or trace, which is simulated first")->required();
  command->add_option("--measured", options->measured, "a measurement (see `warpglass import`)")->required();
  command->add_option("--model", options->model, "the GPU, for a capsule or trace")->capture_default_str();
  command->add_option("--gate", options->gate, "exit 1 if the cycle error is larger, as a fraction (0.1 is 10 %)");
  add_format(*command, options->format);
  command->callback([options, &action] { action = [options] { return compare_command(*options); }; });
}

}  // namespace warpglass::cli
