// One streaming multiprocessor: resident blocks, warps, four sub-cores, the MIO and LSU path, L1.
//
// Contract: `advance` runs the SM alone up to a cycle; what it sends is collected in `requests` and `effects` and what
// comes back is given to `deliver`. Between two meetings of all SMs it touches nothing that another SM touches, so SMs
// run on any thread in any order. Every resident warp-cycle is charged to exactly one stall reason.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "models/model.h"
#include "sim/access/coalesce.h"
#include "sim/access/shared_layout.h"
#include "sim/clock.h"
#include "sim/core/constant_caches.h"
#include "sim/core/instruction_cache.h"
#include "sim/core/instruction_timing.h"
#include "sim/core/l1_queue.h"
#include "sim/core/statistics.h"
#include "sim/last_times.h"
#include "sim/memory/messages.h"
#include "sim/memory/sector_cache.h"
#include "sim/memory/store_path.h"
#include "sim/obstacles.h"
#include "sim/timeline/activity.h"
#include "sim/timeline/segment.h"
#include "traces/warp_stream.h"

namespace warpglass::sim {

class SmRecorder;

inline constexpr unsigned kMostSubCores = 8;
inline constexpr unsigned kMostWarpsPerSubCore = 32;
inline constexpr unsigned kScoreboards = 6;

/// What all SMs of a launch share and none changes.
struct LaunchContext {
  const Model& model;
  LaunchStream& stream;
  const isa::Program& program;
  std::vector<InstructionTiming> timings;
  unsigned blocks_per_sm = 1;
  uint64_t l1_bytes = 0;      ///< what shared memory leaves for the cache
  Obstacles without;          ///< what the SM is to do as if it were not there
  bool constants_in_l2 = false;  ///< banks other than 0: an earlier launch has brought them there
  const SharedLayout* shared_layout = nullptr;  ///< nullptr: shared memory lies as the kernel has it
};

/// A block that has left an SM.
struct FinishedBlock {
  Cycle time = 0;
  uint64_t block = 0;
};

/// A warp that cannot go on, for the report of a deadlock.
struct WaitingWarp {
  uint64_t block = 0;
  unsigned warp = 0;
  uint32_t instruction = 0;    ///< next one, or kWarpAtBarrier
  uint32_t last_instruction = 0;
  bool at_barrier = false;
  uint8_t scoreboards = 0;     ///< not released
};

class Sm {
 public:
  Sm(const LaunchContext& context, unsigned number);

  /// Tells `recorder` (which must outlive the SM) of every warp and every charge from now on.
  void record(SmRecorder* recorder) { recorder_ = recorder; }

  unsigned free_block_slots() const { return free_slots_; }
  bool has_room(unsigned warps) const;
  /// Makes `block` resident; its first warp may issue at `time`.
  void start_block(uint64_t block, Cycle time);
  /// Takes responses of the memory system, known ahead of their arrival (the vector is emptied), and acts on those that
  /// arrive before `until`.
  void deliver(std::vector<MemoryResponse>& responses, Cycle until);
  /// Whether it has stored anything since the last meeting, or would.
  bool stores() const { return stored_ || !outgoing_.empty(); }
  /// What stores may leave the SM from `start` on, which is a meeting.
  void allow_stores(const StoreAllowance& allowance, Cycle start);
  /// Simulates all that happens before `until`.
  void advance(Cycle until);

  /// When something can happen next without new messages; kNever if nothing can.
  Cycle next_event() const;
  bool idle() const { return resident_ == 0; }
  std::vector<MemoryRequest>& requests() { return requests_; }
  std::vector<DeferredEffect>& effects() { return effects_; }
  std::vector<FinishedBlock>& finished() { return finished_; }
  /// Lets go of finished blocks; call it when their deferred effects have been completed.
  void bury_finished() { buried_.clear(); }
  /// Closes the books: active cycles and unit totals.
  const SmStatistics& statistics();
  void waiting_warps(std::vector<WaitingWarp>& out) const;

