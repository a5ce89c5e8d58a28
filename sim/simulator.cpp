#include "sim/simulator.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/error.h"
#include "models/topology.h"
#include "sim/core/sm.h"
#include "sim/deadlock.h"
#include "sim/memory/memory_system.h"
#include "sim/sampling/sampler.h"
#include "sim/timeline/recorder.h"

namespace warpglass::sim {
namespace {

// Shared memory that an SM of compute capability 9.0 can set aside, in KiB (Hopper Tuning Guide); the driver takes the
// smallest that holds the resident blocks.
constexpr std::array<int64_t, 10> kCarveOuts{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

uint64_t l1_bytes_beside(const Model& model, uint64_t shared_bytes) {
  for (const int64_t kib : kCarveOuts) {
    const int64_t bytes = kib * 1024;
    if (bytes >= static_cast<int64_t>(shared_bytes) && bytes < model.l1_bytes)
      return static_cast<uint64_t>(model.l1_bytes - bytes);
  }
  return static_cast<uint64_t>(std::max<int64_t>(model.l1_bytes - static_cast<int64_t>(shared_bytes), model.l1_line_bytes * model.l1_ways));
}

// What streaming can reach.
double hbm_bytes_per_cycle(const Model& model) {
  return static_cast<double>(model.hbm_channels) * model.hbm_channel_bytes * model.hbm_clock / model.device_sm_clock * model.hbm_efficiency;
}

class Simulation {
 public:
  Simulation(LaunchStream& stream, const Model& model, const SimulationOptions& options, unsigned blocks_per_sm, uint64_t l1_bytes)
      : model_(model),
        options_(options),
        context_{model, stream, stream.program(), instruction_timings(stream.program(), model), blocks_per_sm, l1_bytes, options.without,
                 options.l2 != nullptr && !options.l2->slices.empty(), options.shared_layout ? &*options.shared_layout : nullptr},
        blocks_(stream.shape().blocks()),
        warps_per_block_(stream.shape().warps_per_block()),
        memory_(model, static_cast<unsigned>(model.device_sms), options.without),
        responses_(static_cast<size_t>(model.device_sms)),
        window_(std::min(MemorySystem::shortest_round_trip(model), model.launch_block_latency)),
        sm_launch_free_(static_cast<size_t>(model.device_sms), 0),
        arena_(static_cast<int>(options.threads)) {
    for (int64_t i = 0; i < model.device_sms; ++i) sms_.push_back(std::make_unique<Sm>(context_, static_cast<unsigned>(i)));
    if (!options.detail.on) return;
    recorder_ = std::make_unique<TimelineRecorder>(model, context_.timings, options.detail);
    for (size_t s = 0; s < sms_.size(); ++s) sms_[s]->record(recorder_->sm(s));
    memory_.record(recorder_->memory());
  }

  Cycle run();
  void swap_l2(L2Contents& contents) { memory_.swap(contents); }
  void totals(RunResult& result);
  /// What the end of the kernel took because it accessed memory, after its last write.
  Cycle memory_drain() const { return memory_drain_; }

 private:
  void first_wave();
  void attach_sampler();
  void for_each_sm(const std::function<void(size_t)>& job);
  uint64_t next_blocks();
  Cycle launch(size_t sm, Cycle time);
  void meet(Cycle end);
  Cycle next_event() const;
  void complete_effects();
  void check_progress(Cycle start);

  const Model& model_;
  const SimulationOptions& options_;
  LaunchContext context_;
  uint64_t blocks_;
  unsigned warps_per_block_;
  uint64_t next_block_ = 0;
  std::unique_ptr<TimelineRecorder> recorder_;
  std::vector<std::unique_ptr<Sm>> sms_;
  MemorySystem memory_;
  std::vector<std::vector<MemoryResponse>> responses_;
  std::vector<DeferredEffect> effects_;
  Cycle window_;
  std::vector<Cycle> sm_launch_free_;
  double retire_free_ = 0;
  Cycle memory_drain_ = 0;
  uint64_t windows_ = 0;
  tbb::task_arena arena_;
};

// Starts the next block on an SM at `time` or when the SM can take it; returns when.
Cycle Simulation::launch(size_t sm, Cycle time) {
  const Cycle start = std::max(time, sm_launch_free_[sm]);
  sms_[sm]->start_block(next_block_++, start);
  const double warps = static_cast<double>(warps_per_block_) * model_.launch_sm_warp_interval;
  sm_launch_free_[sm] = start + std::max(model_.launch_sm_interval, static_cast<Cycle>(warps + 0.5));
  return start;
}

// Blocks go to the SMs in turn, one each until all are full; each GPC launches one every launch.block_interval cycles.
void Simulation::first_wave() {
  std::vector<Cycle> gpc_free(static_cast<size_t>(model_.device_gpcs), model_.launch_setup);  // its SMs are active by then
  for (unsigned round = 0; round < context_.blocks_per_sm; ++round) {
    for (size_t s = 0; s < sms_.size() && next_block_ < blocks_; ++s) {
      Cycle& free = gpc_free[gpc_of_sm(model_, static_cast<unsigned>(s))];
      free = launch(s, free) + model_.launch_block_interval;
    }
  }
}

// Returns how many blocks have ended.
uint64_t Simulation::next_blocks() {
  struct Slot {
    Cycle time;
    size_t sm;
  };
  std::vector<Slot> slots;
  for (size_t s = 0; s < sms_.size(); ++s) {
    for (const FinishedBlock& finished : sms_[s]->finished()) slots.push_back({finished.time, s});
    sms_[s]->finished().clear();
  }
  std::sort(slots.begin(), slots.end(), [](const Slot& a, const Slot& b) { return a.time != b.time ? a.time < b.time : a.sm < b.sm; });
  for (const Slot& slot : slots) {
    // Finished blocks are taken note of one after the other, for the whole chip.
    retire_free_ = std::max(retire_free_, static_cast<double>(slot.time)) + model_.launch_retire_interval;
    const auto retired = static_cast<Cycle>(retire_free_);
    if (next_block_ < blocks_) launch(slot.sm, retired + model_.launch_block_latency);
  }
  return slots.size();
}

void Simulation::complete_effects() {
  effects_.clear();
  for (const auto& sm : sms_) {
    effects_.insert(effects_.end(), sm->effects().begin(), sm->effects().end());
    sm->effects().clear();
  }
  std::sort(effects_.begin(), effects_.end(), [](const DeferredEffect& a, const DeferredEffect& b) {
    if (a.time != b.time) return a.time < b.time;
    return a.sm != b.sm ? a.sm < b.sm : a.sequence < b.sequence;
  });
  for (const DeferredEffect& effect : effects_) effect.block->complete(effect.ticket);
  for (const auto& sm : sms_) sm->bury_finished();
}

// What a request sent after `end` cannot overtake has been sent: L2 may go on until then.
void Simulation::meet(Cycle end) {
  for (const auto& sm : sms_) memory_.accept(sm->requests());
  memory_.process(end + model_.noc_request_latency, responses_);
  const auto storing = std::count_if(sms_.begin(), sms_.end(), [](const auto& sm) { return sm->stores(); });
  const StoreAllowance allowance = memory_.store_allowance(end, window_, static_cast<unsigned>(storing));
  for (const auto& sm : sms_) sm->allow_stores(allowance, end);
  complete_effects();
  const uint64_t finished = next_blocks();
  if (options_.sampler != nullptr) options_.sampler->at_meeting(end, finished);
}

void Simulation::for_each_sm(const std::function<void(size_t)>& job) {
  if (options_.threads > 1)
    arena_.execute([&] { tbb::parallel_for(size_t{0}, sms_.size(), job); });
  else
    for (size_t s = 0; s < sms_.size(); ++s) job(s);
}

void Simulation::attach_sampler() {
  options_.sampler->attach({sms_, memory_, context_.stream, next_block_, uint64_t{context_.blocks_per_sm} * sms_.size(),
                            static_cast<uint32_t>(model_.l1_line_bytes), hbm_bytes_per_cycle(model_), [this] { complete_effects(); },
                            [this](const std::function<void(size_t)>& job) { for_each_sm(job); }});
}

Cycle Simulation::next_event() const {
  Cycle next = memory_.next_arrival();
  for (size_t s = 0; s < sms_.size(); ++s) {
    next = std::min(next, sms_[s]->next_event());
    for (const MemoryResponse& response : responses_[s]) next = std::min(next, response.arrival);
  }
  return next;
}

void Simulation::check_progress(Cycle start) {
  constexpr unsigned kWindowsBetweenReports = 4;  // of a busy launch: some hundredths of a second
  if (options_.progress && windows_++ % kWindowsBetweenReports == 0 && !options_.progress({start, next_block_, blocks_}))
    throw Error(ExitCode::CheckFailed, "the simulation was cancelled");
  if (start > options_.most_cycles)
    throw Error(ExitCode::CheckFailed, fmt::format("given up after {} simulated cycles: {}", options_.most_cycles,
                                                   describe_waiting(context_.program, sms_)));
}

Cycle Simulation::run() {
  if (options_.sampler != nullptr) attach_sampler();
  first_wave();
  for (;;) {
    const Cycle start = next_event();
    if (start == kNever) break;
    check_progress(start);
    const Cycle end = start + window_;
    const auto advance = [&](size_t s) {
      sms_[s]->deliver(responses_[s], end);
      sms_[s]->advance(end);
    };
    for_each_sm(advance);
    meet(end);
  }
  if (std::any_of(sms_.begin(), sms_.end(), [](const auto& sm) { return !sm->idle(); }))
    throw Error(ExitCode::CheckFailed, fmt::format("the kernel deadlocks: {}", describe_waiting(context_.program, sms_)));
  if (options_.sampler != nullptr) options_.sampler->finish();
  Cycle last = 0;
  for (const auto& sm : sms_) last = std::max(last, sm->statistics().last_end);
  // Like a fence, the end of a kernel that accessed memory waits for its writes; its own work goes on meanwhile. Measured:
  // kernels/micro/probes/traffic_profiled.cu, H200, 2026-11: small kernels that write end as soon as those that read.
  if (memory_.accessed()) {
    const Cycle written = std::max(last, memory_.last_write());
    last = std::max(last + model_.launch_memory_drain, written);
    memory_drain_ = last - written;
  }
  return std::max(last, static_cast<Cycle>(retire_free_));
}

void add(SmStatistics& to, const SmStatistics& from) {
  for (size_t i = 0; i < to.instructions.size(); ++i) {
    InstructionStatistics& a = to.instructions[i];
    const InstructionStatistics& b = from.instructions[i];
    for (unsigned s = 0; s < kStalls; ++s) a.stalls[s] += b.stalls[s];
    a.executed += b.executed;
    a.threads += b.threads;
    a.threads_predicated_on += b.threads_predicated_on;
    a.blamed += b.blamed;
    a.shared_wavefronts += b.shared_wavefronts;
    a.shared_ideal += b.shared_ideal;
    a.shared_ways = std::max(a.shared_ways, b.shared_ways);
    a.sectors += b.sectors;
    a.ideal_sectors += b.ideal_sectors;
    a.lines += b.lines;
    a.sector_hits += b.sector_hits;
  }
  to.warp_cycles += from.warp_cycles;
  to.blocks += from.blocks;
  to.global_load_requests += from.global_load_requests;
  to.global_store_requests += from.global_store_requests;
  to.atomic_requests += from.atomic_requests;
  to.local_load_requests += from.local_load_requests;
  to.local_store_requests += from.local_store_requests;
  to.load_sectors += from.load_sectors;
  to.load_hits += from.load_hits;
  to.store_sectors += from.store_sectors;
  to.atomic_sectors += from.atomic_sectors;
  to.arbitration_wavefronts += from.arbitration_wavefronts;
  to.data_wavefronts += from.data_wavefronts;
  to.instruction_cache_misses += from.instruction_cache_misses;
  for (size_t i = 0; i < to.unit_busy.size(); ++i) to.unit_busy[i] += from.unit_busy[i];
  to.active_cycles += from.active_cycles;
  to.last_end = std::max(to.last_end, from.last_end);
}

void Simulation::totals(RunResult& result) {
  result.totals.instructions.resize(context_.program.size());
  for (const auto& sm : sms_) add(result.totals, sm->statistics());
  result.memory = memory_.statistics();
  if (recorder_ != nullptr) result.timeline = recorder_->finish(result.totals.last_end);
  result.active_cycles = static_cast<double>(result.totals.active_cycles) / static_cast<double>(sms_.size());
}

}  // namespace

RunResult simulate(LaunchStream& stream, const Model& model, const SimulationOptions& options) {
  check_model(model);
  const isa::Program& program = stream.program();
  RunResult result;
  result.kernel = program.kernel;
  result.model = model.name;
  result.model_title = model.title;
  result.model_measured = model.measured;
  result.shape = stream.shape();
  result.resources = {result.shape.threads_per_block(), program.registers, program.static_shared_bytes, result.shape.dynamic_shared_bytes};
  if (options.resources) {
    result.resources.registers = options.resources->registers;
    result.resources.static_shared_bytes = options.resources->static_shared_bytes;
    result.resources.dynamic_shared_bytes = options.resources->dynamic_shared_bytes;
  }
  if (options.shared_layout) {
    const uint32_t bytes = result.resources.static_shared_bytes + result.resources.dynamic_shared_bytes;
    result.resources.static_shared_bytes += static_cast<uint32_t>(options.shared_layout->bytes_needed(bytes) - bytes);
  }
  // What is resident without the limits of occupancy would leave L1 nothing: it keeps the size it has with them.
  const Occupancy real = occupancy(model, result.resources);
  const uint64_t l1_bytes = l1_bytes_beside(model, uint64_t{real.blocks} * real.shared_bytes_per_block);
  const Model effective = without(model, options.without);
  result.without = options.without.names();
  if (options.resources) result.without.push_back("its own registers and shared memory");
  if (options.shared_layout) result.without.push_back("its own layout of shared memory");
  result.occupancy = occupancy(effective, result.resources);
  result.sm_clock_mhz = model.device_sm_clock;
  result.hbm_bytes_per_cycle = hbm_bytes_per_cycle(model);
  result.sms = static_cast<uint32_t>(model.device_sms);

  Simulation simulation(stream, effective, options, result.occupancy.blocks, l1_bytes);
  if (options.l2 != nullptr && !options.l2->slices.empty()) simulation.swap_l2(*options.l2);
  const Cycle last = simulation.run();
  if (options.l2 != nullptr) simulation.swap_l2(*options.l2);
  simulation.totals(result);
  const Cycle launch = effective.launch_overhead + effective.launch_drain;
  result.cycles = last + launch;
  result.launch_cycles = launch + simulation.memory_drain();
  result.text = program.text;
  result.locations = program.locations;
  result.files = program.files;
  compute_metrics(result, model);
  return result;
}

}  // namespace warpglass::sim
