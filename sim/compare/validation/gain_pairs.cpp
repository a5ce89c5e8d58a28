#include "sim/compare/validation/gain_pairs.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "traces/import/measurement.h"

namespace warpglass::sim {
namespace fs = std::filesystem;
namespace {

double measured_cycles(const fs::path& path) { return read_measurement(path).value("gpc__cycles_elapsed.max").value_or(0); }

constexpr const char* kIntroduction =
    "# Predicted gains against hardware\n\n"
    "Each line is a pair of kernels that do the same work and differ in one obstacle (and in what the last column says); both were measured on an H200. "
    "Predicted: the launch with the obstacle, simulated as it is and again with the obstacle removed (`warpglass run --without`). "
    "Measured: that launch against its partner. A gain is the share of the launch's time that is saved, launch overhead included. "
    "`warpglass validate --gains` prints this page and `scripts/update-validation` writes it; nothing is fitted to it.\n\n";

constexpr const char* kLeftOut =
    "\nLeft out, because they differ in more than an obstacle that can be removed: `spill` (spilled and unspilled code execute "
    "different instructions, and no switch removes instructions), `divergence` (no switch: other paths would be other instructions), "
    "`occupancy-registers` and `occupancy-blocks` (other instructions; eight times as many blocks to launch).\n";

}  // namespace

std::vector<GainPair> gain_pairs() {
  std::vector<GainPair> pairs;
  for (const int n : {256, 512, 1024})
    pairs.push_back({fmt::format("transpose-conflict-{}", n), fmt::format("transpose-padded-{}", n), Obstacle::BankConflicts, ""});
  for (const int stride : {2, 4, 8, 32})
    for (const int n : {16384, 131072})
      pairs.push_back({fmt::format("strided_copy-stride{}-{}", stride, n), fmt::format("strided_copy-stride1-{}", n), Obstacle::Uncoalesced, ""});
  for (const int n : {256, 512, 1024})
    pairs.push_back({fmt::format("transpose-naive-{}", n), fmt::format("transpose-padded-{}", n), Obstacle::Uncoalesced, "each load waits for the one before; the partner's overlap, and it goes through shared memory"});
  pairs.push_back({"layout-aos-131072", "layout-soa-131072", Obstacle::Uncoalesced, "the partner's loads are narrower, and more"});
  pairs.push_back({"gather-random-131072", "gather-sequential-131072", Obstacle::Uncoalesced, "the partner reads other lines"});
  pairs.push_back({"occupancy-shared-270336", "occupancy-warps-270336", Obstacle::OccupancyLimit, "the partner uses no shared memory"});
  return pairs;
}

std::vector<GainCheck> check_gains(const fs::path& measured, const fs::path& capsules, const SimulateCapsule& simulate, unsigned threads) {
  std::vector<GainCheck> checks;
  for (GainPair& pair : gain_pairs()) {
    const fs::path with = measured / (pair.with + ".json"), without = measured / (pair.without + ".json");
    if (!fs::exists(with) || !fs::exists(without) || !fs::exists(capsules / (pair.with + ".capsule"))) continue;
    checks.push_back({std::move(pair), 0, 0, measured_cycles(with), measured_cycles(without)});
  }
  const auto job = [&](size_t i) {
    GainCheck& check = checks[i / 2];
    const bool removed = i % 2 == 1;
    const RunResult result = simulate(capsules / (check.pair.with + ".capsule"), removed ? Obstacles(check.pair.obstacle) : Obstacles());
    (removed ? check.simulated_without : check.simulated) = static_cast<double>(result.cycles);
  };
  tbb::task_arena arena(static_cast<int>(std::max(1u, threads)));
  arena.execute([&] { tbb::parallel_for(size_t{0}, 2 * checks.size(), job); });
  return checks;
}

GainErrors gain_errors(const std::vector<GainCheck>& checks) {
  GainErrors sum;
  for (const GainCheck& check : checks) {
    const double difference = std::abs(check.predicted_gain() - check.measured_gain());
    sum.points += difference;
    sum.speedup += std::abs(check.speedup_error());
    sum.of_gain += difference / std::abs(check.measured_gain());
  }
  const double count = std::max<double>(1, static_cast<double>(checks.size()));
  return {sum.points / count, sum.speedup / count, sum.of_gain / count};
}

std::string gains_document(const std::vector<GainCheck>& checks) {
  std::vector<GainCheck> pure;
  std::copy_if(checks.begin(), checks.end(), std::back_inserter(pure), [](const GainCheck& check) { return check.pair.also.empty(); });
  const GainErrors errors = gain_errors(checks), pure_errors = gain_errors(pure);
  std::string text = kIntroduction;
  text += fmt::format("Mean of {} pairs: the predicted gain is {:.1f} points of the launch's time from the measured one, the predicted speed-up {:.1f} % from "
                      "the measured one. In parts of the measured gain itself the mean difference is {:.0f} %: where little can be gained, a few points are most of it. "
                      "Of the {} pairs that differ in nothing else: {:.1f} points, {:.1f} % and {:.0f} %.\n\n",
                      checks.size(), 100 * errors.points, 100 * errors.speedup, 100 * errors.of_gain, pure.size(), 100 * pure_errors.points,
                      100 * pure_errors.speedup, 100 * pure_errors.of_gain);
  text += "| with the obstacle | without it | obstacle | simulated: cycles | removed | measured: cycles | partner | predicted gain | measured gain | difference | else |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const GainCheck& c : checks)
    text += fmt::format("| {} | {} | {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.1f} % | {:.1f} % | {:+.1f} pt | {} |\n", c.pair.with, c.pair.without,
                        info(c.pair.obstacle).name, c.simulated, c.simulated_without, c.measured, c.measured_without, 100 * c.predicted_gain(),
                        100 * c.measured_gain(), 100 * (c.predicted_gain() - c.measured_gain()), c.pair.also);
  return text + kLeftOut;
}

}  // namespace warpglass::sim