  // For sampling (sm_skip.cpp).
  /// Steps that were issued, by all warps.
  uint64_t issued() const { return issued_; }
  unsigned resident_warps() const { return resident_; }
  /// Widens the range by the steps that the resident warps have behind them.
  void progress(uint64_t& least, uint64_t& most) const;
  /// Executes the next `steps` of every resident warp with no time passing: counts of executions, L1 and the block's own state
  /// follow, nothing else does. What L2 would have seen is appended to `touched`, what has to be completed to `effects`.
  /// False when a warp cannot execute as many or is elsewhere than before: the SM must not be used any more then.
  bool skip(uint64_t steps, std::vector<LineTouch>& touched);

 private:
  // BehindBarrier: has arrived at a barrier that has not opened, and goes on with arithmetic. Draining: has exited and has stores to send.
  enum class State : uint8_t { Free, Running, BehindBarrier, AtBarrier, Draining };

  struct Scoreboard {
    Cycle release = 0;          // when everything known so far is released
    uint16_t unknown = 0;       // releases whose time is not known yet
    bool is_long = false;
    uint32_t producer = 0;
  };

  struct Warp {
    State state = State::Free;
    uint8_t warp_in_block = 0;
    uint16_t slot = 0;
    bool yield = false;
    bool passed_over = false;   // was ready when it was last looked at, and another was selected: charged up to then
    uint32_t next = 0;          // instruction index
    uint32_t last = 0;
    uint32_t line = 0xffffffffu;
    Stall fetch_reason = Stall::NoInstruction;
    Cycle start = 0;
    Cycle cursor = 0;           // charged up to here
    Cycle ready = 0;            // stall count over
    Cycle fetched = 0;
    Cycle barrier_release = 0;
    Cycle constant_ready = 0;
    Cycle fence_until = 0;
    Cycle last_store = 0;       // when its last store leaves the LSU
    Cycle exited = 0;           // when it began to drain
    unsigned unsent = 0;        // stores of which a line waits in outgoing_
    bool fenced = false;        // waits for the answer to a fence
    bool whole = false;         // all 32 threads arrived at its last barrier
    Cycle data_free = 0;        // when the wavefronts of its last access to shared memory are over
    uint64_t age = 0;
    uint64_t block_age = 0;
    uint64_t steps = 0;         // executed so far
    std::array<Scoreboard, kScoreboards> scoreboards{};
  };

  struct SubCore {
    std::array<Cycle, kMostWarpsPerSubCore> earliest;  // when the warp must be looked at
    Cycle next_look = kNever;
    Cycle looked = -1;          // when it was last looked at
    Cycle dispatch_free = 0;
    std::array<Cycle, kMostRegisterBanks> bank_free{};  // of the register file
    int last_issued = -1;
    std::array<Cycle, kUnits> unit_free{};
    // Times at which queued instructions left, as a ring over the queue's depth; the next one takes the place of the oldest.
    // All wait in one queue; those that go to global and local memory are counted apart, too.
    std::array<Cycle, 64> left{}, lg_left{};
    unsigned next = 0, lg_next = 0;
    Cycle queue_free = 0;
    int64_t unsent = 0;         // of its stores, those of which a line waits in outgoing_
  };

  struct Block {
    std::unique_ptr<BlockStream> stream;
    uint64_t number = 0;
    Cycle start = 0;
    Cycle end = 0;
    unsigned live_warps = 0;
    unsigned warps = 0;
    std::array<uint16_t, kMaxWarpsPerBlock> warp_index{};
  };

  // A load, store or atomic under way whose completion needs responses.
  struct Access {
    uint64_t age = 0;            // of the warp: its slot may hold another one by then
    Cycle done = 0;
    uint16_t warp = 0;
    uint16_t outstanding = 0;
    uint8_t scoreboard = 7;
    uint8_t passes = 0;          // through the data banks, when the last sector has arrived
    uint8_t served = 0;          // cycles of the data path that it has had for them
    int32_t next_free = -1;
  };
  // A request to L2; accesses that wait for it hang on it.
  struct Record {
    uint32_t line = SectorCache::kNoLine;  // L1 line, if it fills one
    uint8_t sectors = 0;
    int32_t waiters = -1;
    int32_t next = -1;                     // next record of the same L1 line, or free list
    int32_t fenced_warp = -1;              // that waits for this fence
    uint64_t fenced_age = 0;
  };
  struct Waiter {
    int32_t access = -1;
    int32_t next = -1;
  };

