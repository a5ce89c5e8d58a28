#include "gui/core/access_samples.h"

#include <algorithm>
#include <bit>

namespace warpglass::gui {
namespace {

constexpr uint64_t kFirstSamples = 4;
constexpr uint64_t kMostSteps = 20'000'000;

bool keeps(uint64_t execution) { return execution < kFirstSamples || std::has_single_bit(execution); }

class Collector {
 public:
  Collector(LaunchStream& stream, uint64_t block)
      : program_(stream.program()), block_(stream.start_block(block)), executions_(program_.size()) {
    samples_.block = block;
  }

  /// Steps `warp` until it waits or exits; false when it did not move at all.
  bool run_warp(unsigned warp) {
    bool moved = false;
    for (;;) {
      const uint32_t next = block_->next(warp);
      if (next == kWarpExited || next == kWarpAtBarrier || steps_ >= kMostSteps) return moved;
      moved = true;
      ++steps_;
      Step step;
      const uint32_t ticket = block_->step(warp, step);
      if (step.addresses != nullptr && step.executed_mask != 0) keep(warp, step);
      if (step.deferred) block_->complete(ticket);
    }
  }

  AccessSamples finish(bool complete) {
    samples_.complete = complete;
    std::stable_sort(samples_.samples.begin(), samples_.samples.end(),
                     [](const AccessSample& a, const AccessSample& b) { return a.instruction < b.instruction; });
    return std::move(samples_);
  }

  bool exhausted() const { return steps_ >= kMostSteps; }
  bool exited(unsigned warp) const { return block_->next(warp) == kWarpExited; }

 private:
  void keep(unsigned warp, const Step& step) {
    const uint64_t execution = executions_[step.instruction]++;
    if (!keeps(execution)) return;
    const isa::Instruction& instruction = program_.instructions[step.instruction];
    AccessSample sample{step.instruction, warp, execution, step.executed_mask, instruction.access_bytes, step.space, instruction.category, {}};
    for (uint32_t rest = step.executed_mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(rest));
      sample.addresses[lane] = step.addresses[lane];
    }
    samples_.samples.push_back(sample);
  }

  const isa::Program& program_;
  std::unique_ptr<BlockStream> block_;
  std::vector<uint64_t> executions_;
  AccessSamples samples_;
  uint64_t steps_ = 0;
};

}  // namespace

std::vector<const AccessSample*> AccessSamples::of(uint32_t instruction) const {
  std::vector<const AccessSample*> found;
  for (const AccessSample& sample : samples)
    if (sample.instruction == instruction) found.push_back(&sample);
  return found;
}

AccessSamples collect_accesses(LaunchStream& stream, uint64_t block) {
  Collector collector(stream, block);
  const unsigned warps = stream.shape().warps_per_block();
  for (bool moved = true; moved && !collector.exhausted();) {
    moved = false;
    for (unsigned warp = 0; warp < warps; ++warp) moved |= collector.run_warp(warp);
  }
  bool complete = true;
  for (unsigned warp = 0; warp < warps; ++warp) complete &= collector.exited(warp);
  return collector.finish(complete);
}

}  // namespace warpglass::gui
