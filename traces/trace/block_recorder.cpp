#include "traces/trace/block_recorder.h"

namespace warpglass {
namespace {
constexpr unsigned kTurn = 512;          // steps of a warp before the next one has its turn
constexpr unsigned kBarrierNumbers = 256;
}

BlockRecorder::BlockRecorder(LaunchStream& stream, uint64_t block)
    : number_(block),
      stream_(stream.start_block(block)),
      reference_(stream.program().size(), kNoAddress),
      warps_(stream.shape().warps_per_block(), StepEncoder(stream.program().size())),
      current_(kBarrierNumbers, 0) {}

void BlockRecorder::record(unsigned warp) {
  TracedStep traced;
  Step& step = traced.step;
  const uint32_t ticket = stream_->step(warp, step);
  if (step.deferred) stream_->complete(ticket);
  if (step.barrier != 0xff) {
    uint32_t& opening = current_[step.barrier];
    if (opening == 0) {
      arrivals_.push_back(0);
      opening = static_cast<uint32_t>(arrivals_.size());
    }
    traced.arrived = true;
    traced.opening = opening - 1;
    ++arrivals_[traced.opening];
    if (step.released_warps != 0) opening = 0;
  }
  // The warp that opened the barrier here may arrive first in another order, and would wait then.
  traced.blocked = stream_->next(warp) == kWarpAtBarrier || (step.released_warps >> warp & 1u) != 0;
  warps_[warp].add(traced, reference_);
}

bool BlockRecorder::advance(uint64_t budget) {
  for (;;) {
    bool ended = true;
    uint64_t done = 0;
    for (unsigned warp = 0; warp < warps_.size(); ++warp) {
      for (unsigned turn = 0; turn < kTurn && stream_->next(warp) < kWarpAtBarrier; ++turn, ++done) record(warp);
      ended = ended && stream_->next(warp) == kWarpExited;
    }
    if (ended) return true;
    if (done == 0 || done >= budget) return false;
    budget -= done;
  }
}

uint64_t BlockRecorder::steps() const {
  uint64_t sum = 0;
  for (const StepEncoder& warp : warps_) sum += warp.steps();
  return sum;
}

void BlockRecorder::append_to(std::vector<uint8_t>& segment) const {
  append_varint(segment, warps_.size());
  append_varint(segment, arrivals_.size());
  for (const uint32_t arrivals : arrivals_) append_varint(segment, arrivals);
  for (const uint64_t base : reference_) append_varint(segment, base + 1);  // 0: none
  for (const StepEncoder& warp : warps_) {
    append_varint(segment, warp.bytes().size());
    segment.insert(segment.end(), warp.bytes().begin(), warp.bytes().end());
  }
}

}  // namespace warpglass
