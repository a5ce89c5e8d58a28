#include "isa/semantics/divergence.h"

namespace warpglass::isa {
namespace {

uint32_t first_lane(uint32_t mask) { return static_cast<uint32_t>(__builtin_ctz(mask)); }

void load_current(WarpState& w, unsigned split) {
  w.current = static_cast<uint8_t>(split);
  w.pc = w.splits[split].pc;
  w.active = w.splits[split].mask;
  w.backward_branches = 0;
  w.blocked = false;
}

/// Picks a split that can run, the newest first, or marks the warp as blocked or finished.
void choose(WarpState& w) {
  for (unsigned i = w.split_count; i-- > 0;)
    if (w.splits[i].state == SplitState::Runnable) return load_current(w, i);
  w.active = 0;
  w.finished = w.split_count == 0;
  w.blocked = !w.finished;
}

void add_split(WarpState& w, const Split& split) { w.splits[w.split_count++] = split; }

void remove_split(WarpState& w, unsigned index) {
  for (unsigned i = index + 1; i < w.split_count; ++i) w.splits[i - 1] = w.splits[i];
  --w.split_count;
}

/// Makes all splits with `state` and `barrier` whose participants are `participants` run on, joined where their pc is
/// the same. Returns whether there was one.
bool release(WarpState& w, SplitState state, unsigned barrier, uint32_t participants) {
  bool any = false;
  for (unsigned i = 0; i < w.split_count; ++i) {
    Split& s = w.splits[i];
    if (s.state != state || s.barrier != barrier || s.participants != participants) continue;
    s.state = SplitState::Runnable;
    for (unsigned j = w.split_count - 1; j > i; --j) {
      const Split& other = w.splits[j];
      if (other.state != state || other.barrier != barrier || other.participants != participants || other.pc != s.pc) continue;
      s.mask |= other.mask;
      remove_split(w, j);
    }
    ++s.pc;
    any = true;
  }
  return any;
}

/// Releases every group of splits whose participants have all arrived. Lanes that exited need not arrive.
void settle(WarpState& w) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < w.split_count && !changed; ++i) {
      const Split s = w.splits[i];
      if (s.state != SplitState::AtBsync && s.state != SplitState::AtWarpsync) continue;
      uint32_t arrived = 0;
      for (unsigned j = 0; j < w.split_count; ++j)
        if (w.splits[j].state == s.state && w.splits[j].barrier == s.barrier && w.splits[j].participants == s.participants)
          arrived |= w.splits[j].mask;
      if ((s.participants & w.existing & ~w.exited & ~arrived) == 0)
        changed = release(w, s.state, s.barrier, s.participants);
    }
  }
}

/// Moves `lanes` of the running split, which are not all of it, to a split of their own; the rest stays the running one.
/// Returns the split that holds `lanes`.
unsigned detach(WarpState& w, uint32_t lanes) {
  save_current(w);
  if (lanes == w.active) return w.current;
  Split split = w.splits[w.current];
  split.mask = lanes;
  add_split(w, split);
  w.splits[w.current].mask &= ~lanes;
  w.active &= ~lanes;
  return w.split_count - 1u;
}

/// The lanes stop at the current instruction in `state`; what is left of the split goes to the next one.
void block_lanes(WarpState& w, uint32_t lanes, SplitState state, unsigned barrier, uint32_t participants) {
  const bool rest = lanes != w.active;
  Split& s = w.splits[detach(w, lanes)];
  s.state = state;
  s.barrier = static_cast<uint8_t>(barrier);
  s.participants = participants;
  if (rest) {
    ++w.pc;
    save_current(w);
  }
}

/// The running split's lanes leave the barrier that others of their warp wait at; among themselves they may still meet.
bool abandon_barrier(WarpState& w) {
  const uint32_t lanes = w.active;
  for (unsigned i = 0; i < w.split_count; ++i) {
    const Split s = w.splits[i];
    if (s.state != SplitState::AtBsync || (s.participants & lanes) == 0) continue;
    for (unsigned l = 0; l < kWarpLanes; ++l)
      if (w.convergence[s.barrier][l] == s.participants) w.convergence[s.barrier][l] &= (lanes >> l) & 1 ? lanes : ~lanes;
    for (unsigned j = 0; j < w.split_count; ++j)
      if (w.splits[j].state == SplitState::AtBsync && w.splits[j].barrier == s.barrier && w.splits[j].participants == s.participants)
        w.splits[j].participants &= ~lanes;
    return true;
  }
  return false;
}

void count_backward_branch(WarpState& w) {
  if (++w.backward_branches < kBackwardBranchesPerTurn) return;
  w.backward_branches = 0;
  if (w.split_count > 1) yield(w);
}

}  // namespace

void start_warp(WarpState& w, uint32_t existing) {
  w.existing = existing;
  w.exited = 0;
  w.split_count = 1;
  w.splits[0] = Split{0, existing, SplitState::Runnable, 0, 0};
  w.finished = false;
  w.barrier_result = 0;
  load_current(w, 0);
}

void save_current(WarpState& w) {
  w.splits[w.current].pc = w.pc;
  w.splits[w.current].mask = w.active;
}

void branch(WarpState& w, uint32_t taken, uint32_t target) {
  const bool backward = target <= w.pc;
  if (taken == w.active) {
    w.pc = target;
  } else if (taken == 0) {
    ++w.pc;
    return;
  } else {
    const unsigned other = detach(w, taken);
    w.splits[other].pc = target;
    ++w.pc;
    save_current(w);
  }
  if (backward) count_backward_branch(w);
}

