#include "gui/core/memory_flow.h"

#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/memory_counts.h"

namespace warpglass::gui {
namespace {

constexpr double kSector = 32, kWavefront = 128;

std::optional<double> rate(double part, double whole) { return whole > 0 ? std::optional(part / whole) : std::nullopt; }

std::vector<FlowLevel> levels_of(const RunDocument& run, const MemoryCounts& c) {
  const sim::RunResult& r = run.result;
  const Model* model = run.model ? &*run.model : nullptr;
  const auto size = [&](int64_t bytes) { return binary_bytes_text(static_cast<double>(bytes)); };
  return {{MemoryLevel::Sm, QStringLiteral("%1 SMs").arg(r.sms), QStringLiteral("%1 warp instructions").arg(short_number(c.instructions)), {}},
          {MemoryLevel::Shared, QStringLiteral("Shared memory"), c.has_l1 ? QStringLiteral("%1 wavefronts").arg(short_number(c.shared_wavefronts)) : QStringLiteral("not recorded over time"), {}},
          {MemoryLevel::L1, QStringLiteral("L1 cache"), model ? size(model->l1_bytes) + QStringLiteral(" an SM, with shared") : QString(), rate(c.load_hits, c.load_sectors)},
          {MemoryLevel::L2, QStringLiteral("L2 cache"), model ? size(model->l2_bytes) : QString(), rate(c.l2_read_hits, c.l2_read_sectors)},
          {MemoryLevel::Hbm, QStringLiteral("HBM"), QStringLiteral("%1 B/cycle at most").arg(r.hbm_bytes_per_cycle, 0, 'f', 0), {}}};
}

// Peaks are those of the roofline.
void add_links(MemoryFlow& flow, const RunDocument& run, const MemoryCounts& c) {
  const Model* model = run.model ? &*run.model : nullptr;
  const double sm_cycles = c.cycles * run.result.sms;
  const double l1_peak = model ? sm_cycles * static_cast<double>(model->l1_line_bytes) / static_cast<double>(std::max<int64_t>(1, model->l1_tag_interval)) : 0;
  const double l2_peak = model ? static_cast<double>(model->l2_slices) * model->l2_slice_bytes * c.cycles : 0;
  const double hbm_peak = run.result.hbm_bytes_per_cycle * c.cycles;
  const auto link = [&](MemoryLevel from, MemoryLevel to, const char* label, double bytes, double requests, double peak) {
    flow.links.push_back({from, to, QString::fromLatin1(label), bytes, requests, rate(bytes, peak), {}});
  };
  if (c.has_l1) {
    link(MemoryLevel::Sm, MemoryLevel::Shared, "shared", c.shared_wavefronts * kWavefront, c.shared_requests, sm_cycles * kWavefront);
    link(MemoryLevel::Sm, MemoryLevel::L1, "loads", c.load_sectors * kSector, c.load_requests, l1_peak);
    link(MemoryLevel::Sm, MemoryLevel::L1, "stores", c.store_sectors * kSector, c.store_requests, l1_peak);
    if (c.atomic_sectors > 0) link(MemoryLevel::Sm, MemoryLevel::L1, "atomics", c.atomic_sectors * kSector, c.atomic_requests, l1_peak);
  }
  link(MemoryLevel::L1, MemoryLevel::L2, "reads", c.l2_read_sectors * kSector, c.l2_reads, l2_peak);
  link(MemoryLevel::L1, MemoryLevel::L2, "writes", c.l2_write_sectors * kSector, c.l2_writes, l2_peak);
  link(MemoryLevel::L2, MemoryLevel::Hbm, "reads", c.dram_read_bytes, 0, hbm_peak);
  link(MemoryLevel::L2, MemoryLevel::Hbm, "writes", c.dram_write_bytes, 0, hbm_peak);
  for (const FlowLink& one : flow.links) flow.most_bytes = std::max(flow.most_bytes, one.bytes);
}

MemoryFlow flow_of(const RunDocument& run, const MemoryCounts& counts) {
  MemoryFlow flow;
  flow.levels = levels_of(run, counts);
  add_links(flow, run, counts);
  flow.scope = QStringLiteral("the whole launch");
  return flow;
}

}  // namespace

MemoryFlow memory_flow(const RunDocument& run) { return flow_of(run, counts_of_launch(run)); }

MemoryFlow memory_flow(const RunDocument& run, const TimeRange& range) {
  const std::optional<MemoryCounts> counts = counts_of_range(run, range);
  if (!counts) {
    MemoryFlow flow = memory_flow(run);
    flow.missing = QStringLiteral("this run holds no activity over time, so the selected time cannot be shown: run it again without --detail none");
    return flow;
  }
  MemoryFlow flow = flow_of(run, *counts);
  flow.scope = QStringLiteral("cycles %1 to %2").arg(grouped(static_cast<uint64_t>(counts->range.start)), grouped(static_cast<uint64_t>(counts->range.end)));
  if (!counts->has_l1) flow.missing = QStringLiteral("this run was made before shared memory and L1 were recorded over time: run it again");
  return flow;
}

void add_baseline(MemoryFlow& flow, const MemoryFlow& baseline) {
  for (FlowLink& link : flow.links)
    for (const FlowLink& other : baseline.links)
      if (other.from == link.from && other.to == link.to && other.label == link.label) link.baseline = other.bytes;
}

}  // namespace warpglass::gui
