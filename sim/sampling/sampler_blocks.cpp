// Sampler: waves of blocks that are not started.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "sim/sampling/counts.h"
#include "sim/sampling/sampler.h"

namespace warpglass::sim {

void Sampler::watch_blocks(Cycle now) {
  const uint64_t wave = machine_->wave;
  const uint64_t blocks = machine_->stream.shape().blocks();
  if (machine_->next_block + wave > blocks) {
    done_ = true;
    return;
  }
  const uint64_t between_marks = std::max<uint64_t>(1, wave / options_.marks_per_wave);
  if (finished_ < settled_ ||
      (!block_marks_.empty() && finished_ < block_marks_.back().blocks + between_marks))
    return;
  block_marks_.push_back(mark(now));
  thin_out(block_marks_);
  const bool filling = block_marks_.size() > 1 && !filled_in_vain_ && still_filling();
  const std::vector<WorkGroup> groups = steady_groups(filling);
  if (groups.empty()) return;
  if (filling && !worth_filling())
    done_ = fills_for_long_ = true;
  else if (filling)
    fill(groups);
  else
    skip_blocks(groups);
}

// The smallest groups, and as few, that are steady; empty when none are. While L2 fills, HBM's traffic grows:
// it is looked at when L2 is full.
std::vector<WorkGroup> Sampler::steady_groups(bool filling) const {
  const double hbm = filling ? std::numeric_limits<double>::infinity() : machine_->hbm_bytes_per_cycle;
  const uint64_t settled_blocks = block_marks_.back().blocks - block_marks_.front().blocks;
  for (uint64_t size = machine_->wave; size <= settled_blocks; size *= 2) {
    for (const unsigned count : options_.block_groups) {
      std::vector<WorkGroup> groups = groups_of(block_marks_, size, count);
      if (!groups.empty() && steady(groups, options_, hbm)) return groups;
    }
  }
  return {};
}

// Keeps the latest marks, for groups of less than a wave, and ever fewer of those before.
void Sampler::thin_out(std::deque<Mark>& marks) {
  constexpr size_t kLatest = 32, kMost = 96;
  if (marks.size() <= kMost) return;
  std::deque<Mark> kept;
  for (size_t i = 0; i < marks.size(); ++i)
    if (i % 2 == 0 || i + kLatest >= marks.size()) kept.push_back(std::move(marks[i]));
  marks = std::move(kept);
}

// While L2 has room, what is written stays in it; once it is full, each written line pushes another one out.
// Lines that were only read cost nothing then.
bool Sampler::still_filling() const {
  const Mark &from = block_marks_.front(), &to = block_marks_.back();
  const auto lines = static_cast<double>(to.filled - from.filled);
  const double a_wave =
      lines * static_cast<double>(machine_->wave) / static_cast<double>(to.blocks - from.blocks);
  if (filling_ > 0 && a_wave <= options_.filled * filling_) return false;
  const auto free = static_cast<double>(machine_->memory.lines() - to.filled);
  if (a_wave * waves_left() <= options_.harmless_filling * free) return false;
  const double unwritten = unwritten_bytes(to.counts) - unwritten_bytes(from.counts);
  return unwritten > options_.ignored_filling * machine_->hbm_bytes_per_cycle * (to.cycles - from.cycles);
}

double Sampler::waves_left() const {
  return static_cast<double>(machine_->stream.shape().blocks() - machine_->next_block) /
         static_cast<double>(machine_->wave);
}

// Whether enough of the launch is left when L2 is full to find out what it is like then. The last sets of L2
// fill slowly, so that takes half as long again as the first ones suggest.
bool Sampler::worth_filling() const {
  const Mark &from = block_marks_.front(), &to = block_marks_.back();
  const double a_wave = static_cast<double>(to.filled - from.filled) * static_cast<double>(machine_->wave) /
                        static_cast<double>(to.blocks - from.blocks);
  const double waves = 1.5 * static_cast<double>(machine_->memory.lines() - to.filled) / a_wave;
  return waves_left() >= waves + options_.block_groups.back() + 1;
}

// Executes blocks until L2 takes in few lines. Meanwhile HBM would have been given ever more to write: half
// of what was executed counts like the groups before, half like those after.
void Sampler::fill(const std::vector<WorkGroup>& groups) {
  const uint64_t wave = machine_->wave, blocks = machine_->stream.shape().blocks();
  const auto steps = static_cast<uint64_t>(profile_.steps);
  uint64_t executed = 0;
  for (double lines = filling_; lines > options_.filled * filling_ || executed == 0;) {
    filled_in_vain_ = warming_left_ < 2 * wave * steps;  // as much is kept for the last blocks
    if (machine_->next_block + wave > blocks || filled_in_vain_) break;
    const uint64_t before = machine_->memory.filled_lines();
    for (uint64_t i = 0; i < wave; ++i) execute_block(machine_->next_block++);
    executed += wave;
    warming_left_ -= wave * steps;
    lines = static_cast<double>(machine_->memory.filled_lines() - before);
    filling_ = std::max(filling_, lines);
  }
  if (executed == 0) return;
  settle_filling(groups);  // of an earlier filling
  const double half = static_cast<double>(executed) * profile_.steps / 2;
  extrapolation_->add(groups, half, static_cast<double>(machine_->sms.size()));
  half_filled_ = half;
  before_filling_ = groups;
  blocks_skipped_ += executed;
  blocks_executed_ += executed;
  block_marks_.clear();
  loop_marks_.clear();
  settled_ = finished_ + wave / 2;
}

void Sampler::settle_filling(const std::vector<WorkGroup>& after) {
  if (half_filled_ <= 0) return;
  extrapolation_->add(after, half_filled_, static_cast<double>(machine_->sms.size()));
  const auto rate = [](const std::vector<WorkGroup>& groups) {
    double cycles = 0, steps = 0;
    for (const WorkGroup& group : groups) cycles += group.cycles, steps += group.steps;
    return cycles / steps;
  };
  filling_doubt_ += std::abs(rate(after) - rate(before_filling_)) * half_filled_;
  half_filled_ = 0;
}

// The launch has ended without steady groups after L2 was filled: all since then is one.
void Sampler::finish() {
  if (half_filled_ <= 0) return;
  if (block_marks_.size() > 1)
    settle_filling({between(block_marks_.front(), block_marks_.back())});
  else
    settle_filling(before_filling_);
}

// Leaves what does not make a whole wave, so that the launch ends as it would.
void Sampler::skip_blocks(const std::vector<WorkGroup>& groups) {
  const uint64_t wave = machine_->wave, blocks = machine_->stream.shape().blocks();
  const uint64_t skipped = (blocks - machine_->next_block) / wave * wave;
  machine_->next_block += skipped;
  const auto steps = std::max<uint64_t>(1, static_cast<uint64_t>(profile_.steps));
  // Nothing looks for what the last skipped blocks left in L2 if none comes after them.
  const uint64_t executed =
      machine_->next_block == blocks ? 0 : std::min({skipped, wave, warming_left_ / steps});
  for (uint64_t b = machine_->next_block - executed; b < machine_->next_block; ++b) execute_block(b);
  settle_filling(groups);
  extrapolation_->add(groups, static_cast<double>(skipped) * profile_.steps,
                      static_cast<double>(machine_->sms.size()));
  blocks_skipped_ += skipped;
  blocks_executed_ += executed;
  done_ = true;
}

void Sampler::execute_block(uint64_t number) {
  const std::unique_ptr<BlockStream> block = machine_->stream.start_block(number);
  const auto sm = static_cast<unsigned>(number % machine_->sms.size());
  const auto& instructions = machine_->stream.program().instructions;
  const unsigned warps = machine_->stream.shape().warps_per_block();
  for (bool live = true; live;) {
    live = false;
    bool moved = false;
    for (unsigned w = 0; w < warps; ++w) {
      for (; block->next(w) != kWarpExited && block->next(w) != kWarpAtBarrier; moved = true) {
        Step step;
        const uint32_t ticket = block->step(w, step);
        if (step.deferred) block->complete(ticket);
        const isa::Instruction& instruction = instructions[step.instruction];
        if (step.space != isa::MemorySpace::Global || step.addresses == nullptr || step.executed_mask == 0)
          continue;
        const RequestKind kind = instruction.category == isa::Category::Load    ? RequestKind::Read
                                 : instruction.category == isa::Category::Store ? RequestKind::Write
                                                                                : RequestKind::Atomic;
        coalesced_.count = 0;
        coalesce(step.addresses, step.executed_mask, instruction.access_bytes, machine_->line_bytes,
                 coalesced_);
        for (uint32_t i = 0; i < coalesced_.count; ++i)
          machine_->memory.touch(
              sm, {coalesced_.lines[i].line, static_cast<uint8_t>(coalesced_.lines[i].sectors), kind});
      }
      live = live || block->next(w) != kWarpExited;
    }
    if (live && !moved)
      throw Error(ExitCode::CheckFailed,
                  fmt::format("block {} deadlocks: `warpglass replay` says where", number));
  }
}

}  // namespace warpglass::sim
