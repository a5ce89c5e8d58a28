#include "sim/timeline/activity.h"

#include <algorithm>

namespace warpglass::sim {

L1Activity& L1Activity::operator+=(const L1Activity& other) {
  shared_wavefronts += other.shared_wavefronts;
  load_sectors += other.load_sectors;
  load_hits += other.load_hits;
  store_sectors += other.store_sectors;
  atomic_sectors += other.atomic_sectors;
  return *this;
}

Activity& Activity::operator+=(const Activity& other) {
  for (size_t i = 0; i < stalls.size(); ++i) stalls[i] += other.stalls[i];
  for (size_t i = 0; i < units.size(); ++i) units[i] += other.units[i];
  for (size_t i = 0; i < queues.size(); ++i) queues[i] += other.queues[i];
  l1 += other.l1;
  return *this;
}

MemoryActivity& MemoryActivity::operator+=(const MemoryActivity& other) {
  dram_read_bytes += other.dram_read_bytes;
  dram_write_bytes += other.dram_write_bytes;
  l2_sectors += other.l2_sectors;
  l2_read_hits += other.l2_read_hits;
  l2_read_sectors += other.l2_read_sectors;
  return *this;
}

namespace {

// Adds the cycles of [start, end) to what `counter` names, bucket by bucket.
template <typename Counter>
void add_cycles(SmActivity& activity, Cycle start, Cycle end, Counter counter) {
  if (end <= start) return;
  activity.at(end - 1);  // widens first, so that the width holds below
  const Cycle width = activity.width();
  while (start < end) {
    const Cycle stop = std::min(end, (start / width + 1) * width);
    counter(activity.at(start)) += static_cast<uint32_t>(stop - start);
    start = stop;
  }
}

}  // namespace

void add_span(SmActivity& activity, Stall stall, Cycle start, Cycle end) {
  add_cycles(activity, start, end, [stall](Activity& row) -> uint32_t& { return row.stalls[static_cast<size_t>(stall)]; });
}

void add_span(SmActivity& activity, MioQueue queue, Cycle start, Cycle end) {
  add_cycles(activity, start, end, [queue](Activity& row) -> uint32_t& { return row.queues[static_cast<size_t>(queue)]; });
}

}  // namespace warpglass::sim
