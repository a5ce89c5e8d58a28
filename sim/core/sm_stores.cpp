// Stores, atomics without result and fences on their way out of the SM. How much leaves in a window depends on what all SMs have sent before
// (StoreAllowance), so a line gets the time at which it leaves only in the window in which it does. Loads behind it go by an estimate until then.
#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/core/sm.h"

namespace warpglass::sim {

AtomicWork Sm::atomic_work_of(const Step& step, const InstructionTiming& timing, const LineAccess& line) const {
  return atomic_work(step.addresses, step.executed_mask, timing.access_bytes, line.line, static_cast<uint32_t>(model_.l1_line_bytes));
}

// Queues the lines of the access that has been coalesced last. Returns when the last one leaves, or is expected to.
Cycle Sm::send_stores(unsigned warp_index, Cycle start, RequestKind kind, const Step& step, const InstructionTiming& timing) {
  Warp& warp = warps_[warp_index];
  if (coalesced_.count == 0) return start;
  const bool store = kind == RequestKind::Write;
  for (uint32_t i = 0; i < coalesced_.count; ++i) {
    const LineAccess& line = coalesced_.lines[i];
    if (step.space == isa::MemorySpace::Local) keep_local(line);
    if (store) {
      const uint32_t index = l1_.find(line.line);
      if (index != SectorCache::kNoLine) l1_[index].valid |= static_cast<uint8_t>(line.sectors & ~l1_[index].pending);
    }
    const AtomicWork work = store ? AtomicWork{1, 0, 0} : atomic_work_of(step, timing, line);
    const double way = store ? StorePath::cost(model_, static_cast<unsigned>(std::popcount(line.sectors))) : 0;
    queue({line, work, start + static_cast<Cycle>(i), request_interval(line, kind, work), way, -1, static_cast<uint16_t>(warp_index), kind, i + 1 == coalesced_.count});
  }
  ++warp.unsent;
  ++cores_[warp_index / per_sub_core_].unsent;
  send_outgoing();
  return outgoing_.empty() ? requests_.back().sent : outgoing_end();
}

void Sm::queue(const Outgoing& outgoing) {
  outgoing_.push_back(outgoing);
  outgoing_interval_ += outgoing.interval;
  outgoing_way_ += outgoing.way;
}

double Sm::outgoing_start() const {
  const Outgoing& next = outgoing_.front();
  const double start = std::max(static_cast<double>(next.earliest), send_free_);
  return next.kind == RequestKind::Write ? std::max({start, allowance_.hold, turn_free_}) : start;
}

// When the last one will leave, if no slice makes the way to L2 wait.
Cycle Sm::outgoing_end() const {
  return static_cast<Cycle>(std::ceil(outgoing_start() + std::max(outgoing_interval_, std::min(allowance_.share, static_cast<double>(model_.device_sms)) * outgoing_way_)));
}

// What leaves in this window.
void Sm::send_outgoing() {
  while (!outgoing_.empty()) {
    const Outgoing next = outgoing_.front();
    const double start = outgoing_start();
    const auto sent = static_cast<Cycle>(std::ceil(start));
    if (sent >= window_end_) return;
    outgoing_.pop_front();
    outgoing_interval_ -= next.interval;
    outgoing_way_ -= next.way;
    send_free_ = start + next.interval;
    turn_free_ = start + allowance_.share * next.way;
    stored_ = true;
    push_request(start, next.line, next.kind, next.record, next.work);
    if (next.last) store_sent(next.warp, sent);
  }
  outgoing_interval_ = outgoing_way_ = 0;
}

// The warp's slot is kept until its last line has left the SM.
void Sm::store_sent(unsigned warp_index, Cycle sent) {
  Warp& warp = warps_[warp_index];
  warp.last_store = std::max(warp.last_store, sent + 1);
  --cores_[warp_index / per_sub_core_].unsent;
  if (--warp.unsent == 0 && warp.state == State::Draining) finish_warp(warp_index, warp.exited);
}

void Sm::allow_stores(const StoreAllowance& allowance, Cycle start) {
  allowance_ = allowance;
  allowance_.hold = std::max(allowance_.hold, static_cast<double>(start));
  turn_free_ = 0;
  stored_ = false;
  if (!outgoing_.empty()) lg_free_ = outgoing_end();
}

// Whether a sub-core's stores fill its queue, beside those that wait in the SM's, where all sub-cores have as large a part as of all that
// wait; `until` is when to look again.
bool Sm::stores_fill_queue(const SubCore& core, Cycle now, Cycle& until) const {
  if (core.unsent < model_.mio_lg_queue) return false;
  int64_t all = 0;
  for (const SubCore& each : cores_) all += each.unsent;
  if (core.unsent * (all - model_.mio_shared_lg_queue) < model_.mio_lg_queue * all) return false;
  until = std::max(now + 1, std::min(window_end_, static_cast<Cycle>(std::ceil(outgoing_start()))));
  return true;
}

// MEMBAR: the warp goes on when L2 has answered, which it does in order.
void Sm::send_fence(unsigned warp_index, Cycle now) {
  Warp& warp = warps_[warp_index];
  const int32_t record = new_record(SectorCache::kNoLine, 0);
  records_[static_cast<size_t>(record)].fenced_warp = static_cast<int32_t>(warp_index);
  records_[static_cast<size_t>(record)].fenced_age = warp.age;
  warp.fenced = true;
  warp.fence_until = kNever;
  queue({.line = {}, .work = {1, 0, 0}, .earliest = std::max(now + 1, warp.last_store), .record = record, .warp = static_cast<uint16_t>(warp_index), .kind = RequestKind::Fence});
  send_outgoing();
}

}  // namespace warpglass::sim
