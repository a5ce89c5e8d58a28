#include "sim/sampling/launch_profile.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"

namespace warpglass::sim {
namespace {

constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15ull;
// Paths longer than this are compared, but no repetition is looked for.
constexpr size_t kLongestPath = size_t{1} << 23;

struct Path {
  uint64_t hash = 0, steps = 0;
  bool operator==(const Path&) const = default;
};

class Profiler {
 public:
  Profiler(LaunchStream& launch, const SamplingOptions& options) : launch_(launch), options_(options) {
    profile_.counts.resize(launch.program().size());
    profile_.same_path = true;
  }

  LaunchProfile run() {
    const uint64_t blocks = launch_.shape().blocks();
    const uint64_t wanted = std::min(blocks, options_.profiled_blocks);
    // Outwards from the middle block, so that few large blocks are not all from the grid's start.
    for (uint64_t i = 0; i < wanted && steps_ < options_.profiled_steps; ++i) {
      const uint64_t k = i % 2 == 0 ? wanted / 2 + i / 2 : wanted / 2 - (i + 1) / 2;
      block((2 * k + 1) * blocks / (2 * wanted));
    }
    finish();
    return std::move(profile_);
  }

 private:
  void block(uint64_t number) {
    const std::unique_ptr<BlockStream> block = launch_.start_block(number);
    const unsigned warps = launch_.shape().warps_per_block();
    std::vector<Path> paths(warps);
    for (bool live = true; live;) {
      live = false;
      bool moved = false;
      for (unsigned w = 0; w < warps; ++w) {
        uint32_t next = block->next(w);
        for (; next != kWarpExited && next != kWarpAtBarrier; next = block->next(w), moved = true)
          step(*block, w, paths[w]);
        live = live || next != kWarpExited;
      }
      if (live && !moved)
        throw Error(ExitCode::CheckFailed,
                    fmt::format("block {} deadlocks: `warpglass replay` says where", number));
    }
    uint64_t steps = 0;
    for (const Path& path : paths) {
      steps += path.steps;
      if (profile_.blocks == 0 && &path == &paths.front()) first_ = path;
      profile_.same_path = profile_.same_path && path == first_;
    }
    ++profile_.blocks;
    steps_ += steps;
    squares_ += static_cast<double>(steps) * static_cast<double>(steps);
  }

  void step(BlockStream& block, unsigned warp, Path& path) {
    Step step;
    if (const uint32_t ticket = block.step(warp, step); step.deferred) block.complete(ticket);
    LaunchProfile::Count& count = profile_.counts[step.instruction];
    ++count.executed;
    count.threads += std::popcount(step.active_mask);
    count.threads_predicated_on += std::popcount(step.executed_mask);
    path.hash = path.hash * kMultiplier + step.instruction + 1;
    ++path.steps;
    if (profile_.blocks == 0 && warp == 0 && order_.size() < kLongestPath) order_.push_back(step.instruction);
  }

  void finish() {
    const auto blocks = static_cast<double>(profile_.blocks);
    profile_.steps = static_cast<double>(steps_) / blocks;
    const double variance = std::max(0.0, squares_ / blocks - profile_.steps * profile_.steps);
    profile_.deviation = profile_.steps > 0 ? std::sqrt(variance) / profile_.steps : 0;
    for (LaunchProfile::Count& count : profile_.counts) {
      count.executed /= blocks;
      count.threads /= blocks;
      count.threads_predicated_on /= blocks;
    }
    const uint64_t least = 2 * uint64_t{options_.loop_windows} * options_.loop_iterations;
    if (profile_.same_path && order_.size() == first_.steps)
      profile_.repetition = find_repetition(order_, least);
  }

  LaunchStream& launch_;
  const SamplingOptions& options_;
  LaunchProfile profile_;
  std::vector<uint32_t> order_;  // instructions of the first block's warp 0
  Path first_;
  uint64_t steps_ = 0;
  double squares_ = 0;
};

// Hashes of all stretches of a path.
class Stretches {
 public:
  explicit Stretches(const std::vector<uint32_t>& instructions)
      : prefix_(instructions.size() + 1, 0), power_(prefix_.size(), 1) {
    for (size_t i = 0; i < instructions.size(); ++i) {
      prefix_[i + 1] = prefix_[i] * kMultiplier + instructions[i] + 1;
      power_[i + 1] = power_[i] * kMultiplier;
    }
  }
  bool same(uint64_t a, uint64_t b, uint64_t length) const { return hash(a, length) == hash(b, length); }

 private:
  uint64_t hash(uint64_t at, uint64_t length) const {
    return prefix_[at + length] - prefix_[at] * power_[length];
  }
  std::vector<uint64_t> prefix_, power_;
};

}  // namespace

RepeatedSteps find_repetition(const std::vector<uint32_t>& instructions, uint64_t least) {
  const size_t size = instructions.size();
  // Where each loop head is reached by a backward branch.
  uint32_t largest = 0;
  for (const uint32_t i : instructions) largest = std::max(largest, i);
  std::vector<std::vector<uint64_t>> heads(size_t{largest} + 1);
  for (size_t i = 1; i < size; ++i)
    if (instructions[i] <= instructions[i - 1]) heads[instructions[i]].push_back(i);
  const Stretches stretches(instructions);
  RepeatedSteps best;
  for (const std::vector<uint64_t>& at : heads) {
    for (size_t k = 0; k + 1 < at.size();) {
      const uint64_t period = at[k + 1] - at[k];
      size_t end = k + 1;
      while (end + 1 < at.size() && at[end + 1] - at[end] == period && stretches.same(at[k], at[end], period))
        ++end;
      // The last iteration counts if it, too, is the same; what follows the loop is left out.
      uint64_t last = at[end];
      if (last + period <= size && stretches.same(at[k], last, period)) last += period;
      if (end - k >= least && last - at[k] > best.last - best.first) best = {at[k], last, period};
      k = end;
    }
  }
  return best;
}

LaunchProfile profile_launch(LaunchStream& launch, const SamplingOptions& options) {
  return Profiler(launch, options).run();
}

}  // namespace warpglass::sim