  Warp& warp_at(unsigned sub, unsigned k) { return warps_[sub * per_sub_core_ + k]; }

  // sm_issue.cpp
  void look(unsigned sub, Cycle now);
  unsigned choose(unsigned sub, const uint8_t* ready, unsigned count, Cycle now);
  void charge(Warp& warp, Cycle until);
  void charge(Warp& warp, Stall stall, Cycle until, uint32_t producer = kNoProducer);
  void charge_passed_over(Warp& warp, Cycle until);
  Cycle earliest_of(const Warp& warp) const;
  bool passes_barrier(const Warp& warp) const { return warp.next < context_.timings.size() && context_.timings[warp.next].passes_barrier; }
  void reconsider(unsigned warp_index);
  Stall blocked(SubCore& core, const InstructionTiming& timing, Cycle now, Cycle& until);
  bool l1_queue_stops(const SubCore& core, Cycle now, Cycle& until);
  void issue(unsigned sub, unsigned k, Cycle now);
  void follow(unsigned sub, unsigned k, uint32_t issued, Cycle now);
  bool go_behind_barrier(Warp& warp);
  void fetch_next(unsigned sub, Warp& warp, uint32_t issued, Cycle now);
  void finish_warp(unsigned warp_index, Cycle now);
  void drain(unsigned warp_index, Cycle now);
  void open_barrier(Block& block, uint32_t released, Cycle now);
  void wait_for_constant(Warp& warp, Cycle now);

  Cycle read_registers(SubCore& core, const InstructionTiming& timing, Cycle now);

  // sm_memory.cpp
  /// Passage of an instruction through the queues.
  struct Passage {
    Cycle left = 0;   ///< its sub-core's queue
    Cycle start = 0;  ///< in the SM's shared unit
  };
  Passage enter_queue(SubCore& core, MioQueue queue, Cycle now, unsigned cost, Cycle own = 0);
  void leave(SubCore& core, MioQueue queue, Cycle now, Cycle left);
  Passage enter_adu(SubCore& core, Cycle now, Cycle busy);
  Passage pass_queue_to_adu(Cycle now);
  void constant_load_issue(SubCore& core, Warp& warp, const Step& step, const InstructionTiming& timing, Cycle now);
  void shared_access_issue(SubCore& core, Warp& warp, const Step& step, const InstructionTiming& timing, Cycle now);
  void memory_access_issue(SubCore& core, unsigned warp_index, const Step& step, const InstructionTiming& timing,
                           uint32_t ticket, Cycle now);
  void load_lines(int32_t access_id, uint32_t instruction, bool bypass, Cycle start);
  bool load_line(int32_t access_id, const LineAccess& wanted, InstructionStatistics& counts, bool bypass, Cycle start);
  void load_held_lines(Cycle time);
  void send(Cycle time, const LineAccess& line, RequestKind kind, int32_t record, AtomicWork work = {1, 0, 0});
  double request_interval(const LineAccess& line, RequestKind kind, const AtomicWork& work) const;
  const uint64_t* coalesce_access(unsigned warp_index, const Step& step, const InstructionTiming& timing);
  void keep_local(const LineAccess& line);
  void record_writes(Cycle start, bool store);
  int32_t new_record(uint32_t line, uint8_t sectors);
  void hang(int32_t record, int32_t access);
  void complete(int32_t access, Cycle time);
  Cycle pass_banks(Cycle time, unsigned passes, unsigned served);
  void end_fence(const MemoryResponse& response);
  void arrive(const MemoryResponse& response);
  void release(Warp& warp, uint8_t scoreboard, Cycle time);
  void count_access(const Step& step, InstructionStatistics& counts, const InstructionTiming& timing);

