#include "sim/sampling/sampler.h"

#include <algorithm>

#include "sim/sampling/counts.h"

namespace warpglass::sim {

void Sampler::attach(SampledMachine machine) {
  machine_ = std::make_unique<SampledMachine>(std::move(machine));
  settled_ = machine_->wave;
  warming_left_ = options_.warming_steps;
  touched_.resize(machine_->sms.size());
  extrapolation_ = std::make_unique<Extrapolation>(mark(0).counts.size());
}

uint64_t Sampler::issued() const {
  uint64_t steps = 0;
  for (const auto& sm : machine_->sms) steps += sm->issued();
  return steps;
}

unsigned Sampler::resident_warps() const {
  unsigned warps = 0;
  for (const auto& sm : machine_->sms) warps += sm->resident_warps();
  return warps;
}

// Time and counts so far, with what was added for skipped work.
Sampler::Mark Sampler::mark(Cycle now) const {
  Mark here;
  here.blocks = finished_;
  here.filled = machine_->memory.filled_lines();
  here.steps = static_cast<double>(issued() + steps_skipped_);
  here.cycles = static_cast<double>(now);
  for (const auto& sm : machine_->sms) {
    // Memory's counts belong to no SM: they are added with the first.
    const std::vector<double> counts =
        counts_of(sm->statistics(), here.counts.empty() ? machine_->memory.statistics() : MemoryStatistics{});
    if (here.counts.empty()) here.counts.resize(counts.size());
    for (size_t i = 0; i < counts.size(); ++i) here.counts[i] += counts[i];
  }
  if (extrapolation_ == nullptr) return here;
  const Added& added = extrapolation_->mean();
  here.cycles += added.cycles;
  for (size_t i = 0; i < here.counts.size(); ++i) here.counts[i] += added.counts[i];
  return here;
}

WorkGroup Sampler::between(const Mark& from, const Mark& to) {
  WorkGroup group{to.cycles - from.cycles, to.steps - from.steps, to.counts};
  for (size_t i = 0; i < group.counts.size(); ++i) group.counts[i] -= from.counts[i];
  return group;
}

// The latest `count` groups of at least `blocks` blocks each, oldest first; empty when there are not as many.
std::vector<WorkGroup> Sampler::groups_of(const std::deque<Mark>& marks, uint64_t blocks,
                                          size_t count) const {
  std::vector<WorkGroup> groups;
  size_t end = marks.size() - 1;
  for (size_t at = end; at-- > 0 && groups.size() < count;) {
    if (marks[end].blocks - marks[at].blocks < blocks) continue;
    groups.push_back(between(marks[at], marks[end]));
    end = at;
  }
  if (groups.size() < count) return {};
  std::reverse(groups.begin(), groups.end());
  return groups;
}

void Sampler::at_meeting(Cycle now, uint64_t finished) {
  finished_ += finished;
  steps_simulated_ = issued();
  if (finished > 0) loop_marks_.clear();
  if (profile_.repetition.period > 0) watch_loop(now);
  if (!done_ && finished > 0) watch_blocks(now);
}

void Sampler::watch_loop(Cycle now) {
  const unsigned warps = resident_warps();
  const double window = static_cast<double>(profile_.repetition.period) * options_.loop_iterations * warps;
  if (warps == 0 || (!loop_marks_.empty() &&
                     static_cast<double>(issued() + steps_skipped_) < loop_marks_.back().steps + window))
    return;
  const RepeatedSteps& loop = profile_.repetition;
  uint64_t least = ~uint64_t{0}, most = 0;
  for (const auto& sm : machine_->sms) sm->progress(least, most);
  if (least < loop.first) {
    loop_marks_.clear();
    return;
  }
  loop_marks_.push_back(mark(now));
  // The window after the first mark is for the loop to settle.
  if (loop_marks_.size() < options_.loop_windows + 2) return;
  if (loop_marks_.size() > options_.loop_windows + 2) loop_marks_.pop_front();
  const uint64_t left = loop.last > most ? (loop.last - 1 - most) / loop.period : 0;
  if (left <= uint64_t{options_.loop_margin} + options_.loop_iterations) return;
  std::vector<WorkGroup> windows;
  for (size_t i = 1; i + 1 < loop_marks_.size(); ++i)
    windows.push_back(between(loop_marks_[i], loop_marks_[i + 1]));
  if (steady(windows, options_, machine_->hbm_bytes_per_cycle))
    skip_iterations(windows, left - options_.loop_margin, warps);
}

void Sampler::skip_iterations(const std::vector<WorkGroup>& windows, uint64_t iterations, unsigned warps) {
  const uint64_t period = profile_.repetition.period;
  for (uint64_t left = iterations; left > 0;) {
    const uint64_t turn = std::min<uint64_t>(left, options_.turn_iterations);
    left -= turn;
    std::vector<uint8_t> in_step(machine_->sms.size(), 1);
    machine_->for_each_sm(
        [&](size_t s) { in_step[s] = machine_->sms[s]->skip(turn * period, touched_[s]) ? 1 : 0; });
    if (std::find(in_step.begin(), in_step.end(), 0) != in_step.end()) throw OutOfStep{};
    for (size_t s = 0; s < touched_.size(); ++s) {
      for (const LineTouch& access : touched_[s]) machine_->memory.touch(static_cast<unsigned>(s), access);
      touched_[s].clear();
    }
    machine_->complete_effects();
  }
  const auto busy =
      std::count_if(machine_->sms.begin(), machine_->sms.end(), [](const auto& sm) { return !sm->idle(); });
  const uint64_t steps = iterations * period * warps;
  extrapolation_->add(windows, static_cast<double>(steps), static_cast<double>(busy));
  steps_skipped_ += steps;
  loop_marks_.clear();
}

}  // namespace warpglass::sim
