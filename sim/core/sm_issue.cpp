// The schedulers: which warp issues, what the others wait for, and what an issued instruction occupies.
#include <algorithm>
#include <bit>

#include "sim/core/sm.h"
#include "sim/timeline/recorder.h"

namespace warpglass::sim {

// Like ncu, a wait is charged to the instruction that the warp would issue next: the one after BAR or EXIT for a warp
// that waits at a barrier or drains.
void Sm::charge(Warp& warp, Stall stall, Cycle until, uint32_t producer) {
  if (until <= warp.cursor) return;
  const auto size = static_cast<uint32_t>(statistics_.instructions.size());
  uint32_t at = warp.next >= size ? warp.last + 1 : warp.next;
  if (at >= size) at = size - 1;
  statistics_.instructions[at].stalls[static_cast<unsigned>(stall)] += static_cast<uint64_t>(until - warp.cursor);
  if (recorder_ != nullptr) recorder_->charge(static_cast<unsigned>(&warp - warps_.data()), stall, warp.cursor, until, at, producer);
  warp.cursor = until;
}

// Charges what is known of the past of a warp that is looked at now, in the order in which the conditions are checked:
// stall count, barrier, fence, fetch, constant, scoreboards.
void Sm::charge(Warp& warp, Cycle until) {
  charge(warp, Stall::Wait, std::min(warp.ready, until));
  if (!passes_barrier(warp)) charge(warp, Stall::Barrier, std::min(warp.barrier_release, until));
  charge(warp, Stall::Membar, std::min(warp.fence_until, until));
  charge(warp, warp.fetch_reason, std::min(warp.fetched, until));
  charge(warp, Stall::ImcMiss, std::min(warp.constant_ready, until));
  if (warp.cursor >= until) return;
  Cycle release_short = 0, release_long = 0;
  uint32_t producer_short = 0, producer_long = 0;
  for (unsigned mask = context_.timings[warp.next].wait_mask; mask != 0; mask &= mask - 1) {
    const Scoreboard& board = warp.scoreboards[static_cast<unsigned>(std::countr_zero(mask))];
    Cycle& latest = board.is_long ? release_long : release_short;
    if (board.release <= latest) continue;
    latest = board.release;
    (board.is_long ? producer_long : producer_short) = board.producer;
  }
  const auto wait = [&](Stall stall, Cycle release, uint32_t producer) {
    const Cycle end = std::min(release + model_.issue_scoreboard_latency, until);
    if (release == 0 || end <= warp.cursor) return;
    statistics_.instructions[producer].blamed += static_cast<uint64_t>(end - warp.cursor);
    charge(warp, stall, end, producer);
  };
  wait(Stall::LongScoreboard, release_long, producer_long);
  wait(Stall::ShortScoreboard, release_short, producer_short);
}

// A warp that others are preferred to is charged for all of the time at once, when it is selected or something else holds it back.
void Sm::charge_passed_over(Warp& warp, Cycle until) {
  charge(warp, Stall::NotSelected, until);
  warp.passed_over = false;
}

// When the warp is worth looking at: everything but structural hazards is over.
Cycle Sm::earliest_of(const Warp& warp) const {
  if (warp.state == State::Free || warp.state == State::AtBarrier || warp.state == State::Draining) return kNever;
  Cycle at = std::max({warp.cursor, warp.ready, warp.fetched, warp.constant_ready, warp.fence_until});
  if (!context_.timings[warp.next].passes_barrier) at = std::max(at, warp.barrier_release);
  for (unsigned mask = context_.timings[warp.next].wait_mask; mask != 0; mask &= mask - 1) {
    const Scoreboard& board = warp.scoreboards[static_cast<unsigned>(std::countr_zero(mask))];
    if (board.unknown > 0) return kNever;
    if (board.release > 0) at = std::max(at, board.release + model_.issue_scoreboard_latency);
  }
  return at;
}

void Sm::reconsider(unsigned warp_index) {
  SubCore& core = cores_[warp_index / per_sub_core_];
  const Warp& warp = warps_[warp_index];
  Cycle at = earliest_of(warp);
  if (warp.passed_over) at = std::max(at, core.looked + 1);
  core.earliest[warp_index % per_sub_core_] = at;
  core.next_look = std::min(core.next_look, at);
}

// A structural hazard that holds the instruction back at `now`; `until` is when to look again. Selected: none.
Stall Sm::blocked(SubCore& core, const InstructionTiming& timing, Cycle now, Cycle& until) {
  if (core.dispatch_free > now) {
    until = core.dispatch_free;
    return Stall::DispatchStall;
  }
  switch (timing.unit) {
    case Unit::None: return Stall::Selected;
    case Unit::Mio:
      until = core.left[core.next];
      return until > now ? Stall::MioThrottle : Stall::Selected;
    case Unit::Lg:
      until = core.lg_left[core.lg_next];
      if (until > now || stores_fill_queue(core, now, until)) return Stall::LgThrottle;
      until = core.left[core.next];
      if (until > now) return Stall::MioThrottle;
      return l1_queue_stops(core, now, until) ? Stall::LgThrottle : Stall::Selected;
    case Unit::Xu:  // ncu counts a busy XU as mio_throttle (kernels/measured/h200/special-fast-65536.json)
      until = core.unit_free[static_cast<unsigned>(timing.unit)];
      return until > now ? Stall::MioThrottle : Stall::Selected;
    default:
      until = core.unit_free[static_cast<unsigned>(timing.unit)];
      return until > now ? Stall::MathPipeThrottle : Stall::Selected;
  }
}

// Accesses to global and local memory are not issued while the SM's queue for them is full, unless little waits in the sub-core's: so
// others go first, which could not overtake them in the queue. Measured: data_path.cu, H200, 2026-11: where four warps a sub-core store
// and four load from shared memory; with one of each, so that eight stores wait at most, both get as many turns.
bool Sm::l1_queue_stops(const SubCore& core, Cycle now, Cycle& until) {
  constexpr unsigned kLittle = 8;
  const auto depth = static_cast<unsigned>(model_.mio_queue);
  if (depth <= kLittle) return false;
  const Cycle little = core.left[core.next >= kLittle ? core.next - kLittle : core.next + depth - kLittle];
  if (little <= now || !l1_queue_.stops(now, until)) return false;
  until = std::min(until, little);
  return true;
}

// Which of the ready warps issues. 2: the oldest block first, its warps in turn (measured: scheduler.cu, where blocks that
// compete for one pipe finish one after the other and the warps of each together). 1: loose round robin. 0: greedy, the
// last one goes on unless its instruction said yield, then the youngest (Huerta et al., MICRO 2025).
unsigned Sm::choose(unsigned sub, const uint8_t* ready, unsigned count, Cycle now) {
  const SubCore& core = cores_[sub];
  const auto in_turn = [&](unsigned k) { return (k + per_sub_core_ - 1 - static_cast<unsigned>(core.last_issued)) % per_sub_core_; };
  const auto goes_on = [&](unsigned k, const Warp& warp) { return now == core.dispatch_free && static_cast<int>(k) == core.last_issued && !warp.yield; };
  unsigned best = ready[0];
  for (unsigned i = 1; i < count; ++i) {
    const Warp &warp = warp_at(sub, ready[i]), &other = warp_at(sub, best);
    bool better = false;
    switch (model_.issue_scheduler) {
      case 0: {
        const auto rank = [&](unsigned k, const Warp& w) { return static_cast<int>(k) != core.last_issued ? 1 : w.yield ? 0 : 2; };
        const int a = rank(ready[i], warp), b = rank(best, other);
        better = a != b ? a > b : warp.age > other.age;
        break;
      }
      case 1: better = in_turn(ready[i]) < in_turn(best); break;
      case 3:
        if (warp.block_age != other.block_age) better = warp.block_age < other.block_age;
        else better = !goes_on(best, other) && (goes_on(ready[i], warp) || in_turn(ready[i]) < in_turn(best));
        break;
      default: better = warp.block_age != other.block_age ? warp.block_age < other.block_age : in_turn(ready[i]) < in_turn(best); break;
    }
    if (better) best = ready[i];
  }
  return best;
}

// One scheduler in one cycle.
void Sm::look(unsigned sub, Cycle now) {
  SubCore& core = cores_[sub];
  core.looked = now;
  std::array<uint8_t, kMostWarpsPerSubCore> ready;
  unsigned count = 0;
  for (unsigned k = 0; k < per_sub_core_; ++k) {
    if (core.earliest[k] > now) continue;
    Warp& warp = warp_at(sub, k);
    if (warp.cursor < now && !warp.passed_over) charge(warp, now);
    Cycle until = now;
    const Stall hazard = blocked(core, context_.timings[warp.next], now, until);
    if (hazard == Stall::Selected) {
      ready[count++] = static_cast<uint8_t>(k);
      continue;
    }
    if (warp.passed_over) charge_passed_over(warp, now);
    charge(warp, hazard, until);
    core.earliest[k] = until;
  }
  if (count > 0) {
    const unsigned chosen = choose(sub, ready.data(), count, now);
    for (unsigned i = 0; i < count; ++i) {
      if (ready[i] == chosen) continue;
      warp_at(sub, ready[i]).passed_over = true;
      core.earliest[ready[i]] = now + 1;
    }
    if (Warp& warp = warp_at(sub, chosen); warp.passed_over) charge_passed_over(warp, now);
    issue(sub, chosen, now);
  }
  // In two halves: each comparison waits for the one before.
  Cycle next = kNever, other = kNever;
  for (unsigned k = 0; k < per_sub_core_; k += 2) {
    next = std::min(next, core.earliest[k]);
    other = std::min(other, core.earliest[k + 1]);
  }
  core.next_look = std::min(next, other);
}

// Reserves the ports of the register file that the instruction needs in the cycles after its issue; returns by how much it holds
// up the next one.
Cycle Sm::read_registers(SubCore& core, const InstructionTiming& timing, Cycle now) {
  Cycle late = 0;
  for (unsigned b = 0; b < kMostRegisterBanks; ++b) {
    const unsigned reads = timing.register_reads[b];
    if (reads == 0) continue;
    const auto cycles = static_cast<Cycle>((reads + static_cast<unsigned>(model_.issue_register_ports) - 1) / static_cast<unsigned>(model_.issue_register_ports));
    core.bank_free[b] = std::max(core.bank_free[b], now + 1) + cycles;
    late = std::max(late, core.bank_free[b] - 1 - (now + model_.issue_register_window));
  }
  return late;
}

void Sm::issue(unsigned sub, unsigned k, Cycle now) {
  SubCore& core = cores_[sub];
  Warp& warp = warp_at(sub, k);
  Block& block = blocks_[warp.slot];
  const uint32_t instruction = warp.next;
  const InstructionTiming& timing = context_.timings[instruction];
  InstructionStatistics& counts = statistics_.instructions[instruction];
  charge(warp, Stall::Selected, now + 1);

  Step step;
  if (timing.reads_time) block.stream->set_time(static_cast<uint64_t>(now), static_cast<uint64_t>(static_cast<double>(now) * 1000 / model_.device_sm_clock));
  const uint32_t ticket = block.stream->step(warp.warp_in_block, step);
  ++issued_;
  ++warp.steps;
  ++counts.executed;
  counts.threads += static_cast<unsigned>(std::popcount(step.active_mask));
  counts.threads_predicated_on += static_cast<unsigned>(std::popcount(step.executed_mask));

  core.last_issued = static_cast<int>(k);
  const Cycle late = read_registers(core, timing, now);
  core.dispatch_free = now + 1 + late;
  core.unit_free[static_cast<unsigned>(timing.unit)] = now + timing.interval;
  statistics_.unit_busy[static_cast<unsigned>(timing.unit)] += timing.interval;
  warp.last = instruction;
  warp.yield = timing.yield;
  warp.ready = now + timing.stall + late;  // the stall count begins when the operands are read

  const unsigned index = sub * per_sub_core_ + k;
  const auto known = [&](Cycle read, Cycle write) {
    if (timing.read_scoreboard < kScoreboards) release(warp, timing.read_scoreboard, read);
    if (timing.write_scoreboard < kScoreboards) release(warp, timing.write_scoreboard, write);
  };
  switch (timing.kind) {
    case Kind::Shared: shared_access_issue(core, warp, step, timing, now); break;
    case Kind::Memory: memory_access_issue(core, index, step, timing, ticket, now); break;
    case Kind::Exchange: {
      const Passage passage = enter_queue(core, MioQueue::Mio, now, 1);
      known(passage.left + model_.mio_operand_read, passage.start + timing.latency);
      break;
    }
    case Kind::Constant: constant_load_issue(core, warp, step, timing, now); break;
    case Kind::Adu: {
      const Passage passage = timing.unit == Unit::Mio ? enter_adu(core, now, model_.interval_adu) : pass_queue_to_adu(now);
      known(passage.left + model_.mio_operand_read, passage.start + timing.latency);
      break;
    }
    case Kind::Barrier:
      warp.whole = step.executed_mask == ~0u;
      barrier_free_ = std::max(now, barrier_free_) + model_.issue_barrier_interval;
      known(now + timing.interval, now + timing.latency);
      break;
    case Kind::Fence: {
      send_fence(index, now);
      break;
    }
    default: known(now + timing.interval, now + timing.latency); break;
  }
  if (step.released_warps != 0) open_barrier(block, step.released_warps, now);
  follow(sub, k, instruction, now);
}

// The warp's next instruction: fetch, branch latency, barrier, exit.
void Sm::follow(unsigned sub, unsigned k, uint32_t issued, Cycle now) {
  const unsigned index = sub * per_sub_core_ + k;
  Warp& warp = warps_[index];
  const uint32_t next = blocks_[warp.slot].stream->next(warp.warp_in_block);
  if (next == kWarpExited) {
    warp.next = next;
    drain(index, now);
    return;
  }
  warp.next = next;
  if (next == kWarpAtBarrier && !go_behind_barrier(warp)) {
    warp.state = State::AtBarrier;
    cores_[sub].earliest[k] = kNever;
    return;
  }
  fetch_next(sub, warp, issued, now);
  cores_[sub].earliest[k] = earliest_of(warp);
}

// Where the warp is when the barrier it has arrived at has not opened; false if that is known only when it opens, because its
// threads are not together.
bool Sm::go_behind_barrier(Warp& warp) {
  if (!warp.whole) return false;
  const uint32_t next = blocks_[warp.slot].stream->behind_barrier(warp.warp_in_block);
  if (next >= context_.timings.size()) return false;
  warp.next = next;
  warp.state = passes_barrier(warp) ? State::BehindBarrier : State::AtBarrier;
  return true;
}

// When the warp's next instruction can be decoded.
void Sm::fetch_next(unsigned sub, Warp& warp, uint32_t issued, Cycle now) {
  const uint32_t next = warp.next;
  const uint32_t line = instruction_cache_.line_of(next);
  Cycle wanted = now + 1;
  warp.fetch_reason = Stall::NoInstruction;
  if (next != issued + 1 || context_.timings[issued].reconverges) {
    wanted = now + model_.issue_branch_latency;
    warp.fetch_reason = Stall::BranchResolving;
  }
  if (line != warp.line || next != issued + 1) {
    const Cycle fetched = instruction_cache_.fetch(sub, line, wanted);
    if (fetched > wanted) warp.fetch_reason = Stall::NoInstruction;
    warp.line = line;
    wanted = fetched;
  }
  warp.fetched = wanted;
  wait_for_constant(warp, std::max(wanted, warp.ready));
}

// Immediate constant operands are read at issue; a miss holds the warp back (imc_miss).
void Sm::wait_for_constant(Warp& warp, Cycle now) {
  const InstructionTiming& timing = context_.timings[warp.next];
  if (timing.constant_line == 0 || timing.kind == Kind::Constant) return;
  warp.constant_ready = constants_.operand(timing.constant_line - 1, now);
}

void Sm::open_barrier(Block& block, uint32_t released, Cycle now) {
  for (uint32_t rest = released; rest != 0; rest &= rest - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned index = block.warp_index[w];
    Warp& warp = warps_[index];
    warp.barrier_release = std::max(now, barrier_free_) + model_.issue_barrier_latency;
    if (warp.state == State::Running) continue;  // the warp that opened it goes on through `follow`
    const bool known = warp.next != kWarpAtBarrier;
    warp.state = State::Running;
    if (known) {
      reconsider(index);
      continue;
    }
    charge(warp, Stall::Barrier, warp.barrier_release);
    warp.next = block.stream->next(w);
    if (warp.next == kWarpExited || warp.next == kWarpAtBarrier) continue;
    warp.line = instruction_cache_.line_of(warp.next);
    warp.fetched = instruction_cache_.fetch(index / per_sub_core_, warp.line, now + 1);
    warp.fetch_reason = Stall::NoInstruction;
    wait_for_constant(warp, warp.barrier_release);
    reconsider(index);
  }
}

}  // namespace warpglass::sim
