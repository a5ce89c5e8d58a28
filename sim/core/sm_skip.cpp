// Steps that are executed without being simulated: what sampling leaves out of a loop.
#include <algorithm>
#include <bit>

#include "sim/core/sm.h"

namespace warpglass::sim {

void Sm::progress(uint64_t& least, uint64_t& most) const {
  for (const Warp& warp : warps_) {
    if (warp.state == State::Free || warp.state == State::Draining) continue;
    least = std::min(least, warp.steps);
    most = std::max(most, warp.steps);
  }
}

bool Sm::skip(uint64_t steps, std::vector<LineTouch>& touched) {
  for (Block& block : blocks_)
    if (block.stream != nullptr && !skip(block, steps, touched)) return false;
  return true;
}

bool Sm::skip(Block& block, uint64_t steps, std::vector<LineTouch>& touched) {
  std::array<uint64_t, kMaxWarpsPerBlock> left;
  left.fill(steps);
  for (bool rest = true; rest;) {
    rest = false;
    bool moved = false;
    for (unsigned w = 0; w < block.warps; ++w) {
      for (; left[w] > 0; --left[w], moved = true) {
        const uint32_t next = block.stream->next(w);
        if (next == kWarpExited) return false;
        if (next == kWarpAtBarrier && !may_go_on(warps_[block.warp_index[w]], block)) break;
        skip_step(block.warp_index[w], block, touched);
      }
      rest = rest || left[w] > 0;
    }
    if (rest && !moved) return false;
  }
  for (unsigned w = 0; w < block.warps; ++w) {
    const Warp& warp = warps_[block.warp_index[w]];
    uint32_t next = block.stream->next(w);
    if ((next == kWarpAtBarrier) != (warp.state != State::Running)) return false;
    if (next == kWarpAtBarrier && warp.next != kWarpAtBarrier) next = block.stream->behind_barrier(w);
    if (next != warp.next) return false;
  }
  return true;
}

// Whether a warp that waits at a barrier can execute its next instruction before it opens.
bool Sm::may_go_on(const Warp& warp, const Block& block) const {
  if (!warp.whole) return false;
  const uint32_t next = block.stream->behind_barrier(warp.warp_in_block);
  return next < context_.timings.size() && context_.timings[next].passes_barrier;
}

void Sm::skip_step(unsigned warp_index, Block& block, std::vector<LineTouch>& touched) {
  Warp& warp = warps_[warp_index];
  Step step;
  const uint32_t ticket = block.stream->step(warp.warp_in_block, step);
  ++warp.steps;
  InstructionStatistics& counts = statistics_.instructions[step.instruction];
  ++counts.executed;
  ++counts.stalls[static_cast<unsigned>(Stall::Selected)];
  counts.threads += static_cast<unsigned>(std::popcount(step.active_mask));
  counts.threads_predicated_on += static_cast<unsigned>(std::popcount(step.executed_mask));
  const InstructionTiming& timing = context_.timings[step.instruction];
  if (timing.kind == Kind::Barrier) warp.whole = step.executed_mask == ~0u;
  if (timing.kind != Kind::Memory) return;
  if (step.deferred)
    effects_.push_back({0, block.stream.get(), ticket, static_cast<uint16_t>(number_), sequence_++});
  if (step.space != isa::MemorySpace::Global && step.space != isa::MemorySpace::Local) return;
  coalesce_access(warp_index, step, timing);
  for (uint32_t i = 0; i < coalesced_.count; ++i) {
    const LineAccess& access = coalesced_.lines[i];
    auto sectors = static_cast<uint8_t>(access.sectors);
    if (timing.category == isa::Category::Load && !step.deferred) {
      if (context_.without.has(Obstacle::L1Misses)) continue;
      uint32_t index = l1_.find(access.line);
      if (index == SectorCache::kNoLine) {
        SectorCache::Eviction eviction;
        index = l1_.allocate(access.line, eviction);
      }
      if (index != SectorCache::kNoLine) {
        SectorCache::Line& line = l1_[index];
        const auto present = static_cast<uint8_t>(line.valid | line.pending);
        line.valid |= static_cast<uint8_t>(sectors & ~present);
        sectors = static_cast<uint8_t>(sectors & ~present);
      }
      if (sectors != 0) touched.push_back({access.line, sectors, RequestKind::Read});
      continue;
    }
    const bool store = timing.category == isa::Category::Store;
    if (store && step.space == isa::MemorySpace::Local) keep_local(access);
    if (const uint32_t index = store ? l1_.find(access.line) : SectorCache::kNoLine;
        index != SectorCache::kNoLine)
      l1_[index].valid |= static_cast<uint8_t>(sectors & ~l1_[index].pending);
    touched.push_back({access.line, sectors,
                       store                                    ? RequestKind::Write
                       : timing.category == isa::Category::Load ? RequestKind::Read
                                                                : RequestKind::Atomic});
  }
}

}  // namespace warpglass::sim
