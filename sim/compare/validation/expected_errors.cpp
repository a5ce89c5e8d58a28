#include "sim/compare/validation/expected_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"

namespace warpglass::sim {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "warpglass-expected-errors";
constexpr uint64_t kLargestFile = 1 << 22;
constexpr size_t kNamed = 8;  // kernels that a sentence lists

// Four decimals: what a reader of a difference wants to see, and far below the slack.
double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

struct Change {
  std::string name;
  double before, after;
};

// The kernels whose absolute value grew, most first.
std::string worse_text(std::vector<Change> changes, double scale, const char* unit) {
  std::erase_if(changes, [](const Change& c) { return std::abs(c.after) <= std::abs(c.before) + 1e-4; });
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::abs(a.after) - std::abs(a.before) > std::abs(b.after) - std::abs(b.before);
  });
  std::vector<std::string> parts;
  for (size_t i = 0; i < std::min(changes.size(), kNamed); ++i)
    parts.push_back(fmt::format("{} ({:.4g} to {:.4g}{})", changes[i].name, scale * changes[i].before,
                                scale * changes[i].after, unit));
  if (changes.size() > kNamed) parts.push_back(fmt::format("and {} more", changes.size() - kNamed));
  return fmt::format("{}", fmt::join(parts, ", "));
}

double mean(const std::vector<Change>& changes, double Change::*side) {
  double sum = 0;
  for (const Change& c : changes) sum += std::abs(c.*side);
  return changes.empty() ? 0 : sum / static_cast<double>(changes.size());
}

void check_mean(const std::vector<Change>& changes, double slack, const char* what, double scale,
                const char* unit, GateVerdict& verdict) {
  const double before = mean(changes, &Change::before), after = mean(changes, &Change::after);
  verdict.text += fmt::format("{}: {:.4g}{} before, {:.4g}{} now, over {} kernels\n", what, scale * before,
                              unit, scale * after, unit, changes.size());
  if (after <= before + slack) return;
  verdict.passed = false;
  verdict.text += fmt::format("{} got worse by more than {:g}{}. Worse: {}\n", what, scale * slack, unit,
                              worse_text(changes, scale, unit));
}

}  // namespace

ExpectedErrors parse_expected_errors(std::string_view text, const std::string& file) {
  const json root = json::parse(text, nullptr, false);
  const auto is = [](const json& object, const char* key, auto test) {
    return object.is_object() && object.contains(key) && test(object[key]);
  };
  if (!is(root, "format", [](const json& j) { return j == kFormat; }))
    throw bad_input("{}: this is not a {} file", file, kFormat);
  if (!is(root, "kernels", [](const json& j) { return j.is_object(); }))
    throw bad_input("{}: 'kernels' is missing", file);
  ExpectedErrors expected;
  const auto number = [](const json& j) { return j.is_number(); };
  for (const auto& [name, entry] : root["kernels"].items()) {
    if (!is(entry, "cycle_error", number) || !is(entry, "stall_distance", number))
      throw bad_input("{}: '{}' needs the numbers cycle_error and stall_distance", file, name);
    expected[name] = {entry["cycle_error"].get<double>(), entry["stall_distance"].get<double>()};
  }
  return expected;
}

ExpectedErrors read_expected_errors(const std::filesystem::path& path) {
  return parse_expected_errors(read_text_file(path, kLargestFile), path.string());
}

void write_expected_errors(const std::vector<SuiteRow>& rows, const std::filesystem::path& path) {
  json kernels = json::object();
  for (const SuiteRow& row : rows)
    if (row.failure.empty())
      kernels[row.name] = {{"cycle_error", rounded(row.comparison.cycle_error.value_or(0))},
                           {"stall_distance", rounded(row.comparison.stall_distance.value_or(0))}};
  const SuiteSummary s = summarise(rows);
  const json root{
      {"format", kFormat},
      {"version", 1},
      {"means",
       {{"cycle_error", rounded(s.cycles.mean)}, {"stall_distance", rounded(s.stall_distance.mean)}}},
      {"kernels", kernels}};
  write_file(path, root.dump(1) + "\n");
}

GateVerdict check_gate(const ExpectedErrors& expected, const std::vector<SuiteRow>& rows) {
  GateVerdict verdict;
  std::vector<Change> cycles, distances;
  std::vector<std::string> fresh;
  for (const SuiteRow& row : rows) {
    const auto before = expected.find(row.name);
    if (before == expected.end()) {
      fresh.push_back(row.name);
    } else if (!row.failure.empty()) {
      verdict.passed = false;
      verdict.text += fmt::format("{} was simulated before and is not any more: {}\n", row.name, row.failure);
    } else {
      cycles.push_back({row.name, before->second.cycle_error, row.comparison.cycle_error.value_or(0)});
      distances.push_back(
          {row.name, before->second.stall_distance, row.comparison.stall_distance.value_or(0)});
    }
  }
  if (cycles.empty()) {
    verdict.passed = false;
    verdict.text += "none of the expected kernels was simulated\n";
  }
  check_mean(cycles, kCycleErrorSlack, "mean cycle error", 100, " %", verdict);
  check_mean(distances, kStallDistanceSlack, "mean stall distance", 1, "", verdict);
  if (!fresh.empty()) verdict.text += fmt::format("without an expectation: {}\n", fmt::join(fresh, ", "));
  return verdict;
}

}  // namespace warpglass::sim
