#include "isa/semantics/run.h"

#include "isa/semantics/lanes.h"
#include "isa/semantics/level.h"

namespace warpglass::isa::WARPGLASS_LEVEL {

uint32_t run_lanes(WarpState& w, const MicroOp* ops, InstructionCounts* counts, uint32_t budget) {
  uint32_t pc = w.pc;
  const uint32_t active = w.active;
  const auto threads = static_cast<uint64_t>(__builtin_popcount(active));
  for (; budget; --budget) {
    const MicroOp& op = ops[pc];
    uint32_t on = guarded(w, op, active);
    if (op.kind <= MicroKind::Memory) {
      if (on) {
        w.exec = op.uniform ? kAllLanes : on;
        op.execute(w, op);
      }
      ++pc;
    } else if (op.kind == MicroKind::Nothing) {
      ++pc;
    } else if (op.kind == MicroKind::Branch) {
      on &= (w.predicates[op.p0.slot] ^ op.p0.flip) & (w.predicates[op.p1.slot] ^ op.p1.flip);
      const bool backward = op.target <= pc;
      if (on != 0 && (on != active || (backward && w.split_count > 1))) break;
      pc = on ? op.target : pc + 1;
    } else {
      break;
    }
    InstructionCounts& c = counts[op.index];
    ++c.warps;
    c.threads += threads;
    c.threads_on += on == active ? threads : static_cast<uint64_t>(__builtin_popcount(on));
  }
  w.pc = pc;
  return budget;
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
