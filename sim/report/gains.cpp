#include "sim/report/gains.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "sim/report/finding.h"

namespace warpglass::sim {
namespace {

std::string percent(double share) {
  const double value = 100 * share;
  return fmt::format("{:.1f} %", std::abs(value) < 0.05 ? 0.0 : value);
}

}  // namespace

LaunchGains find_gains(const SimulateWithout& simulate, unsigned threads) {
  const std::span<const ObstacleInfo> obstacles = all_obstacles();
  LaunchGains found;
  found.gains.resize(obstacles.size());
  const auto job = [&](size_t i) {
    if (i == obstacles.size())
      found.whole = simulate({});
    else
      found.gains[i] = {obstacles[i].obstacle, simulate(obstacles[i].obstacle).cycles, 0};
  };
  tbb::task_arena arena(static_cast<int>(std::max(1u, threads)));
  arena.execute([&] { tbb::parallel_for(size_t{0}, obstacles.size() + 1, job, tbb::simple_partitioner()); });
  for (Gain& gain : found.gains)
    gain.share = found.whole.cycles > 0 ? 1 - static_cast<double>(gain.cycles) / static_cast<double>(found.whole.cycles) : 0;
  std::stable_sort(found.gains.begin(), found.gains.end(), [](const Gain& a, const Gain& b) { return a.share > b.share; });
  found.whole.gains = found.gains;
  return found;
}

std::string gains_text(const LaunchGains& found, const Style& style) {
  std::string text = style.bold("What each obstacle costs") + "  (simulated again without it: hypothetical)\n\n";
  text += fmt::format("  {:<26}{:>14}{:>9}\n", "without", "cycles", "gain");
  text += fmt::format("  {:<26}{:>14}\n", "(as it is)", grouped(static_cast<uint64_t>(found.whole.cycles)));
  for (const Gain& gain : found.gains) {
    const ObstacleInfo& about = info(gain.obstacle);
    text += fmt::format("  {:<26}{:>14}{:>9}\n", about.name, grouped(static_cast<uint64_t>(gain.cycles)), percent(gain.share));
    text += style.dim("      " + wrapped(about.meaning, 80, 6)) + "\n";
  }
  return text + "\n" + wrapped("Gains do not add up: behind each obstacle stands the next one.", 80, 0) + "\n";
}

}  // namespace warpglass::sim