  // sm_stores.cpp
  /// A line of a store or of an atomic without result, or a fence behind them, that has not left the SM.
  struct Outgoing {
    LineAccess line;
    AtomicWork work;
    Cycle earliest = 0;
    double interval = 0;     // until the next one can leave
    double way = 0;          // cycles of the way to L2 that it needs
    int32_t record = -1;
    uint16_t warp = 0;
    RequestKind kind = RequestKind::Write;
    bool last = false;       // of its instruction
  };
  Cycle send_stores(unsigned warp_index, Cycle start, RequestKind kind, const Step& step, const InstructionTiming& timing);
  void send_outgoing();
  void queue(const Outgoing& outgoing);
  void push_request(double start, const LineAccess& line, RequestKind kind, int32_t record, const AtomicWork& work);
  void store_sent(unsigned warp_index, Cycle sent);
  bool stores_fill_queue(const SubCore& core, Cycle now, Cycle& until) const;
  void send_fence(unsigned warp_index, Cycle now);
  AtomicWork atomic_work_of(const Step& step, const InstructionTiming& timing, const LineAccess& line) const;
  double outgoing_start() const;
  Cycle outgoing_end() const;

  // sm_skip.cpp
  bool skip(Block& block, uint64_t steps, std::vector<LineTouch>& touched);
  bool may_go_on(const Warp& warp, const Block& block) const;
  void skip_step(unsigned warp_index, Block& block, std::vector<LineTouch>& touched);

  const LaunchContext& context_;
  const Model& model_;
  unsigned number_;
  unsigned sub_cores_;
  unsigned per_sub_core_;
  std::vector<Warp> warps_;
  std::vector<SubCore> cores_;
  std::vector<Block> blocks_;
  unsigned free_slots_;
  unsigned resident_ = 0;
  uint64_t next_age_ = 0;
  uint32_t sequence_ = 0;
  uint64_t issued_ = 0;

  InstructionCache instruction_cache_;
  ConstantCaches constants_;
  LastTimes<Cycle> shared_queue_, lg_queue_;  // behind the sub-cores' queues: when what waited in one of the SM's began to be served
  L1Queue l1_queue_;
  Cycle lg_free_ = 0;  // when the store that was last taken from its queue has been sent
  SectorCache l1_;
  Cycle lsu_free_ = 0;
  Cycle arrived_free_ = 0;  // when what has come from L2 so far has passed the data banks
  Cycle barrier_free_ = 0;
  Cycle adu_free_ = 0;
  double request_free_ = 0, send_free_ = 0;  // when the next load or atomic with a result can leave, and the next store
  // Stores leave in order while the way to L2 has room; what the window does not let out is sent in a later one, as it is allowed then.
  StoreAllowance allowance_;
  std::deque<Outgoing> outgoing_;
  double outgoing_interval_ = 0, outgoing_way_ = 0;  // sums over outgoing_
  double turn_free_ = 0;                             // when the next store of this window may leave
  bool stored_ = false;                              // since the last meeting
  Cycle window_end_ = 0;
  double fill_free_ = 0;

  std::vector<Access> accesses_;
  std::vector<Record> records_;
  std::vector<Waiter> waiters_;
  int32_t free_access_ = -1, free_record_ = -1, free_waiter_ = -1;
  CoalescedAccess coalesced_;
  std::array<uint64_t, kLanes> neighbouring_{};

  std::vector<MemoryResponse> inbox_;  // heap, earliest arrival first
  std::vector<MemoryRequest> requests_;
  // Lines of loads that wait for a place in L1, in order, and when each place was last free again.
  struct HeldLine {
    int32_t access;
    LineAccess wanted;
    uint32_t instruction;
    bool bypass;
  };
  std::deque<HeldLine> held_lines_;
  std::vector<Cycle> place_free_;
  unsigned lines_under_way_ = 0, most_under_way_;
  std::vector<DeferredEffect> effects_;
  std::vector<FinishedBlock> finished_;
  std::vector<std::unique_ptr<BlockStream>> buried_;
  std::vector<std::pair<Cycle, Cycle>> residency_;
  SmStatistics statistics_;
  SmRecorder* recorder_ = nullptr;
};

}  // namespace warpglass::sim
