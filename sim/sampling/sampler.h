// Decides during a simulation which work is left out.
//
// Two kinds of work are skipped, each only while all that can be measured is steady (options.h):
//   iterations   every resident warp is in the same loop: all of them go on by the same number of iterations,
//   executed (memory,
//                L1 and L2 follow) with no time passing. The machine is then as it would have been that much
//                later.
//   blocks       whole waves are not started. The last of them are executed so that L2 holds what the next
//   ones will look for.
// What was skipped is added from the groups that were found steady, in proportion to its steps. Decisions are
// made at meetings of all SMs from their totals, so the result does not depend on the number of threads.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/core/sm.h"
#include "sim/memory/memory_system.h"
#include "sim/sampling/extrapolation.h"
#include "sim/sampling/launch_profile.h"

namespace warpglass::sim {

/// A warp did not do what the profiled blocks did: the launch has to be simulated in full.
struct OutOfStep {};

/// What a simulation lends to its sampler, between meetings.
struct SampledMachine {
  const std::vector<std::unique_ptr<Sm>>& sms;
  MemorySystem& memory;
  LaunchStream& stream;
  uint64_t& next_block;
  uint64_t wave = 0;  ///< blocks that are resident at once
  uint32_t line_bytes = 0;
  double hbm_bytes_per_cycle = 0;
  std::function<void()> complete_effects;
  std::function<void(const std::function<void(size_t)>&)> for_each_sm;  ///< on the simulation's threads
};

class Sampler {
 public:
  Sampler(const LaunchProfile& profile, const SamplingOptions& options)
      : profile_(profile), options_(options) {}

  /// Called once, before the first block starts.
  void attach(SampledMachine machine);
  /// Called at every meeting, after new blocks have started; `finished` blocks have ended since the last one.
  /// Throws OutOfStep.
  void at_meeting(Cycle now, uint64_t finished);
  /// Called once, when the launch has ended.
  void finish();

  const Extrapolation& extrapolation() const { return *extrapolation_; }
  bool skipped_anything() const { return blocks_skipped_ + steps_skipped_ > 0; }
  uint64_t blocks_skipped() const { return blocks_skipped_; }  ///< never simulated; of these:
  uint64_t blocks_executed() const { return blocks_executed_; }
  uint64_t steps_simulated() const { return steps_simulated_; }
  uint64_t steps_skipped() const { return steps_skipped_; }  ///< in loops
  /// Cycles by which the time that filling L2 stands for may be off.
  double filling_doubt() const { return filling_doubt_; }
  /// No blocks were left out because L2 fills with what is written for most of the launch.
  bool fills_for_long() const { return fills_for_long_; }
  bool filled_in_vain() const { return filled_in_vain_; }  ///< L2 was still filling when its budget was spent

 private:
  struct Mark {
    double cycles = 0, steps = 0;
    uint64_t blocks = 0;  ///< ended so far
    uint64_t filled = 0;  ///< lines of L2
    std::vector<double> counts;
  };

  uint64_t issued() const;
  unsigned resident_warps() const;
  Mark mark(Cycle now) const;
  static WorkGroup between(const Mark& from, const Mark& to);
  std::vector<WorkGroup> groups_of(const std::deque<Mark>& marks, uint64_t blocks, size_t count) const;

  void watch_loop(Cycle now);
  void skip_iterations(const std::vector<WorkGroup>& windows, uint64_t iterations, unsigned warps);
  void watch_blocks(Cycle now);
  std::vector<WorkGroup> steady_groups(bool filling) const;
  static void thin_out(std::deque<Mark>& marks);
  void skip_blocks(const std::vector<WorkGroup>& groups);
  bool still_filling() const;
  bool worth_filling() const;
  double waves_left() const;
  void settle_filling(const std::vector<WorkGroup>& after);
  void fill(const std::vector<WorkGroup>& groups);
  void execute_block(uint64_t number);

  const LaunchProfile& profile_;
  const SamplingOptions& options_;
  std::unique_ptr<SampledMachine> machine_;
  std::unique_ptr<Extrapolation> extrapolation_;
  std::deque<Mark> block_marks_, loop_marks_;
  uint64_t finished_ = 0;  ///< blocks that ended
  uint64_t settled_ = 0;   ///< block groups begin when so many blocks have ended
  uint64_t blocks_skipped_ = 0, blocks_executed_ = 0;
  uint64_t steps_skipped_ = 0;
  uint64_t steps_simulated_ = 0;
  uint64_t warming_left_ = 0;
  double filling_ = 0;      ///< most lines that L2 took in from a wave
  double half_filled_ = 0;  ///< steps of filling that are to count like the groups after
  std::vector<WorkGroup> before_filling_;
  double filling_doubt_ = 0;
  bool filled_in_vain_ = false;
  bool fills_for_long_ = false;
  bool done_ = false;                            ///< no more blocks are skipped
  std::vector<std::vector<LineTouch>> touched_;  // by SM
  CoalescedAccess coalesced_;
};

}  // namespace warpglass::sim
