#include "sim/core/instruction_cache.h"

#include <algorithm>
#include <bit>

#include "isa/instruction.h"

namespace warpglass::sim {
namespace {
constexpr uint32_t kNoLine = 0xffffffffu;
}

InstructionCache::InstructionCache(const Model& model, uint32_t instructions, unsigned sub_cores, bool always_hits)
    : model_(model),
      always_hits_(always_hits),
      shift_(static_cast<uint32_t>(std::countr_zero(static_cast<uint64_t>(model.fetch_line_bytes) / isa::kInstructionBytes))),
      lines_((instructions >> shift_) + 1),
      l0_(sub_cores) {
  const auto prepare = [&](Level& level, int64_t bytes) {
    level.ready.assign(lines_, kNever);
    level.ahead.assign(lines_, 0);
    level.order.assign(static_cast<size_t>(std::max<int64_t>(1, bytes / model.fetch_line_bytes)), kNoLine);
  };
  for (Level& level : l0_) prepare(level, model.fetch_l0_bytes);
  prepare(l1_, model.fetch_l1_bytes);
}

void InstructionCache::insert(Level& level, uint32_t line, Cycle ready) {
  if (level.ready[line] != kNever) {
    level.ready[line] = std::min(level.ready[line], ready);
    return;
  }
  uint32_t& slot = level.order[level.next];
  if (slot != kNoLine) level.ready[slot] = kNever;
  slot = line;
  level.next = (level.next + 1) % level.order.size();
  level.ready[line] = ready;
}

// A cold L1.5 takes lines as fast as an L0 wants them; one that has to push out others takes them one after the other. Measured:
// kernels/micro/probes/code_branches.cu, H200, 2026-11: straight code of 64 KB, and loops of 192 KB, with and without branches.
Cycle InstructionCache::from_l1(uint32_t line, Cycle now) {
  if (l1_.ready[line] == kNever) {
    const bool full = l1_.order[l1_.next] != kNoLine;
    const Cycle start = full ? std::max(now, l1_.port_free) : now;
    if (full) l1_.port_free = start + model_.fetch_l2_interval;
    insert(l1_, line, start + model_.fetch_l2_latency);
  }
  return std::max(l1_.ready[line], now + model_.fetch_l1_latency);
}

Cycle InstructionCache::fetch(unsigned sub_core, uint32_t line, Cycle now) {
  if (always_hits_) return now;
  Level& l0 = l0_[sub_core];
  const Cycle present = l0.ready[line];
  if (present == kNever) ++misses_;
  const Cycle ready = present != kNever ? std::max(present, now) : from_l1(line, now);
  if (present == kNever) {
    insert(l0, line, ready);
    l0.port_free = ready + model_.fetch_line_interval;  // what was on its way is given up for it
  }
  // The stream buffer runs ahead of every miss and of the first use of every line that was itself fetched ahead.
  if (present == kNever || l0.ahead[line] != 0) {
    l0.ahead[line] = 0;
    const auto ahead = static_cast<uint32_t>(model_.fetch_prefetch_lines);
    for (uint32_t next = line + 1; next <= line + ahead && next < lines_; ++next) {
      if (l0.ready[next] != kNever) continue;
      const Cycle there = std::max(from_l1(next, now + (next - line)), l0.port_free);
      l0.port_free = there + model_.fetch_line_interval;
      insert(l0, next, there);
      l0.ahead[next] = 1;
    }
  }
  return ready;
}

}  // namespace warpglass::sim
