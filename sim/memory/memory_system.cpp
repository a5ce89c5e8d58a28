#include "sim/memory/memory_system.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "models/topology.h"
#include "sim/access/coalesce.h"
#include "sim/memory/mix.h"

namespace warpglass::sim {
namespace {

// What one request added, for the timeline.
MemoryActivity l2_activity(const MemoryStatistics& before, const MemoryStatistics& after) {
  MemoryActivity added;
  const auto sectors = [](const MemoryStatistics& m) { return m.sectors_read + m.sectors_write + m.sectors_atomic; };
  added.l2_sectors = sectors(after) - sectors(before);
  added.l2_read_sectors = after.sectors_read - before.sectors_read;
  added.l2_read_hits = after.read_hits - before.read_hits;
  return added;
}

// Of as many chunks in a row as a side has channels each goes to another one, in an order that differs. Measured:
// kernels/micro/probes/cold_launch.cu, H200, 2026-12: 4 MB that all SMs load at once come as fast as 35 MB do, within a few percent, and
// both as fast as HBM can; with channels drawn at random the fullest of 48 has 18 % more than its share of 4 MB.
uint64_t channel_of_chunk(uint64_t chunk, uint64_t channels) {
  const uint64_t order = mix(chunk / channels);
  const uint64_t place = chunk % channels;
  return (((order & 1) != 0 ? channels - 1 - place : place) + (order >> 1) % channels) % channels;
}

}  // namespace

MemorySystem::MemorySystem(const Model& model, unsigned sms, Obstacles without)
    : model_(model),
      without_(without),
      slices_per_partition_(static_cast<unsigned>(model.l2_slices / model.l2_partitions)),
      slices_(static_cast<size_t>(model.l2_slices)),
      hbm_(model, without, statistics_),
      merges_(static_cast<size_t>(model.device_gpcs), std::vector<Merge>(kMergeEntries)),
      gpc_free_(static_cast<size_t>(model.device_gpcs), 0),
      store_path_(model),
      done_of_sm_(sms, 0),
      untaken_(sms, 0),
      fences_(sms) {
  const uint64_t slice_bytes = static_cast<uint64_t>(model.l2_bytes / model.l2_slices);
  for (int64_t i = 0; i < model.l2_slices; ++i) {
    caches_.emplace_back(slice_bytes, static_cast<uint32_t>(model.l1_line_bytes), static_cast<uint32_t>(model.l2_ways));
    partial_.emplace_back(caches_.back().size(), static_cast<size_t>(model.l2_partial_lines / model.l2_slices));
    // A sector that is on its way from HBM is usable from this cycle on; one entry a sector.
    slices_[static_cast<size_t>(i)].misses = LastTimes<double>(static_cast<size_t>(model.l2_miss_queue));
    sector_ready_.emplace_back(slice_bytes / kSectorBytes + static_cast<uint64_t>(model.l2_ways) * 8, 0);
  }
  for (unsigned sm = 0; sm < sms; ++sm) gpc_of_sm_.push_back(static_cast<uint8_t>(gpc_of_sm(model, sm)));
}

void MemorySystem::swap(L2Contents& contents) {
  if (!contents.slices.empty() && contents.slices.size() != caches_.size())
    throw internal_error("L2 has {} slices, its contents are of {}", caches_.size(), contents.slices.size());
  caches_.swap(contents.slices);
  partial_.swap(contents.partial);
}

Cycle MemorySystem::shortest_round_trip(const Model& model) {
  return model.noc_request_latency + model.l2_latency + model.noc_response_latency;
}

// Number of a line's chunk among those with their home in the same partition: of two neighbouring pages of 4 KB each is in another one.
uint64_t MemorySystem::chunk_of_side(uint64_t line) const {
  constexpr uint64_t kPage = 4096;
  const auto chunk = static_cast<uint64_t>(model_.l2_channel_chunk);
  if (model_.l2_partitions != 2 || chunk > kPage) return line / chunk;
  return line / (2 * kPage) * (kPage / chunk) + line % kPage / chunk;
}

// Which slice holds a line is not published. Partitions hold GPCs in equal numbers.
MemorySystem::Place MemorySystem::place_of(unsigned sm, uint64_t line) const {
  // Measured: kernels/micro/probes/refresh.cu, pairs of lines, H200, 2026-11: lines that differ in one of these bits of their
  // address have their homes in different partitions, others below 8 MB in the same. Of the bits above, which were not
  // measured, every other one is assumed to count.
  constexpr uint64_t kPartitionBits = 0x6ab000;
  const uint64_t chunk = line / static_cast<uint64_t>(model_.l2_channel_chunk);
  const uint64_t high = line >> 23;
  const auto side = static_cast<unsigned>((static_cast<uint64_t>(std::popcount(line & kPartitionBits)) + std::popcount(high & 0x5555)) % static_cast<uint64_t>(model_.l2_partitions));
  const auto slices_per_channel = static_cast<unsigned>(slices_.size() / hbm_.channels());
  const uint64_t channels = hbm_.channels() / static_cast<uint64_t>(model_.l2_partitions);
  const auto channel = static_cast<unsigned>(channel_of_chunk(chunk_of_side(line), channels));
  // Measured: kernels/micro/probes/atomic_lines.cu, H200, 2026-11: REDs to 8 neighbouring lines are twice as fast as to one, lines 0, 1,
  // 4 and 5 share a slice.
  const auto slice = static_cast<unsigned>((line / std::max<uint64_t>(1, static_cast<uint64_t>(model_.l2_channel_chunk) / (uint64_t{2} * slices_per_channel)) + (mix(chunk) >> 40)) % slices_per_channel);
  const unsigned home = side * slices_per_partition_ + channel * slices_per_channel + slice;
  const unsigned partition = gpc_of(sm) * static_cast<unsigned>(model_.l2_partitions) / static_cast<unsigned>(model_.device_gpcs);
  return {partition * slices_per_partition_ + home % slices_per_partition_, home};
}

void MemorySystem::accept(std::vector<MemoryRequest>& requests) {
  for (const MemoryRequest& request : requests) {
    const Place place = request.kind == RequestKind::Fence ? Place{} : place_of(request.sm, request.line);
    // A fence follows what was sent before it to the other partition.
    const bool far = place.near != place.home || request.kind == RequestKind::Fence;
    waiting_.push_back({request.sent + model_.noc_request_latency + (far ? model_.noc_far_latency / 2 : 0), request, place});
  }
  requests.clear();
}

Cycle MemorySystem::next_arrival() const {
  Cycle next = kNever;
  for (const Waiting& waiting : waiting_) next = std::min(next, waiting.arrival);
  if (!path_.empty()) next = std::min(next, path_.front().arrival);
  for (const Slice& slice : slices_)
    if (!slice.stores.empty()) next = std::min(next, turn_of(slice, slice.stores.front().arrival));
  return next;
}

void MemorySystem::process(Cycle horizon, std::vector<std::vector<MemoryResponse>>& responses) {
  batch_.clear();
  size_t kept = 0;
  for (const Waiting& waiting : waiting_) {
    if (waiting.arrival < horizon)
      batch_.push_back(waiting);
    else
      waiting_[kept++] = waiting;
  }
  waiting_.resize(kept);
  std::sort(batch_.begin(), batch_.end(), [](const Waiting& a, const Waiting& b) {
    if (a.arrival != b.arrival) return a.arrival < b.arrival;
    // Rotating priority between SMs: none is always first.
    const unsigned turn = static_cast<unsigned>(a.arrival);
    const unsigned order_a = a.request.sm * 2654435761u + turn * 40503u;
    const unsigned order_b = b.request.sm * 2654435761u + turn * 40503u;
    if (order_a != order_b) return order_a < order_b;
    return a.request.sequence < b.request.sequence;
  });
  for (const Waiting& waiting : batch_) arrive(waiting, responses);
  pass_path(horizon - 1, responses);
  for (Slice& slice : slices_) take_stores(slice, horizon - 1, responses);
}

// Before what arrives, stores come whose turn it was earlier.
void MemorySystem::arrive(const Waiting& waiting, Responses& responses) {
  pass_path(waiting.arrival, responses);
  const MemoryRequest& request = waiting.request;
  if (request.kind == RequestKind::Write) {
    enter_path(waiting, responses);
  } else if (request.kind != RequestKind::Fence) {
    take_stores(slices_[waiting.place.near], waiting.arrival, responses);
    take_stores(slices_[waiting.place.home], waiting.arrival, responses);
    handle(waiting, responses);
  } else if (untaken_[request.sm] > 0) {
    fences_[request.sm].push_back({waiting, untaken_[request.sm]});
  } else {
    answer_fence(waiting, responses);
  }
}

// The slice's data port: when a transfer that is ready at `time` begins.
double MemorySystem::fetch(double time, unsigned slice, uint32_t bytes) {
  const double start = std::max(time, slices_[slice].free);
  const double busy = bytes / model_.l2_slice_bytes;
  slices_[slice].free = start + busy;
  statistics_.slice_busy += busy;
  return start;
}

void MemorySystem::handle(const Waiting& waiting, Responses& responses) {
  const MemoryRequest& request = waiting.request;
  const Place place = waiting.place;
  const uint32_t bytes = sector_count(request.sectors) * kSectorBytes;
  const Cycle far = place.near != place.home ? model_.noc_far_latency - model_.noc_far_latency / 2 : 0;
  const auto arrival = static_cast<double>(waiting.arrival);
  const MemoryStatistics before = activity_ != nullptr ? statistics_ : MemoryStatistics{};
  double done = request.kind == RequestKind::Read ? load(waiting, place) : store(waiting, place, arrival);
  if (request.kind != RequestKind::Read) done_of_sm_[request.sm] = std::max(done_of_sm_[request.sm], done + static_cast<double>(far));
  if (activity_ != nullptr) activity_->at(waiting.arrival) += l2_activity(before, statistics_);
  if (request.record < 0) return;
  if (request.kind != RequestKind::Write) {
    double& port = gpc_free_[gpc_of(request.sm)];
    done = std::max(done, port);
    port = std::max(port, arrival) + bytes / model_.noc_gpc_bytes;
  }
  const auto there = static_cast<Cycle>(std::ceil(done)) + model_.noc_response_latency + far;
  responses[request.sm].push_back({there, request.record, request.kind == RequestKind::Write ? 0 : bytes});
}

// When the data leaves L2. Sectors that another SM of the GPC is waiting for arrive with that one's.
double MemorySystem::load(const Waiting& waiting, Place place) {
  const MemoryRequest& request = waiting.request;
  const auto arrival = static_cast<double>(waiting.arrival);
  Merge& merge = merges_[gpc_of(request.sm)][mix(request.line) % kMergeEntries];
  const bool under_way = merge.answered < model_.noc_merge && merge.line == request.line && merge.ready > arrival;
  const auto missing = static_cast<uint8_t>(under_way ? request.sectors & ~merge.sectors : request.sectors);
  statistics_.sectors_merged += sector_count(static_cast<uint8_t>(request.sectors & ~missing));
  double done = under_way && missing != request.sectors ? merge.ready : arrival;
  if (missing != 0) {
    const unsigned count = sector_count(missing);
    ++statistics_.requests_read;
    statistics_.sectors_read += count;
    const double start = fetch(arrival, place.near, count * kSectorBytes) + static_cast<double>(model_.l2_latency);
    done = std::max(done, place.near == place.home ? read_sectors(start, request.line, place.home, missing)
                                                   : read_copy(start, request.line, place, missing));
  }
  merge = {request.line, static_cast<uint8_t>(request.sectors | (under_way ? merge.sectors : 0)), static_cast<uint8_t>(under_way ? merge.answered + 1 : 1),
           std::max(done, under_way ? merge.ready : 0.0)};
  return done;
}

// When the write or atomic is done.
double MemorySystem::store(const Waiting& waiting, Place place, double start) {
  const MemoryRequest& request = waiting.request;
  const unsigned slice = place.home;
  drop_copies(request.line, place.home, request.sectors);
  const unsigned count = sector_count(request.sectors);
  if (request.kind == RequestKind::Write) {
    ++statistics_.requests_write;
    statistics_.sectors_write += count;
    write_bytes(start, request, slice);
    const double done = start + static_cast<double>(model_.l2_latency);
    last_write_ = std::max(last_write_, done);
    return done;
  }
  statistics_.requests_atomic += request.repeats;
  statistics_.sectors_atomic += count;
  start = reserve_atomic(start, slice, request);
  const double fabric = place.near != place.home ? static_cast<double>(model_.noc_fabric_latency) : 0;
  const uint64_t hits = statistics_.read_hits;
  const double done = read_sectors(start + static_cast<double>(model_.l2_latency), request.line, slice, request.sectors) + fabric;
  statistics_.read_hits = hits;  // of loads alone, as their sectors are
  write_sectors(done, request.line, slice, request.sectors);
  last_write_ = std::max(last_write_, done);
  return done;
}

// When a slice begins with an atomic. Measured: kernels/micro/probes/atomic_lines.cu, H200, 2026-11: REDs to two lines of a slice go on
// together in some pairs of lines, limited by the slice, and one after the other in others; which half a line is in is a guess.
double MemorySystem::reserve_atomic(double time, unsigned number, const MemoryRequest& request) {
  Slice& slice = slices_[number];
  double& half = slice.atomics_free[mix(request.line / static_cast<uint64_t>(model_.l2_channel_chunk)) >> 50 & 1];
  const double sent = std::max(time, atomic_sectors_free_);
  atomic_sectors_free_ = sent + std::max(sector_count(request.sectors), unsigned{request.repeats}) / model_.noc_atomic_sectors;
  const double start = std::max({sent, slice.free, half});
  half = start + request.whole_passes * model_.l2_atomic_interval + (request.passes - request.whole_passes) * model_.l2_atomic_partial_interval;
  slice.free = start + request.passes * model_.l2_atomic_slice_interval;
  return start;
}

// The line's place in a slice's cache, which it gets if it has none.
uint32_t MemorySystem::line_in(unsigned slice, uint64_t line, double time) {
  SectorCache& cache = caches_[slice];
  uint32_t index = cache.find(line);
  if (index == SectorCache::kNoLine) {
    SectorCache::Eviction eviction;
    index = cache.allocate(line, eviction);
    if (eviction.dirty) evict(time, eviction, slice, index);
  }
  return index;
}

double MemorySystem::all_hit(double time, uint8_t sectors) {
  statistics_.read_hits += sector_count(sectors);
  return time;
}

// A read of a line whose home is the other partition: from the copy in the near slice, or through the fabric.
double MemorySystem::read_copy(double time, uint64_t line, Place place, uint8_t sectors) {
  if (without_.has(Obstacle::L2Misses)) return all_hit(time, sectors);
  const uint32_t index = line_in(place.near, line, time);
  const size_t sectors_per_line = static_cast<size_t>(model_.l1_line_bytes) / kSectorBytes;
  Cycle* ready = &sector_ready_[place.near][index * sectors_per_line];
  const auto missing = static_cast<uint8_t>(sectors & ~caches_[place.near][index].valid);
  statistics_.read_hits += sector_count(static_cast<uint8_t>(sectors & ~missing));
  double done = time;
  for (unsigned s = 0; s < sectors_per_line; ++s)
    if (((sectors & ~missing) >> s & 1) != 0) done = std::max(done, static_cast<double>(ready[s]));
  if (missing == 0) return done;
  // The fabric's time is added at the end, so that slices and channels are reserved in the order of requests.
  const uint64_t hits = statistics_.read_hits;
  const double turn = fetch(time - static_cast<double>(model_.l2_latency), place.home, sector_count(missing) * kSectorBytes);
  const double filled = read_sectors(std::max(time, turn), line, place.home, missing) + static_cast<double>(model_.noc_fabric_latency);
  statistics_.read_hits = hits;  // counted where the SM asked
  caches_[place.near][index].valid |= missing;
  for (unsigned s = 0; s < sectors_per_line; ++s)
    if ((missing >> s & 1) != 0) ready[s] = static_cast<Cycle>(std::ceil(filled));
  return std::max(done, filled);
}

// When a slice can ask HBM for what is found missing at `time`: while too many of its misses wait for HBM, or too much that its channel has
// to write, the slice waits, and what comes behind. Measured: loaded_latency.cu, H200, 2026-11: beside SMs that have thousands of lines on their way from HBM, L2 hits wait
// almost as long as cold loads.
double MemorySystem::wait_for_miss(double time, unsigned number) {
  Slice& slice = slices_[number];
  const double turn = std::max(slice.misses.oldest(), hbm_.write_room(channel_of(number)));
  if (turn <= time) return time;
  slice.free = std::max(slice.free, turn - static_cast<double>(model_.l2_latency));
  return turn;
}

void MemorySystem::drop_copies(uint64_t line, unsigned home, uint8_t sectors) {
  for (unsigned slice = home % slices_per_partition_; slice < caches_.size(); slice += slices_per_partition_) {
    if (slice == home) continue;
    const uint32_t index = caches_[slice].find(line);
    if (index != SectorCache::kNoLine) caches_[slice][index].valid = static_cast<uint8_t>(caches_[slice][index].valid & ~sectors);
  }
}

// When the last of the sectors is there. Sectors that another request has already asked of HBM are not asked for again.
double MemorySystem::read_sectors(double time, uint64_t line, unsigned slice, uint8_t sectors) {
  if (without_.has(Obstacle::L2Misses)) return all_hit(time, sectors);
  const uint32_t index = line_in(slice, line, time);
  SectorCache::Line& entry = caches_[slice][index];
  auto& ready = sector_ready_[slice];
  const size_t sectors_per_line = static_cast<size_t>(model_.l1_line_bytes) / kSectorBytes;
  const size_t base = index * sectors_per_line;
  const bool misses = (sectors & ~entry.valid) != 0;
  if (misses) time = wait_for_miss(time, slice);
  double done = time;
  for (unsigned s = 0; s < sectors_per_line; ++s) {
    if ((sectors >> s & 1) == 0) continue;
    if ((entry.valid >> s & 1) != 0) {
      ++statistics_.read_hits;
      done = std::max(done, static_cast<double>(ready[base + s]));
      continue;
    }
    // HBM moves hbm.access_bytes at once, so the neighbouring sector comes along.
    const unsigned sectors_per_access = static_cast<unsigned>(std::max<int64_t>(1, model_.hbm_access_bytes / kSectorBytes));
    const unsigned first = s / sectors_per_access * sectors_per_access;
    const double filled = hbm_.read(time, line + uint64_t{first} * kSectorBytes, channel_of(slice));
    for (unsigned k = first; k < std::min<unsigned>(first + sectors_per_access, static_cast<unsigned>(sectors_per_line)); ++k) {
      if ((entry.valid >> k & 1) != 0) continue;
      entry.valid = static_cast<uint8_t>(entry.valid | 1u << k);
      partial_[slice].take(index, static_cast<uint8_t>(1u << k));
      ready[base + k] = static_cast<Cycle>(std::ceil(filled));
    }
    done = std::max(done, filled);
  }
  if (misses) slices_[slice].misses.put(hbm_.free_at(channel_of(slice)));
  return done;
}

void MemorySystem::write_sectors(double time, uint64_t line, unsigned slice, uint8_t sectors) {
  const uint32_t index = line_in(slice, line, time);
  SectorCache::Line& entry = caches_[slice][index];
  statistics_.write_hits += sector_count(static_cast<uint8_t>(entry.valid & sectors));
  entry.valid |= sectors;
  entry.dirty |= sectors;
  partial_[slice].take(index, sectors);
}

// A write that leaves bytes of a sector as they were: L2 keeps what was written until the rest is written, too, or must be read.
void MemorySystem::write_bytes(double time, const MemoryRequest& request, unsigned slice) {
  const unsigned count = sector_count(request.sectors);
  if (request.bytes >= count * kSectorBytes || without_.has(Obstacle::L2Misses)) {
    write_sectors(time, request.line, slice, request.sectors);
    return;
  }
  SectorCache& cache = caches_[slice];
  PartialLines& partial = partial_[slice];
  const uint32_t index = line_in(slice, request.line, time);
  SectorCache::Line& entry = cache[index];
  statistics_.write_hits += sector_count(static_cast<uint8_t>(entry.valid & request.sectors));
  entry.dirty |= request.sectors;
  const auto lacking = static_cast<uint8_t>(request.sectors & ~entry.valid);
  if (lacking == 0) return;
  entry.valid |= partial.write(index, lacking, request.bytes / count);
  for (PartialLines::Excess excess = partial.take_excess(); excess.sectors != 0; excess = partial.take_excess()) {
    fill_and_write(time, excess.sectors, slice);
    cache[excess.line].valid |= excess.sectors;
    cache[excess.line].dirty = static_cast<uint8_t>(cache[excess.line].dirty & ~excess.sectors);
  }
}

// Sectors that lack bytes are read before they are written back. HBM transfers each of them alone.
void MemorySystem::fill_and_write(double time, uint8_t sectors, unsigned slice) {
  for (unsigned s = 0; s < 8; ++s) {
    if ((sectors >> s & 1) == 0) continue;
    hbm_.post(time, kSectorBytes, channel_of(slice), false);
    hbm_.post(time, kSectorBytes, channel_of(slice), true);
  }
}

// `index` is where the line was.
void MemorySystem::evict(double time, const SectorCache::Eviction& eviction, unsigned slice, uint32_t index) {
  const uint8_t partial = partial_[slice].take(index, eviction.sectors);
  fill_and_write(time, partial, slice);
  for (unsigned s = 0; s < 8; s += 2) {
    const unsigned pair = (eviction.sectors & ~partial) >> s & 3u;
    if (pair != 0) hbm_.write_back(time, channel_of(slice));
  }
}

}  // namespace warpglass::sim
