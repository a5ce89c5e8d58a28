#include "sim/compare/validation/origin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace warpglass::sim {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');)
    cells.push_back(cell.substr(std::min(cell.find_first_not_of(' '), cell.size())));
  return cells;
}

std::string value_in(const std::map<std::string, std::string>& origin, const std::string& key) {
  const auto found = origin.find(key);
  return found == origin.end() ? "" : found->second;
}

// "NVIDIA H200, driver 580.159.04" from nvidia-smi's CSV, whose first line names the columns.
std::string card_of(const std::map<std::string, std::string>& origin) {
  const std::string csv = value_in(origin, "nvidia-smi");
  const size_t end = csv.find('\n');
  if (end == std::string::npos) return csv.empty() ? "a card that is not named" : csv;
  const std::vector<std::string> names = cells_of(csv.substr(0, end)), values = cells_of(csv.substr(end + 1));
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
    if (names[i] == "name") text += values[i];
    if (names[i] == "driver_version") text += ", driver " + values[i];
    if (names[i] == "clocks.max.sm [MHz]") text += ", SM clock up to " + values[i];
    if (names[i] == "clocks.max.memory [MHz]") text += ", memory clock " + values[i];
    if (names[i] == "ecc.mode.current") text += ", ECC " + values[i];
  }
  return text;
}

std::string tools_of(const std::map<std::string, std::string>& origin) {
  return fmt::format("Nsight Compute {}; {}; caches {}", value_in(origin, "ncu"), value_in(origin, "toolkit"),
                     value_in(origin, "caches"));
}

struct Session {
  size_t kernels = 0;
  std::string first, last;  ///< dates
};

std::string dates(const Session& s) {
  return s.first == s.last ? s.first : s.first + " to " + s.last;
}

std::map<std::string, Session> sessions(const std::vector<SuiteRow>& rows) {
  std::map<std::string, Session> found;
  for (const SuiteRow& row : rows) {
    Session& session = found[card_of(row.origin) + ". " + tools_of(row.origin)];
    const std::string date = value_in(row.origin, "date").substr(0, 10);
    if (session.kernels++ == 0 || date < session.first) session.first = date;
    session.last = std::max(session.last, date);
  }
  return found;
}

std::string repetitions(const std::vector<SuiteRow>& rows) {
  int64_t least = INT64_MAX, most = 0, warm_least = INT64_MAX, warm_most = 0;
  double noise = 0, worst = 0;
  size_t repeated = 0;
  std::string noisiest;
  for (const SuiteRow& row : rows) {
    if (row.warm_seconds)
      warm_least = std::min(warm_least, row.warm_seconds->launches),
      warm_most = std::max(warm_most, row.warm_seconds->launches);
    if (row.cold_cycles.launches == 0) continue;
    ++repeated;
    least = std::min(least, row.cold_cycles.launches), most = std::max(most, row.cold_cycles.launches);
    noise += row.noise;
    if (row.noise >= worst) worst = row.noise, noisiest = row.name;
  }
  const auto range = [](int64_t from, int64_t to) {
    return from == to ? std::to_string(from) : fmt::format("{} to {}", from, to);
  };
  std::string text;
  if (repeated > 0)
    text += fmt::format(
        "* **Cold** cycles are `gpc__cycles_elapsed.max`, the median of {} launches that measure nothing "
        "else. Noise is half the range over the "
        "median: {:.1f} % on average, {:.1f} % at most ({}). An error below the noise is no error.\n",
        range(least, most), 100 * noise / static_cast<double>(repeated), 100 * worst, noisiest);
  if (warm_most > 0)
    text += fmt::format(
        "* **Warm** times are medians of {} launches between CUDA events, one after the other with warm "
        "caches. The simulation starts with cold "
        "caches, so they are not compared; they include the gap between launches.\n",
        range(warm_least, warm_most));
  return text;
}

std::string kernel_of(const std::string& name) {
  return name.substr(0, name.rfind('-'));
}

}  // namespace

std::string origin_text(const std::vector<SuiteRow>& rows) {
  std::string text;
  for (const auto& [what, session] : sessions(rows))
    text += fmt::format("* {} kernels on {}, {}.\n", session.kernels, what, dates(session));
  text += repetitions(rows);
  text +=
      "* All else comes from one `--set full` run with source counters: counts are the hardware's, stall "
      "profiles are samples of the warp "
      "schedulers (`smsp__pcsamp_warps_issue_stalled_*`).\n";
  return text;
}

std::string split_text(const std::vector<SuiteRow>& rows) {
  std::map<Split, std::set<std::string>> kernels;
  std::map<Split, size_t> count;
  for (const SuiteRow& row : rows) kernels[row.split].insert(kernel_of(row.name)), ++count[row.split];
  std::string text =
      "A hash (FNV-1a) of a kernel's name without its size puts all its sizes on one side, before anything "
      "is known about it. No value of the model is fitted to either half, they come from probes and documents "
      "(`warpglass models show h200`). Which mechanisms to model is decided looking at `dev`; what of the other half was "
      "seen while that was done is at the end of [ARCHITECTURE.md](ARCHITECTURE.md).\n\n";
  for (const auto& [split, names] : kernels)
    text += fmt::format("* **{}**, {} points: {}\n", name(split), count[split], fmt::join(names, ", "));
  return text;
}

}  // namespace warpglass::sim
