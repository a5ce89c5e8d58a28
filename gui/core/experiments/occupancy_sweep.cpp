#include "gui/core/experiments/occupancy_sweep.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/error.h"
#include "gui/core/experiments/simulate_again.h"
#include "gui/core/occupancy_curves.h"

namespace warpglass::gui {
namespace {

constexpr size_t kMostPoints = 16;

sim::Occupancy occupancy_or_none(const Model& model, const sim::BlockResources& block) {
  try {
    return sim::occupancy(model, block);
  } catch (const Error&) {
    return {};  // does not fit
  }
}

// The first and the last of neighbouring candidates with as many resident blocks.
std::vector<SweepPoint> ends_of_steps(const Model& model, std::vector<SweepPoint> candidates) {
  for (SweepPoint& point : candidates) {
    const sim::Occupancy occupancy = occupancy_or_none(model, point.resources);
    point.blocks = occupancy.blocks;
    point.warps = occupancy.warps;
  }
  std::vector<SweepPoint> ends;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const bool first = i == 0 || candidates[i - 1].blocks != candidates[i].blocks;
    const bool last = i + 1 == candidates.size() || candidates[i + 1].blocks != candidates[i].blocks;
    if (candidates[i].blocks > 0 && (first || last)) ends.push_back(candidates[i]);
  }
  if (ends.size() <= kMostPoints) return ends;
  std::vector<SweepPoint> fewer;
  for (size_t k = 0; k < kMostPoints; ++k) fewer.push_back(ends[k * (ends.size() - 1) / (kMostPoints - 1)]);
  return fewer;
}

}  // namespace

OccupancySweep sweep_points(const Model& model, const sim::BlockResources& block) {
  const OccupancyCurves curves = occupancy_curves(model, block);
  std::vector<SweepPoint> registers, shared;
  for (const OccupancyPoint& p : curves.by_registers) {
    sim::BlockResources other = block;
    other.registers = static_cast<uint32_t>(p.x);
    registers.push_back({p.x, other, 0, 0, 0});
  }
  for (const OccupancyPoint& p : curves.by_shared) {
    sim::BlockResources other = block;
    other.static_shared_bytes = static_cast<uint32_t>(p.x * 1024);
    other.dynamic_shared_bytes = 0;
    shared.push_back({p.x * 1024, other, 0, 0, 0});
  }
  return {ends_of_steps(model, std::move(registers)), ends_of_steps(model, std::move(shared))};
}

OccupancySweep simulate_sweep(const RunDocument& run, unsigned threads, const JobProgress& progress) {
  if (const QString reason = why_not_simulated(run); !reason.isEmpty())
    throw bad_input("{}", reason.toStdString());
  OccupancySweep sweep = sweep_points(*run.model, run.result.resources);
  std::vector<SweepPoint*> points;
  for (SweepPoint& p : sweep.by_registers) points.push_back(&p);
  for (SweepPoint& p : sweep.by_shared) points.push_back(&p);
  SharedProgress shared(progress, points.size());
  tbb::task_arena arena(static_cast<int>(std::max(1u, threads)));
  const auto simulate = [&](size_t i) {
    sim::SimulationOptions options;
    options.resources = points[i]->resources;
    options.progress = shared.one();
    points[i]->cycles = simulate_again(run, options).cycles;
  };
  arena.execute([&] { tbb::parallel_for(size_t{0}, points.size(), simulate, tbb::simple_partitioner()); });
  return sweep;
}

}  // namespace warpglass::gui
