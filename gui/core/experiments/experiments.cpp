#include "gui/core/experiments/experiments.h"

#include <algorithm>

#include "base/error.h"
#include "gui/core/experiments/simulate_again.h"
#include "sim/report/gains.h"

namespace warpglass::gui {
namespace {

constexpr unsigned kMostThreads = 16;   // each simulation holds the launch's memory
constexpr double kLongestUnasked = 20;  // seconds of one thread

bool same(const sim::SharedLayout& a, const sim::SharedLayout& b) {
  return a.base == b.base && a.row_bytes == b.row_bytes && a.padding_bytes == b.padding_bytes &&
         a.swizzle == b.swizzle;
}

// Simulates the launch as it is, too: what the file gives has to be this run.
std::vector<sim::Gain> find_gains(const RunDocument& run, unsigned threads, const JobProgress& progress) {
  SharedProgress shared(progress, sim::all_obstacles().size() + 1);
  const auto simulate = [&](sim::Obstacles removed) {
    sim::SimulationOptions options;
    options.without = removed;
    options.progress = shared.one();
    return simulate_again(run, options);
  };
  const sim::LaunchGains found = sim::find_gains(simulate, threads);
  if (found.whole.cycles != run.result.cycles)
    throw bad_input("{} does not give this run again ({} cycles, not {}): its gains are not known",
                    run.launch->path.string(), found.whole.cycles, run.result.cycles);
  return found.gains;
}

}  // namespace

Experiments::Experiments(QObject* parent) : QObject(parent) {
  connect(&jobs_, &JobQueue::changed, this, [this] {
    if (!jobs_.busy())
      for (auto& [run, known] : known_)
        known.gains_wanted = known.sweep_wanted = false;  // a cancelled one may be asked for again
    Q_EMIT changed();
  });
  connect(&jobs_, &JobQueue::failed, this, [this](const QString& name, const QString& reason) {
    problem_ = name + QStringLiteral(": ") + reason;
    Q_EMIT changed();
  });
}

void Experiments::set_threads(unsigned threads) {
  threads_ = std::clamp(threads, 1u, kMostThreads);
}

const Experiments::Known* Experiments::find(const RunPointer& run) const {
  const auto at = known_.find(run);
  return at == known_.end() ? nullptr : &at->second;
}

const std::vector<sim::Gain>& Experiments::gains(const RunPointer& run) const {
  const Known* known = find(run);
  return run->result.gains.empty() && known != nullptr ? known->gains : run->result.gains;
}

const OccupancySweep* Experiments::sweep(const RunPointer& run) const {
  const Known* known = find(run);
  return known != nullptr && known->sweep ? &*known->sweep : nullptr;
}

std::optional<LayoutTime> Experiments::layout_time(const RunPointer& run,
                                                   const sim::SharedLayout& layout) const {
  if (const Known* known = find(run))
    for (const LayoutTime& time : known->layouts)
      if (same(time.layout, layout)) return time;
  return std::nullopt;
}

void Experiments::simulate_gains(const RunPointer& run) {
  if (!gains(run).empty() || known(run).gains_wanted || !why_not_simulated(*run).isEmpty()) return;
  known(run).gains_wanted = true;
  problem_.clear();
  jobs_.add(QStringLiteral("Simulating without each obstacle"),
            [this, run, threads = threads_](const JobProgress& progress) -> JobQueue::Finish {
              const auto found =
                  std::make_shared<std::vector<sim::Gain>>(find_gains(*run, threads, progress));
              return [this, run, found] {
                known(run).gains = std::move(*found);
                Q_EMIT changed();
              };
            });
}

void Experiments::simulate_sweep(const RunPointer& run) {
  if (sweep(run) != nullptr || known(run).sweep_wanted || !why_not_simulated(*run).isEmpty()) return;
  known(run).sweep_wanted = true;
  problem_.clear();
  jobs_.add(QStringLiteral("Simulating other occupancies"),
            [this, run, threads = threads_](const JobProgress& progress) -> JobQueue::Finish {
              const auto found =
                  std::make_shared<OccupancySweep>(gui::simulate_sweep(*run, threads, progress));
              return [this, run, found] {
                known(run).sweep = std::move(*found);
                Q_EMIT changed();
              };
            });
}

void Experiments::simulate_layout(const RunPointer& run, const sim::SharedLayout& layout) {
  if (layout_time(run, layout) || !why_not_simulated(*run).isEmpty()) return;
  problem_.clear();
  jobs_.add(QStringLiteral("Simulating the other layout"),
            [this, run, layout, threads = threads_](const JobProgress& progress) -> JobQueue::Finish {
              SharedProgress shared(progress, 1);
              sim::SimulationOptions options;
              options.threads = threads;
              options.shared_layout = layout;
              options.progress = shared.one();
              const sim::RunResult result = simulate_again(*run, options);
              const LayoutTime time{layout, result.cycles, result.occupancy.blocks};
              return [this, run, time] {
                if (!layout_time(run, time.layout)) known(run).layouts.push_back(time);
                Q_EMIT changed();
              };
            });
}

void Experiments::want_gains(const RunPointer& run) {
  if (!automatic_ || known(run).asked) return;
  known(run).asked = true;  // once: whoever cancels does not want it again
  const double seconds = expected_seconds(*run) * static_cast<double>(sim::all_obstacles().size() + 1);
  if (seconds <= kLongestUnasked) simulate_gains(run);
}

}  // namespace warpglass::gui
