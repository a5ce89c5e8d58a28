#include "gui/core/access_samples.h"

#include <algorithm>
#include <bit>

namespace warpglass::gui {
namespace {

constexpr uint64_t kFirstSamples = 4;
constexpr uint64_t kMostSteps = 20'000'000;
constexpr uint64_t kMostOtherSteps = 4'000'000;  // of the blocks after the first

bool keeps(uint64_t execution) { return execution < kFirstSamples || std::has_single_bit(execution); }

class Collector {
 public:
  explicit Collector(LaunchStream& stream) : stream_(stream), program_(stream.program()), patterns_(program_) { samples_.blocks = stream.shape().blocks(); }

  /// Executes a block, with at most `most_steps` steps; keeps samples of it if `sampled`. False: given up.
  bool run_block(uint64_t number, uint64_t most_steps, bool sampled) {
    block_ = stream_.start_block(number);
    sampled_ = sampled;
    left_ = most_steps;
    if (sampled) executions_.assign(program_.size(), 0);
    const unsigned warps = stream_.shape().warps_per_block();
    for (bool moved = true; moved && left_ > 0;) {
      moved = false;
      for (unsigned warp = 0; warp < warps; ++warp) moved |= run_warp(warp);
    }
    for (unsigned warp = 0; warp < warps; ++warp)
      if (block_->next(warp) != kWarpExited) return false;
    ++samples_.shared_blocks;
    return true;
  }

  uint64_t steps_left() const { return left_; }
  AccessSamples& samples() { return samples_; }

  AccessSamples finish() {
    std::stable_sort(samples_.samples.begin(), samples_.samples.end(),
                     [](const AccessSample& a, const AccessSample& b) { return a.instruction < b.instruction; });
    samples_.shared = patterns_.finish();
    return std::move(samples_);
  }

 private:
  /// Steps `warp` until it waits or exits; false when it did not move at all.
  bool run_warp(unsigned warp) {
    bool moved = false;
    for (;;) {
      const uint32_t next = block_->next(warp);
      if (next == kWarpExited || next == kWarpAtBarrier || left_ == 0) return moved;
      moved = true;
      --left_;
      Step step;
      const uint32_t ticket = block_->step(warp, step);
      if (step.addresses != nullptr && step.executed_mask != 0) {
        if (sampled_) keep(warp, step);
        if (step.space == isa::MemorySpace::Shared) patterns_.add(step);
      }
      if (step.deferred) block_->complete(ticket);
    }
  }

  void keep(unsigned warp, const Step& step) {
    const uint64_t execution = executions_[step.instruction]++;
    if (!keeps(execution)) return;
    const isa::Instruction& instruction = program_.instructions[step.instruction];
    AccessSample sample{step.instruction, warp, execution, step.executed_mask, instruction.access_bytes, step.space, instruction.category, {}, step.space == isa::MemorySpace::Shared && passes_lane_by_lane(instruction)};
    for (uint32_t rest = step.executed_mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(rest));
      sample.addresses[lane] = step.addresses[lane];
    }
    samples_.samples.push_back(sample);
  }

  LaunchStream& stream_;
  const isa::Program& program_;
  PatternCollector patterns_;
  std::unique_ptr<BlockStream> block_;
  std::vector<uint64_t> executions_;
  AccessSamples samples_;
  bool sampled_ = false;
  uint64_t left_ = 0;
};

bool uses_shared(const isa::Program& program) {
  return std::any_of(program.instructions.begin(), program.instructions.end(), [](const isa::Instruction& i) {
    return i.space == isa::MemorySpace::Shared || i.space == isa::MemorySpace::Generic;
  });
}

}  // namespace

std::vector<const AccessSample*> AccessSamples::of(uint32_t instruction) const {
  std::vector<const AccessSample*> found;
  for (const AccessSample& sample : samples)
    if (sample.instruction == instruction) found.push_back(&sample);
  return found;
}

AccessSamples collect_accesses(LaunchStream& stream, uint64_t block) {
  Collector collector(stream);
  collector.samples().block = block;
  bool complete = collector.run_block(block, kMostSteps, true);
  collector.samples().complete = complete;
  uint64_t left = kMostOtherSteps;
  for (uint64_t other = 0; uses_shared(stream.program()) && complete && left > 0 && other < stream.shape().blocks(); ++other) {
    if (other == block) continue;
    complete = collector.run_block(other, left, false);
    left = collector.steps_left();
  }
  return collector.finish();
}

}  // namespace warpglass::gui
