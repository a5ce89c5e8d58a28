// The memory path of an SM: MIO and LSU queues, shared memory, L1, requests to L2 and what they release.
#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/access/neighbouring.h"
#include "sim/access/shared_wavefronts.h"
#include "sim/core/sm.h"
#include "sim/timeline/recorder.h"

namespace warpglass::sim {
namespace {
// Measured: kernels/micro/probes/l1_rate.cu, H200, 2026-11: loads of many lines take a cycle for each four.
constexpr unsigned kLinesPerTagCycle = 4;

// Passes that bring the results of a global load to the registers: 128 bytes at a time, whole quarters or halves of the warp.
// Measured: l1_rate.cu, H200, 2026-11: loads of 8 and 16 bytes take 2 and 4 cycles even where all lanes read the same.
unsigned result_passes(uint32_t mask, unsigned bytes) {
  const unsigned groups = bytes <= 4 ? 1 : bytes / 4;
  const unsigned lanes = kLanes / groups;
  unsigned passes = 0;
  for (unsigned g = 0; g < groups; ++g) passes += (mask >> (g * lanes) & static_cast<uint32_t>((uint64_t{1} << lanes) - 1)) != 0 ? 1 : 0;
  return passes;
}

// In the tag of a line of L1 that is only the place of what passes it by: no address has this bit.
constexpr uint64_t kPassesBy = uint64_t{1} << 63;
}  // namespace

void Sm::release(Warp& warp, uint8_t scoreboard, Cycle time) {
  Scoreboard& board = warp.scoreboards[scoreboard];
  if (time >= board.release) {
    board.release = time;
    board.is_long = context_.timings[warp.last].long_scoreboard;
    board.producer = warp.last;
  }
}

// Queues an instruction in its sub-core, and behind that in one of the SM's two queues for the data path of shared memory and L1, which
// it occupies for `cost` cycles. What waits for its own warp, for earlier stores (`own`) or behind others of its sub-core leaves the
// data path to the others meanwhile. Measured: data_path.cu, H200, 2026-11: behind a full queue everything waits to be issued, and what
// has left it waits for its own kind.
Sm::Passage Sm::enter_queue(SubCore& core, MioQueue queue, Cycle now, unsigned cost, Cycle own) {
  LastTimes<Cycle>& behind = queue == MioQueue::Lg ? lg_queue_ : shared_queue_;
  const Cycle data_path = std::max(now + 1, lsu_free_);
  lsu_free_ = data_path + std::max<Cycle>(cost, model_.mio_sm_interval);
  statistics_.data_wavefronts += cost;
  const Cycle first = std::max(now + 1, core.queue_free);
  const Cycle left = std::max(first, behind.oldest());
  core.queue_free = left + model_.mio_interval;
  const Cycle start = std::max({left, data_path, own});
  behind.put(start);
  if (queue == MioQueue::Lg) {
    l1_queue_.leaves(start);
    if (left > first) l1_queue_.held(now, first, left);
  }
  leave(core, queue, now, left);
  if (recorder_ != nullptr) recorder_->queue(MioQueue::Shared, left, start);
  return {left, start};
}

// Queues an instruction for the SM's ADU, which it occupies for `busy` cycles.
Sm::Passage Sm::enter_adu(SubCore& core, Cycle now, Cycle busy) {
  const Cycle start = std::max({now + 1, core.queue_free, adu_free_});
  core.queue_free = start + model_.mio_interval;
  adu_free_ = start + busy;
  leave(core, MioQueue::Mio, now, start);
  return {start, start};
}

// S2UR asks the ADU without a place in its sub-core's queue. Measured: data_path.cu (data_path_burst), H200, 2026-11: one that reads the
// clock and four loads behind it are issued in 15 cycles, whether eight stores wait in the queue or none.
Sm::Passage Sm::pass_queue_to_adu(Cycle now) {
  const Cycle start = std::max(now + 1, adu_free_);
  adu_free_ = start + model_.interval_adu;
  return {start, start};
}

// Notes when an instruction leaves its sub-core's queue.
void Sm::leave(SubCore& core, MioQueue queue, Cycle now, Cycle left) {
  const auto put = [left](std::array<Cycle, 64>& ring, unsigned& next, int64_t depth) {
    ring[next] = left;
    next = next + 1 == static_cast<unsigned>(depth) ? 0 : next + 1;
  };
  put(core.left, core.next, model_.mio_queue);
  if (queue == MioQueue::Lg) put(core.lg_left, core.lg_next, model_.mio_lg_queue);
  if (recorder_ != nullptr) recorder_->queue(queue, now, left);
}

// The ADU takes the different words of an LDC one after the other.
void Sm::constant_load_issue(SubCore& core, Warp& warp, const Step& step, const InstructionTiming& timing, Cycle now) {
  const unsigned words = step.addresses != nullptr && step.executed_mask != 0 ? distinct_addresses(step.addresses, step.executed_mask) : 1;
  const auto [left, start] = enter_adu(core, now, words > 1 ? static_cast<Cycle>(words) * model_.interval_constant_word : model_.interval_adu);
  Cycle filled = start;
  if (timing.constant_line != 0) filled = constants_.load(timing.constant_line - 1, start);
  if (timing.constant_bank != kNoConstantBank && step.addresses != nullptr) {
    uint32_t last = ~0u;
    for (uint32_t rest = step.executed_mask; rest != 0; rest &= rest - 1) {
      const auto line = static_cast<uint32_t>(step.addresses[std::countr_zero(rest)] / kConstantLineBytes % kConstantLinesPerBank);
      if (line != last) filled = std::max(filled, constants_.load(timing.constant_bank * kConstantLinesPerBank + line, start));
      last = line;
    }
  }
  const Cycle done = filled + timing.latency + static_cast<Cycle>(words - 1) * model_.latency_constant_word;
  if (timing.read_scoreboard < kScoreboards) release(warp, timing.read_scoreboard, left + model_.mio_operand_read);
  if (timing.write_scoreboard < kScoreboards) release(warp, timing.write_scoreboard, done);
}

void Sm::shared_access_issue(SubCore& core, Warp& warp, const Step& step, const InstructionTiming& timing, Cycle now) {
  InstructionStatistics& counts = statistics_.instructions[step.instruction];
  SharedAccess access;
  if (step.addresses != nullptr) {
    std::array<uint64_t, 32> moved;
    const uint64_t* addresses = step.addresses;
    if (context_.shared_layout != nullptr) addresses = (moved = context_.shared_layout->map(addresses, step.executed_mask, timing.access_bytes)).data();
    access = shared_access(addresses, step.executed_mask, timing.access_bytes, static_cast<uint32_t>(model_.shared_banks),
                           timing.category == isa::Category::Load);
    if (timing.category != isa::Category::Load && timing.category != isa::Category::Store && !timing.merges_lanes)
      access.wavefronts = access.ways = lanes_in_fullest_bank(addresses, step.executed_mask, static_cast<uint32_t>(model_.shared_banks));
  }
  if (context_.without.has(Obstacle::BankConflicts)) access = {access.ideal, access.ideal, std::min(access.ways, 1u)};
  counts.shared_wavefronts += access.wavefronts;
  counts.shared_ideal += access.ideal;
  counts.shared_ways = std::max(counts.shared_ways, access.ways);
  const unsigned cost = std::max(1u, access.wavefronts);
  // Wavefronts of one warp are wavefront_latency apart; those of others pass between them.
  const auto [left, start] = enter_queue(core, MioQueue::Mio, now, cost, warp.data_free);
  warp.data_free = start + static_cast<Cycle>(cost) * model_.shared_wavefront_latency;
  if (recorder_ != nullptr) recorder_->access(start, {.shared_wavefronts = access.wavefronts});
  const Cycle last = start + cost - 1;
  if (timing.category == isa::Category::Store || timing.category == isa::Category::Reduction)
    warp.last_store = std::max(warp.last_store, last);
  if (timing.read_scoreboard < kScoreboards) release(warp, timing.read_scoreboard, left + model_.mio_operand_read);
  if (timing.write_scoreboard < kScoreboards)
    release(warp, timing.write_scoreboard, start + static_cast<Cycle>(cost - 1) * model_.shared_wavefront_latency + timing.latency);
}

// Like ncu's counters: an access whose guard is false in every lane is no request.
void Sm::count_access(const Step& step, InstructionStatistics& counts, const InstructionTiming& timing) {
  if (coalesced_.count == 0) return;
  const uint32_t sectors = coalesced_.sectors();
  counts.lines += coalesced_.count;
  counts.sectors += sectors;
  counts.ideal_sectors += ideal_sectors(step.executed_mask, timing.access_bytes);
  const bool local = step.space == isa::MemorySpace::Local;
  switch (timing.category) {
    case isa::Category::Load:
      ++(local ? statistics_.local_load_requests : statistics_.global_load_requests);
      statistics_.load_sectors += sectors;
      break;
    case isa::Category::Store:
      ++(local ? statistics_.local_store_requests : statistics_.global_store_requests);
      statistics_.store_sectors += sectors;
      break;
    default:
      ++statistics_.atomic_requests;
      statistics_.atomic_sectors += sectors;
      break;
  }
}

void Sm::memory_access_issue(SubCore& core, unsigned warp_index, const Step& step, const InstructionTiming& timing,
                             uint32_t ticket, Cycle now) {
  Warp& warp = warps_[warp_index];
  if (step.space == isa::MemorySpace::Shared) {  // a generic access that turned out to be shared
    shared_access_issue(core, warp, step, timing, now);
    return;
  }
  InstructionStatistics& counts = statistics_.instructions[step.instruction];
  const uint64_t* addresses = coalesce_access(warp_index, step, timing);
  count_access(step, counts, timing);

  const bool store = timing.category == isa::Category::Store;
  // A load passes the data banks like a shared-memory access, its tags four lines a cycle.
  const unsigned tags = (coalesced_.count + kLinesPerTagCycle - 1) / kLinesPerTagCycle;
  unsigned passes = 0;
  if (!store && coalesced_.count > 0)
    passes = std::max(result_passes(step.executed_mask, timing.access_bytes),
                      step.space == isa::MemorySpace::Local ? coalesced_.count : shared_access(addresses, step.executed_mask, timing.access_bytes, static_cast<uint32_t>(model_.shared_banks)).wavefronts);
  const bool load = timing.category == isa::Category::Load;
  const auto look_ups = static_cast<unsigned>(tags * model_.l1_tag_interval);
  const unsigned wavefronts = store ? static_cast<unsigned>(coalesced_.count * model_.l1_store_interval) : load ? look_ups : std::max(passes, look_ups);
  const auto [left, start] = enter_queue(core, MioQueue::Lg, now, std::max(1u, wavefronts), lg_free_);
  const uint64_t hits_before = statistics_.load_hits;
  if (recorder_ != nullptr && !load && coalesced_.count > 0) record_writes(start, store);
  if (step.deferred) effects_.push_back({start, blocks_[warp.slot].stream.get(), ticket, static_cast<uint16_t>(number_), sequence_++});
  if (timing.read_scoreboard < kScoreboards) release(warp, timing.read_scoreboard, left + model_.mio_operand_read);

  const bool wants_result = timing.write_scoreboard < kScoreboards;
  if (timing.category == isa::Category::Load || wants_result) {
    int32_t id = free_access_;
    if (id >= 0) {
      free_access_ = accesses_[static_cast<size_t>(id)].next_free;
    } else {
      id = static_cast<int32_t>(accesses_.size());
      accesses_.emplace_back();
    }
    Access& access = accesses_[static_cast<size_t>(id)];
    const Cycle hit = start + timing.latency + (passes > 1 ? static_cast<Cycle>(passes - 1) * model_.shared_wavefront_latency : 0) +
                      (tags > 1 ? tags - 1 : 0);
    access = Access{warp.age, hit, static_cast<uint16_t>(warp_index), 1, timing.write_scoreboard, 0, 0, -1};
    if (wants_result) {
      Scoreboard& board = warp.scoreboards[timing.write_scoreboard];
      ++board.unknown;
      board.is_long = true;
      board.producer = step.instruction;
    }
    if (timing.category == isa::Category::Load) {
      load_lines(id, step.instruction, step.deferred, start);
      if (recorder_ != nullptr && coalesced_.count > 0)
        recorder_->access(start, {.load_sectors = coalesced_.sectors(), .load_hits = static_cast<uint32_t>(statistics_.load_hits - hits_before)});
      // What is in L1 passes the banks at once; what is not, when it arrives.
      const bool hits = accesses_[static_cast<size_t>(id)].outstanding == 1;
      if (!hits) {
        accesses_[static_cast<size_t>(id)].passes = static_cast<uint8_t>(std::min(passes, 255u));
        accesses_[static_cast<size_t>(id)].served = static_cast<uint8_t>(std::min(std::max(1u, wavefronts), 255u));
      }
      if (hits && passes > wavefronts) {
        lsu_free_ = std::max(lsu_free_, start + passes);
        statistics_.data_wavefronts += passes - std::max(1u, wavefronts);
      }
    } else {
      for (uint32_t i = 0; i < coalesced_.count; ++i) {
        const int32_t record = new_record(SectorCache::kNoLine, static_cast<uint8_t>(coalesced_.lines[i].sectors));
        hang(record, id);
        send(start + i, coalesced_.lines[i], RequestKind::Atomic, record, atomic_work_of(step, timing, coalesced_.lines[i]));
      }
    }
    complete(id, accesses_[static_cast<size_t>(id)].done);  // its own part; the rest follows with the responses
    return;
  }
  const Cycle sent = send_stores(warp_index, start, store ? RequestKind::Write : RequestKind::Atomic, step, timing);
  lg_free_ = std::max(lg_free_, sent);  // in order: what follows waits for the store's last line
  warp.last_store = std::max(warp.last_store, start + static_cast<Cycle>(std::max(1u, wavefronts)));
}

void Sm::record_writes(Cycle start, bool store) {
  const uint32_t sectors = coalesced_.sectors();
  recorder_->access(start, {.store_sectors = store ? sectors : 0, .atomic_sectors = store ? 0 : sectors});
}

// Finds the lines and sectors of an access; returns the addresses that they follow from: the lanes' own, or neighbouring ones
// where uncoalesced accesses are out of the way. Atomics keep theirs: which lanes meet at a word is what they are for. Local
// memory lies side by side as it is.
const uint64_t* Sm::coalesce_access(unsigned warp_index, const Step& step, const InstructionTiming& timing) {
  // A frame for each warp slot, at addresses that no allocation has.
  constexpr uint64_t kLocalMemory = uint64_t{1} << 62;
  constexpr unsigned kFrameBits = 24;  // 512 KB a thread at most, 32 threads
  coalesced_.count = 0;
  if (step.addresses == nullptr || step.executed_mask == 0) return step.addresses;
  const auto line_bytes = static_cast<uint32_t>(model_.l1_line_bytes);
  if (step.space == isa::MemorySpace::Local) {
    coalesce_local(step.addresses, step.executed_mask, timing.access_bytes, kLocalMemory + ((uint64_t{number_} * warps_.size() + warp_index) << kFrameBits), line_bytes, coalesced_);
    return step.addresses;
  }
  coalesce(step.addresses, step.executed_mask, timing.access_bytes, line_bytes, coalesced_);
  const bool moves = timing.category == isa::Category::Load || timing.category == isa::Category::Store;
  if (!context_.without.has(Obstacle::Uncoalesced) || !moves || coalesced_.sectors() <= ideal_sectors(step.executed_mask, timing.access_bytes))
    return step.addresses;
  neighbouring_addresses(step.addresses, step.executed_mask, timing.access_bytes, neighbouring_);
  coalesce(neighbouring_.data(), step.executed_mask, timing.access_bytes, line_bytes, coalesced_);
  return neighbouring_.data();
}

// Stores to local memory get a line in L1 and go on to L2 (ncu of kernels/spill.cu, H200, 2026-11: every stored sector is
// written to L2, and loads of what was spilled hit).
void Sm::keep_local(const LineAccess& line) {
  uint32_t index = l1_.find(line.line);
  if (index == SectorCache::kNoLine) {
    SectorCache::Eviction eviction;
    index = l1_.allocate(line.line, eviction);
  }
  if (index != SectorCache::kNoLine) l1_[index].valid |= static_cast<uint8_t>(line.sectors & ~uint32_t{l1_[index].pending});
}

// Looks up each line of a load, in order: behind one that waits for a place in L1, everything waits.
void Sm::load_lines(int32_t access_id, uint32_t instruction, bool bypass, Cycle start) {
  InstructionStatistics& counts = statistics_.instructions[instruction];
  const bool all_hit = !bypass && context_.without.has(Obstacle::L1Misses);
  for (uint32_t i = 0; i < coalesced_.count; ++i) {
    const LineAccess& wanted = coalesced_.lines[i];
    if (all_hit) {
      const auto hits = static_cast<unsigned>(std::popcount(wanted.sectors));
      counts.sector_hits += hits;
      statistics_.load_hits += hits;
      continue;
    }
    if (held_lines_.empty() && load_line(access_id, wanted, counts, bypass, start + static_cast<Cycle>(i))) continue;
    ++accesses_[static_cast<size_t>(access_id)].outstanding;
    held_lines_.push_back({access_id, wanted, instruction, bypass});
  }
}

// Sectors that hit are there after the hit latency, others go to L2 unless they are on their way. False, and nothing has changed, if the
// line gets no place because too many are on their way, in L1 or in its set. Measured: miss_capacity.cu, H200, 2026-11: of the 28 KB that
// shared memory leaves of L1, three quarters are on their way at once, and the same of 92 KB; loads that pass L1 by need a place, too.
bool Sm::load_line(int32_t access_id, const LineAccess& wanted, InstructionStatistics& counts, bool bypass, Cycle start) {
  const auto sectors = static_cast<uint8_t>(wanted.sectors);
  uint32_t index = bypass ? SectorCache::kNoLine : l1_.find(wanted.line);
  if (index == SectorCache::kNoLine) {
    if (lines_under_way_ >= most_under_way_) return false;
    SectorCache::Eviction eviction;
    index = l1_.allocate(bypass ? wanted.line | kPassesBy : wanted.line, eviction);
    if (index == SectorCache::kNoLine) return false;
    start = std::max(start, place_free_[index]);
  }
  SectorCache::Line& line = l1_[index];
  const auto hits = static_cast<unsigned>(std::popcount(static_cast<unsigned>(sectors & (line.valid | line.pending))));
  counts.sector_hits += hits;
  statistics_.load_hits += hits;
  for (int32_t r = line.records; r >= 0; r = records_[static_cast<size_t>(r)].next) {
    if ((records_[static_cast<size_t>(r)].sectors & sectors) != 0) hang(r, access_id);
  }
  const auto missing = static_cast<uint8_t>(sectors & ~(line.valid | line.pending));
  if (missing == 0) return true;
  const int32_t record = new_record(index, missing);
  if (line.pending == 0) ++lines_under_way_;
  line.pending |= missing;
  records_[static_cast<size_t>(record)].next = line.records;
  line.records = record;
  hang(record, access_id);
  send(start, {wanted.line, missing, 0}, RequestKind::Read, record);
  return true;
}

// Lines that waited for a place, which `time` may have brought them.
void Sm::load_held_lines(Cycle time) {
  while (!held_lines_.empty()) {
    const HeldLine held = held_lines_.front();
    if (!load_line(held.access, held.wanted, statistics_.instructions[held.instruction], held.bypass, time)) return;
    held_lines_.pop_front();
    complete(held.access, time + model_.l1_fill_latency);
  }
}

int32_t Sm::new_record(uint32_t line, uint8_t sectors) {
  int32_t id = free_record_;
  if (id >= 0) {
    free_record_ = records_[static_cast<size_t>(id)].next;
  } else {
    id = static_cast<int32_t>(records_.size());
    records_.emplace_back();
  }
  records_[static_cast<size_t>(id)] = Record{line, sectors, -1, -1};
  return id;
}

void Sm::hang(int32_t record, int32_t access) {
  int32_t id = free_waiter_;
  if (id >= 0) {
    free_waiter_ = waiters_[static_cast<size_t>(id)].next;
  } else {
    id = static_cast<int32_t>(waiters_.size());
    waiters_.emplace_back();
  }
  Record& to = records_[static_cast<size_t>(record)];
  waiters_[static_cast<size_t>(id)] = {access, to.waiters};
  to.waiters = id;
  ++accesses_[static_cast<size_t>(access)].outstanding;
}

// What a request keeps the SM's port to L2 busy for.
double Sm::request_interval(const LineAccess& line, RequestKind kind, const AtomicWork& work) const {
  if (kind == RequestKind::Read) return model_.noc_load_interval;
  // A partly written sector carries a byte mask along.
  const auto sectors = static_cast<double>(std::popcount(line.sectors));
  const bool whole = line.bytes >= static_cast<uint32_t>(std::popcount(line.sectors)) * kSectorBytes;
  return work.requests * (whole ? std::max(1.0, sectors * model_.noc_store_sector_interval) : model_.noc_store_line_interval + sectors - 1);
}

// Requests that want an answer. Their times may lie ahead, where stores are not known yet, so they do not take turns with these.
void Sm::send(Cycle time, const LineAccess& line, RequestKind kind, int32_t record, AtomicWork work) {
  const double start = std::max(static_cast<double>(time), request_free_);
  request_free_ = start + request_interval(line, kind, work);
  push_request(start, line, kind, record, work);
}

void Sm::push_request(double start, const LineAccess& line, RequestKind kind, int32_t record, const AtomicWork& work) {
  requests_.push_back({static_cast<Cycle>(std::ceil(start)), line.line, record, static_cast<uint16_t>(number_), static_cast<uint8_t>(line.sectors), kind,
                       static_cast<uint16_t>(line.bytes), static_cast<uint16_t>(work.passes), static_cast<uint16_t>(work.whole_passes), static_cast<uint8_t>(work.requests), sequence_++});
}

// When a load whose last sector has arrived at `time` has passed the data banks, whose time others lose beyond the `served` cycles that it
// had when its lines were looked up (miss_capacity.cu: 32 lines take 34 cycles, in one bank or in 32). Arrivals are known ahead of
// time, so accesses that are issued until then go on before them.
Cycle Sm::pass_banks(Cycle time, unsigned passes, unsigned served) {
  const Cycle start = std::max({time, arrived_free_, lsu_free_});
  arrived_free_ = start + passes;
  const unsigned more = passes > served ? passes - served : 0;
  lsu_free_ += more;
  statistics_.data_wavefronts += more;
  return start + static_cast<Cycle>(passes - 1) * model_.shared_wavefront_latency;
}

// One of the things an access waits for is there at `time`; the last one releases its scoreboard.
void Sm::complete(int32_t access_id, Cycle time) {
  Access& access = accesses_[static_cast<size_t>(access_id)];
  access.done = std::max(access.done, time);
  if (--access.outstanding > 0) return;
  if (access.passes > 0) access.done = pass_banks(access.done, access.passes, access.served);
  Warp& warp = warps_[access.warp];
  if (access.scoreboard < kScoreboards && warp.state != State::Free && warp.age == access.age) {
    Scoreboard& board = warp.scoreboards[access.scoreboard];
    --board.unknown;
    board.release = std::max(board.release, access.done);
    if ((warp.state == State::Running || warp.state == State::BehindBarrier) && (context_.timings[warp.next].wait_mask >> access.scoreboard & 1) != 0)
      reconsider(access.warp);
  }
  access.next_free = free_access_;
  free_access_ = access_id;
}

namespace {
// std::*_heap keeps the largest first, so "less" is "later".
bool later(const MemoryResponse& a, const MemoryResponse& b) {
  return a.arrival != b.arrival ? a.arrival > b.arrival : a.record > b.record;
}
}  // namespace

void Sm::deliver(std::vector<MemoryResponse>& responses, Cycle until) {
  for (const MemoryResponse& response : responses) {
    inbox_.push_back(response);
    std::push_heap(inbox_.begin(), inbox_.end(), later);
  }
  responses.clear();
  while (!inbox_.empty() && inbox_.front().arrival < until) {
    std::pop_heap(inbox_.begin(), inbox_.end(), later);
    const MemoryResponse response = inbox_.back();
    inbox_.pop_back();
    arrive(response);
  }
}

void Sm::end_fence(const MemoryResponse& response) {
  Record& record = records_[static_cast<size_t>(response.record)];
  const auto index = static_cast<unsigned>(record.fenced_warp);
  Warp& warp = warps_[index];
  if (warp.state != State::Free && warp.age == record.fenced_age && warp.fenced) {
    warp.fenced = false;
    warp.fence_until = response.arrival + model_.issue_membar_latency;
    reconsider(index);
  }
  record.fenced_warp = -1;
  record.next = free_record_;
  free_record_ = response.record;
}

// The SM's port takes the sectors in turn; L1 lines fill, and accesses that waited for them go on.
void Sm::arrive(const MemoryResponse& response) {
  const double start = std::max(static_cast<double>(response.arrival), fill_free_);
  fill_free_ = start + response.bytes / model_.noc_response_bytes;
  const Cycle there = static_cast<Cycle>(std::ceil(fill_free_)) + model_.l1_fill_latency;
  const auto id = static_cast<size_t>(response.record);
  if (records_[id].fenced_warp >= 0) {
    end_fence(response);
    return;
  }
  if (records_[id].line != SectorCache::kNoLine) {
    SectorCache::Line& line = l1_[records_[id].line];
    line.pending = static_cast<uint8_t>(line.pending & ~records_[id].sectors);
    if (((line.tag - 1) & kPassesBy) == 0) line.valid |= records_[id].sectors;
    if (line.pending == 0) {
      --lines_under_way_;
      place_free_[records_[id].line] = response.arrival;
    }
    int32_t* link = &line.records;
    while (*link != response.record) link = &records_[static_cast<size_t>(*link)].next;
    *link = records_[id].next;
  }
  for (int32_t w = records_[id].waiters; w >= 0;) {
    Waiter& waiter = waiters_[static_cast<size_t>(w)];
    const int32_t next = waiter.next;
    complete(waiter.access, there);
    waiter.next = free_waiter_;
    free_waiter_ = w;
    w = next;
  }
  records_[id].next = free_record_;
  free_record_ = response.record;
  load_held_lines(response.arrival);
}

}  // namespace warpglass::sim
