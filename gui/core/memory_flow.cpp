#include "gui/core/memory_flow.h"

#include <algorithm>

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

constexpr double kSector = 32, kWavefront = 128;

std::optional<double> rate(double part, double whole) { return whole > 0 ? std::optional(part / whole) : std::nullopt; }

}  // namespace

MemoryFlow memory_flow(const RunDocument& run) {
  const sim::RunResult& r = run.result;
  const sim::SmStatistics& t = r.totals;
  const sim::MemoryStatistics& m = r.memory;
  double shared_wavefronts = 0, shared_executed = 0;
  for (const sim::InstructionStatistics& i : t.instructions) {
    shared_wavefronts += static_cast<double>(i.shared_wavefronts);
    if (i.shared_wavefronts > 0) shared_executed += static_cast<double>(i.executed);
  }
  const auto number = [](uint64_t n) { return static_cast<double>(n); };

  MemoryFlow flow;
  const Model* model = run.model ? &*run.model : nullptr;
  flow.levels = {
      {MemoryLevel::Sm, QStringLiteral("%1 SMs").arg(r.sms), QStringLiteral("%1 warp instructions").arg(short_number(number(r.warp_instructions()))), {}},
      {MemoryLevel::Shared, QStringLiteral("Shared memory"), QStringLiteral("%1 wavefronts").arg(short_number(shared_wavefronts)), {}},
      {MemoryLevel::L1, QStringLiteral("L1 cache"), model ? binary_bytes_text(static_cast<double>(model->l1_bytes)) + QStringLiteral(" an SM, with shared") : QString(), rate(number(t.load_hits), number(t.load_sectors))},
      {MemoryLevel::L2, QStringLiteral("L2 cache"), model ? binary_bytes_text(static_cast<double>(model->l2_bytes)) : QString(), rate(number(m.read_hits), number(m.sectors_read))},
      {MemoryLevel::Hbm, QStringLiteral("HBM"), QStringLiteral("%1 B/cycle at most").arg(r.hbm_bytes_per_cycle, 0, 'f', 0), {}}};

  const double active = r.active_cycles;
  const double sm_cycles = active * r.sms;
  const auto used = [](double bytes, double possible) { return rate(bytes, possible); };
  flow.links.push_back({MemoryLevel::Sm, MemoryLevel::Shared, QStringLiteral("shared"), shared_wavefronts * kWavefront, shared_executed, used(shared_wavefronts, sm_cycles)});
  flow.links.push_back({MemoryLevel::Sm, MemoryLevel::L1, QStringLiteral("loads"), number(t.load_sectors) * kSector,
                        number(t.global_load_requests + t.local_load_requests), {}});
  flow.links.push_back({MemoryLevel::Sm, MemoryLevel::L1, QStringLiteral("stores"), number(t.store_sectors) * kSector,
                        number(t.global_store_requests + t.local_store_requests), {}});
  if (t.atomic_requests > 0)
    flow.links.push_back({MemoryLevel::Sm, MemoryLevel::L1, QStringLiteral("atomics"), number(t.atomic_sectors) * kSector, number(t.atomic_requests), {}});
  const double l2_peak = model ? static_cast<double>(model->l2_slices) * model->l2_slice_bytes * active : 0;
  const double l2_read = number(m.sectors_read) * kSector, l2_write = number(m.sectors_write + m.sectors_atomic) * kSector;
  flow.links.push_back({MemoryLevel::L1, MemoryLevel::L2, QStringLiteral("reads"), l2_read, number(m.requests_read), used(l2_read, l2_peak)});
  flow.links.push_back({MemoryLevel::L1, MemoryLevel::L2, QStringLiteral("writes"), l2_write, number(m.requests_write + m.requests_atomic), used(l2_write, l2_peak)});
  const double hbm_peak = r.hbm_bytes_per_cycle * active;
  flow.links.push_back({MemoryLevel::L2, MemoryLevel::Hbm, QStringLiteral("reads"), number(m.dram_read_bytes), 0, used(number(m.dram_read_bytes), hbm_peak)});
  flow.links.push_back({MemoryLevel::L2, MemoryLevel::Hbm, QStringLiteral("writes"), number(m.dram_write_bytes), 0, used(number(m.dram_write_bytes), hbm_peak)});
  for (const FlowLink& link : flow.links) flow.most_bytes = std::max(flow.most_bytes, link.bytes);
  return flow;
}

}  // namespace warpglass::gui
