// Where stores wait: on the way that all SMs share, then at their slice while its channel is far behind. Reads pass them. Measured:
// loaded_latency.cu, H200, 2026-11: beside SMs that write as fast as HBM takes it, a load from HBM waits 1,400 cycles longer, an L2 hit 170.
#include <algorithm>
#include <cmath>

#include "sim/access/coalesce.h"
#include "sim/memory/memory_system.h"

namespace warpglass::sim {

void MemorySystem::enter_path(const Waiting& waiting, Responses& responses) {
  ++untaken_[waiting.request.sm];
  Waiting passed = waiting;
  passed.arrival = store_path_.enter(waiting.arrival, sector_count(waiting.request.sectors));
  if (passed.arrival > waiting.arrival)
    path_.push_back(passed);
  else
    reach_slice(passed, responses);
}

// Stores that reach their slice no later than `until`.
void MemorySystem::pass_path(Cycle until, Responses& responses) {
  while (!path_.empty() && path_.front().arrival <= until) {
    const Waiting waiting = path_.front();
    path_.pop_front();
    reach_slice(waiting, responses);
  }
}

// A store waits for its slice like a read, and then for the channel, where reads may pass it.
void MemorySystem::reach_slice(Waiting waiting, Responses& responses) {
  Slice& slice = slices_[waiting.place.home];
  take_stores(slice, waiting.arrival, responses);
  const double start = fetch(static_cast<double>(waiting.arrival), waiting.place.home, sector_count(waiting.request.sectors) * kSectorBytes);
  const auto now = waiting.arrival;
  waiting.arrival = static_cast<Cycle>(start);
  if (slice.stores.empty() && turn_of(slice, waiting.arrival) <= now)
    take_store(waiting, responses);
  else
    slice.stores.push_back(waiting);
}

// When a slice takes a store that has come to it.
Cycle MemorySystem::turn_of(const Slice& slice, Cycle arrival) const {
  const double room = hbm_.write_room(channel_of(static_cast<unsigned>(&slice - slices_.data())));
  return room <= static_cast<double>(arrival) ? arrival : static_cast<Cycle>(std::ceil(room));
}

void MemorySystem::take_stores(Slice& slice, Cycle until, Responses& responses) {
  while (!slice.stores.empty()) {
    Waiting waiting = slice.stores.front();
    waiting.arrival = turn_of(slice, waiting.arrival);
    if (waiting.arrival > until) return;
    slice.stores.pop_front();
    take_store(waiting, responses);
  }
}

void MemorySystem::take_store(const Waiting& waiting, Responses& responses) {
  const MemoryRequest& request = waiting.request;
  store_path_.taken(sector_count(request.sectors));
  handle(waiting, responses);
  --untaken_[request.sm];
  std::vector<WaitingFence>& fences = fences_[request.sm];
  for (WaitingFence& waits : fences)
    if (request.sequence < waits.fence.request.sequence && --waits.stores == 0) {
      waits.fence.arrival = std::max(waits.fence.arrival, waiting.arrival);
      answer_fence(waits.fence, responses);
    }
  std::erase_if(fences, [](const WaitingFence& waits) { return waits.stores == 0; });
}

void MemorySystem::answer_fence(const Waiting& waiting, Responses& responses) {
  const double reached = static_cast<double>(waiting.arrival + model_.l2_latency);
  const double done = std::max(reached, done_of_sm_[waiting.request.sm]);
  responses[waiting.request.sm].push_back({static_cast<Cycle>(std::ceil(done)) + model_.noc_response_latency, waiting.request.record, 0});
}

}  // namespace warpglass::sim