void branch_indirect(WarpState& w, uint32_t taken, const uint32_t* targets) {
  const uint32_t rest = w.active & ~taken;
  if (taken == 0) {
    ++w.pc;
    return;
  }
  // Peel off one group of equal targets after the other; the last one, or the lanes that fall through, stay running.
  uint32_t left = taken;
  while (left) {
    const uint32_t target = targets[first_lane(left)];
    uint32_t group = 0;
    for (uint32_t m = left; m; m &= m - 1)
      if (targets[first_lane(m)] == target) group |= 1u << first_lane(m);
    left &= ~group;
    if (left == 0 && rest == 0) {
      w.pc = target;
      save_current(w);
      return;
    }
    w.splits[detach(w, group)].pc = target;
  }
  ++w.pc;
  save_current(w);
}

void bssy(WarpState& w, uint32_t lanes, unsigned barrier) {
  for (uint32_t m = lanes; m; m &= m - 1) w.convergence[barrier][first_lane(m)] = lanes;
  ++w.pc;
}

void bsync(WarpState& w, uint32_t lanes, unsigned barrier) {
  if (lanes == 0) {
    ++w.pc;
    return;
  }
  const uint32_t lane = first_lane(lanes);
  const uint32_t participants = w.convergence[barrier][lane];
  // All are here already, or the lanes take no part (they left with BREAK).
  if ((participants & ~w.exited & ~lanes) == 0 || !((participants >> lane) & 1)) {
    ++w.pc;
    return;
  }
  block_lanes(w, lanes, SplitState::AtBsync, barrier, participants);
  settle(w);
  choose(w);
}

void leave_barrier(WarpState& w, uint32_t lanes, unsigned barrier) {
  ++w.pc;
  if (lanes == 0) return;
  for (uint32_t& participants : w.convergence[barrier]) participants &= participants & lanes ? ~lanes : kAllLanes;
  save_current(w);
  for (unsigned i = 0; i < w.split_count; ++i)
    if (w.splits[i].state == SplitState::AtBsync && w.splits[i].barrier == barrier) w.splits[i].participants &= ~lanes;
  settle(w);
  // The running split stays it, wherever it is now.
  for (unsigned i = 0; i < w.split_count; ++i)
    if (w.splits[i].state == SplitState::Runnable && w.splits[i].mask == w.active) w.current = static_cast<uint8_t>(i);
}

void barrier_to_register(WarpState& w, const MicroOp& op) {
  uint32_t* d = w.row(op.result);
  for (uint32_t m = w.exec; m; m &= m - 1) {
    const uint32_t lane = first_lane(m);
    d[lane] = w.convergence[op.immediate][lane];
    if (op.immediate2) w.convergence[op.immediate][lane] = 0;
  }
  ++w.pc;
}

void register_to_barrier(WarpState& w, const MicroOp& op) {
  const auto* a = reinterpret_cast<const uint32_t*>(w.base[op.a.base] + op.a.offset);
  for (uint32_t m = w.exec; m; m &= m - 1) w.convergence[op.immediate][first_lane(m)] = a[first_lane(m)];
  ++w.pc;
}

void warpsync(WarpState& w, uint32_t lanes, uint32_t participants) {
  if (lanes == 0 || (participants & w.existing & ~w.exited & ~lanes) == 0) {
    ++w.pc;
    return;
  }
  block_lanes(w, lanes, SplitState::AtWarpsync, 0, participants);
  settle(w);
  choose(w);
}

void yield(WarpState& w) {
  save_current(w);
  for (unsigned step = 1; step < w.split_count; ++step) {
    const unsigned i = (w.current + w.split_count - step) % w.split_count;
    if (w.splits[i].state == SplitState::Runnable) return load_current(w, i);
  }
  // Alone: the others wait. If they wait for the lanes that yield, which may spin until they act, let them go on.
  if (w.split_count < 2 || ++w.lonely_yields < kLonelyYields) return;
  w.lonely_yields = 0;
  if (!abandon_barrier(w)) return;
  settle(w);
  choose(w);
}

void exit_lanes(WarpState& w, uint32_t lanes) {
  if (lanes == 0) {
    ++w.pc;
    return;
  }
  w.exited |= lanes;
  if (lanes != w.active) {
    w.active &= ~lanes;
    ++w.pc;
    save_current(w);
    const uint32_t mask = w.active;
    settle(w);
    for (unsigned i = 0; i < w.split_count; ++i)
      if (w.splits[i].state == SplitState::Runnable && w.splits[i].mask == mask) w.current = static_cast<uint8_t>(i);
    return;
  }
  remove_split(w, w.current);
  settle(w);
  choose(w);
}

void wait_at_block_barrier(WarpState& w, uint32_t lanes, unsigned barrier) {
  block_lanes(w, lanes, SplitState::AtBarrier, barrier, 0);
  if (w.splits[w.current].state != SplitState::Runnable) choose(w);
}

uint32_t lanes_at_block_barrier(const WarpState& w, unsigned barrier) {
  uint32_t lanes = 0;
  for (unsigned i = 0; i < w.split_count; ++i)
    if (w.splits[i].state == SplitState::AtBarrier && w.splits[i].barrier == barrier) lanes |= w.splits[i].mask;
  return lanes;
}

void release_block_barrier(WarpState& w, unsigned barrier) {
  if (!w.blocked) save_current(w);
  const bool was_blocked = w.blocked;
  const uint32_t mask = w.active;
  release(w, SplitState::AtBarrier, barrier, 0);
  if (was_blocked) return choose(w);
  for (unsigned i = 0; i < w.split_count; ++i)
    if (w.splits[i].state == SplitState::Runnable && w.splits[i].mask == mask) w.current = static_cast<uint8_t>(i);
}

}  // namespace warpglass::isa
