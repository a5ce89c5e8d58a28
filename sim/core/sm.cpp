#include "sim/core/sm.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sim/timeline/recorder.h"

namespace warpglass::sim {

Sm::Sm(const LaunchContext& context, unsigned number)
    : context_(context),
      model_(context.model),
      number_(number),
      sub_cores_(static_cast<unsigned>(model_.sm_sub_cores)),
      per_sub_core_(static_cast<unsigned>(model_.sm_max_warps / model_.sm_sub_cores)),
      warps_(static_cast<size_t>(model_.sm_max_warps)),
      cores_(sub_cores_),
      blocks_(context.blocks_per_sm),
      free_slots_(context.blocks_per_sm),
      instruction_cache_(model_, context.program.size(), sub_cores_, context.without.has(Obstacle::InstructionCacheMisses)),
      constants_(model_, context.constants_in_l2),
      shared_queue_(static_cast<size_t>(model_.mio_shared_queue)),
      lg_queue_(static_cast<size_t>(model_.mio_shared_lg_queue)),
      l1_queue_(static_cast<size_t>(model_.mio_shared_lg_queue + model_.mio_queue * model_.sm_sub_cores)),
      l1_(context.l1_bytes, static_cast<uint32_t>(model_.l1_line_bytes), static_cast<uint32_t>(model_.l1_ways)),
      place_free_(l1_.size(), 0),
      most_under_way_(std::max(1u, static_cast<unsigned>(static_cast<double>(l1_.size()) * model_.l1_under_way))) {
  statistics_.instructions.resize(context.program.size());
  for (SubCore& core : cores_) core.earliest.fill(kNever);
}

bool Sm::has_room(unsigned warps) const {
  if (free_slots_ == 0) return false;
  unsigned free = 0;
  for (const Warp& warp : warps_) free += warp.state == State::Free ? 1 : 0;
  return free >= warps;
}

void Sm::start_block(uint64_t number, Cycle time) {
  const auto slot = static_cast<unsigned>(
      std::find_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.stream == nullptr; }) - blocks_.begin());
  if (slot == blocks_.size()) throw internal_error("SM {} has no free block slot", number_);
  Block& block = blocks_[slot];
  block = Block{};
  block.stream = context_.stream.start_block(number);
  block.stream->set_sm(number_);
  block.number = number;
  block.start = time;
  block.warps = block.live_warps = context_.stream.shape().warps_per_block();
  --free_slots_;
  ++statistics_.blocks;

  // Consecutive warps go to consecutive sub-cores, beginning with the emptiest.
  std::array<unsigned, kMostSubCores> used{};
  for (unsigned s = 0; s < sub_cores_; ++s)
    for (unsigned k = 0; k < per_sub_core_; ++k) used[s] += warp_at(s, k).state != State::Free ? 1 : 0;
  unsigned sub = static_cast<unsigned>(std::min_element(used.begin(), used.begin() + sub_cores_) - used.begin());
  for (unsigned w = 0; w < block.warps; ++w, sub = (sub + 1) % sub_cores_) {
    while (used[sub] == per_sub_core_) sub = (sub + 1) % sub_cores_;
    ++used[sub];
    unsigned k = 0;
    while (warp_at(sub, k).state != State::Free) ++k;
    const unsigned index = sub * per_sub_core_ + k;
    block.warp_index[w] = static_cast<uint16_t>(index);
    Warp& warp = warps_[index];
    warp = Warp{};
    warp.state = State::Running;
    warp.warp_in_block = static_cast<uint8_t>(w);
    warp.slot = static_cast<uint16_t>(slot);
    warp.start = warp.cursor = warp.ready = time + static_cast<Cycle>(w) * model_.launch_warp_interval;
    if (recorder_ != nullptr) recorder_->start_warp(index, number, w, warp.start);
    warp.next = block.stream->next(w);
    warp.age = next_age_++;
    warp.block_age = statistics_.blocks;
    warp.line = instruction_cache_.line_of(warp.next);
    warp.fetched = instruction_cache_.fetch(sub, warp.line, warp.start);
    ++resident_;
    wait_for_constant(warp, warp.start);
    reconsider(index);
  }
}

void Sm::advance(Cycle until) {
  window_end_ = until;
  send_outgoing();
  for (;;) {
    Cycle now = kNever;
    for (const SubCore& core : cores_) now = std::min(now, core.next_look);
    if (now >= until) break;
    for (unsigned sub = 0; sub < sub_cores_; ++sub)
      if (cores_[sub].next_look <= now) look(sub, now);
  }
  // At meetings all time is charged.
  for (unsigned sub = 0; sub < sub_cores_; ++sub)
    for (unsigned k = 0; k < per_sub_core_; ++k)
      if (Warp& warp = warp_at(sub, k); warp.passed_over) charge(warp, Stall::NotSelected, cores_[sub].looked + 1);
}

Cycle Sm::next_event() const {
  Cycle next = kNever;
  for (const SubCore& core : cores_) next = std::min(next, core.next_look);
  if (!inbox_.empty()) next = std::min(next, inbox_.front().arrival);
  if (!outgoing_.empty()) next = std::min(next, static_cast<Cycle>(std::ceil(outgoing_start())));
  return next;
}

// An exited warp keeps its place until its stores have left the SM.
void Sm::drain(unsigned warp_index, Cycle now) {
  Warp& warp = warps_[warp_index];
  warp.exited = now;
  if (warp.unsent == 0) {
    finish_warp(warp_index, now);
    return;
  }
  warp.state = State::Draining;
  cores_[warp_index / per_sub_core_].earliest[warp_index % per_sub_core_] = kNever;
}

void Sm::finish_warp(unsigned warp_index, Cycle now) {
  Warp& warp = warps_[warp_index];
  Block& block = blocks_[warp.slot];
  const Cycle end = std::max(now + 1 + model_.issue_exit_drain, warp.last_store);
  charge(warp, Stall::Drain, end);
  statistics_.warp_cycles += static_cast<uint64_t>(end - warp.start);
  statistics_.last_end = std::max(statistics_.last_end, end);
  block.end = std::max(block.end, end);
  warp.state = State::Free;
  cores_[warp_index / per_sub_core_].earliest[warp_index % per_sub_core_] = kNever;
  --resident_;
  if (--block.live_warps > 0) return;
  residency_.emplace_back(block.start - model_.launch_setup, block.end);
  finished_.push_back({block.end, block.number});
  buried_.push_back(std::move(block.stream));
  ++free_slots_;
}

const SmStatistics& Sm::statistics() {
  std::sort(residency_.begin(), residency_.end());
  Cycle covered = 0;
  statistics_.active_cycles = 0;
  for (const auto& [start, end] : residency_) {
    const Cycle from = std::max(start, covered);
    if (end > from) statistics_.active_cycles += end - from;
    covered = std::max(covered, end);
  }
  statistics_.instruction_cache_misses = instruction_cache_.misses();
  return statistics_;
}

void Sm::waiting_warps(std::vector<WaitingWarp>& out) const {
  for (const Warp& warp : warps_) {
    if (warp.state == State::Free || warp.state == State::Draining) continue;
    WaitingWarp waiting{blocks_[warp.slot].number, warp.warp_in_block, warp.next, warp.last,
                        warp.state == State::AtBarrier, 0};
    for (unsigned s = 0; s < kScoreboards; ++s)
      if (warp.scoreboards[s].unknown > 0) waiting.scoreboards = static_cast<uint8_t>(waiting.scoreboards | 1u << s);
    out.push_back(waiting);
  }
}

}  // namespace warpglass::sim
