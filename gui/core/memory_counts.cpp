#include "gui/core/memory_counts.h"

#include <algorithm>

#include "gui/core/timeline/timeline_data.h"

namespace warpglass::gui {
namespace {

double number(uint64_t n) {
  return static_cast<double>(n);
}

void add(MemoryCounts& c, const sim::Activity& row) {
  c.instructions += row.stalls[static_cast<size_t>(sim::Stall::Selected)];
  c.shared_wavefronts += row.l1.shared_wavefronts;
  c.load_sectors += row.l1.load_sectors;
  c.load_hits += row.l1.load_hits;
  c.store_sectors += row.l1.store_sectors;
  c.atomic_sectors += row.l1.atomic_sectors;
}

void add(MemoryCounts& c, const sim::MemoryActivity& row) {
  c.l2_read_sectors += number(row.l2_read_sectors);
  c.l2_read_hits += number(row.l2_read_hits);
  c.l2_write_sectors += number(row.l2_sectors - row.l2_read_sectors);
  c.dram_read_bytes += number(row.dram_read_bytes);
  c.dram_write_bytes += number(row.dram_write_bytes);
}

}  // namespace

MemoryCounts counts_of_launch(const RunDocument& run) {
  const sim::RunResult& r = run.result;
  const sim::SmStatistics& t = r.totals;
  const sim::MemoryStatistics& m = r.memory;
  MemoryCounts c;
  c.cycles = r.active_cycles;
  c.instructions = number(r.warp_instructions());
  for (const sim::InstructionStatistics& i : t.instructions) {
    c.shared_wavefronts += number(i.shared_wavefronts);
    if (i.shared_wavefronts > 0) c.shared_requests += number(i.executed);
  }
  c.load_sectors = number(t.load_sectors);
  c.load_hits = number(t.load_hits);
  c.store_sectors = number(t.store_sectors);
  c.atomic_sectors = number(t.atomic_sectors);
  c.load_requests = number(t.global_load_requests + t.local_load_requests);
  c.store_requests = number(t.global_store_requests + t.local_store_requests);
  c.atomic_requests = number(t.atomic_requests);
  c.l2_read_sectors = number(m.sectors_read);
  c.l2_read_hits = number(m.read_hits);
  c.l2_write_sectors = number(m.sectors_write + m.sectors_atomic);
  c.l2_reads = number(m.requests_read);
  c.l2_writes = number(m.requests_write + m.requests_atomic);
  c.dram_read_bytes = number(m.dram_read_bytes);
  c.dram_write_bytes = number(m.dram_write_bytes);
  return c;
}

std::optional<MemoryCounts> counts_of_range(const RunDocument& run, const TimeRange& range) {
  if (!run.timeline) return std::nullopt;
  const sim::Timeline& timeline = run.timeline->timeline();
  const sim::Cycle width = timeline.bucket_cycles;
  const auto first = static_cast<size_t>(std::max<sim::Cycle>(0, range.start) / width);
  const auto last = static_cast<size_t>(std::max<sim::Cycle>(0, range.end - 1) / width);
  MemoryCounts c;
  c.has_l1 = timeline.has_l1;
  c.range = {static_cast<sim::Cycle>(first) * width, static_cast<sim::Cycle>(last + 1) * width};
  c.cycles = static_cast<double>(c.range.end - c.range.start);
  const std::vector<sim::Activity>& sms = run.timeline->device_activity();
  for (size_t b = first; b <= last && b < sms.size(); ++b) add(c, sms[b]);
  for (size_t b = first; b <= last && b < timeline.memory.size(); ++b) add(c, timeline.memory[b]);
  return c;
}

}  // namespace warpglass::gui
