#include "gui/core/timeline/timeline_text.h"

#include <QStringList>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"

namespace warpglass::gui {
namespace {

QString instruction_text(const sim::RunResult& r, uint32_t i) {
  return address_text(i) + QLatin1Char(' ') + (i < r.text.size() ? text(r.text[i]) : QString());
}

QString cycles_text(const sim::RunResult& r, sim::Cycle cycles) {
  const double ns = r.sm_clock_mhz > 0 ? static_cast<double>(cycles) * 1000 / r.sm_clock_mhz : 0;
  return QStringLiteral("%1 cycles (%2 ns)").arg(grouped(static_cast<uint64_t>(cycles))).arg(ns, 0, 'f', ns < 100 ? 1 : 0);
}

// The three or so largest reasons of a mix.
QString mix_text(const std::array<double, sim::kStalls>& cycles) {
  std::vector<std::pair<double, sim::Stall>> order;
  double all = 0;
  for (unsigned s = 0; s < sim::kStalls; ++s) {
    all += cycles[s];
    order.emplace_back(cycles[s], static_cast<sim::Stall>(s));
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  QStringList parts;
  for (size_t i = 0; i < 5 && order[i].first > 0; ++i) parts << stall_name(order[i].second) + QLatin1Char(' ') + percent(order[i].first / all, 0);
  return parts.join(QStringLiteral(", "));
}

QString bucket_tip(const RunDocument& run, const TimelineRow& row, const std::vector<sim::Activity>& rows, double sms, size_t bucket) {
  const sim::Timeline& t = run.timeline->timeline();
  if (bucket >= rows.size()) return {};
  const sim::Activity& a = rows[bucket];
  const double issue_slots = static_cast<double>(t.bucket_cycles) * t.sub_cores * sms;
  if (row.kind == RowKind::Issue) return QStringLiteral("%1 of the issue slots in use").arg(percent(a.stalls[0] / issue_slots));
  if (row.kind == RowKind::Pipe) return QStringLiteral("%1 in use").arg(percent(a.units[row.unit] / issue_slots));
  if (row.kind == RowKind::Queue) {
    const double waiting = a.queues[row.unit] / static_cast<double>(t.bucket_cycles) / sms;
    return QStringLiteral("%1 of %2 entries of an SM in use on average").arg(waiting, 0, 'f', 1).arg(t.queue_entries[row.unit]);
  }
  std::array<double, sim::kStalls> cycles{};
  double all = 0;
  for (unsigned s = 0; s < sim::kStalls; ++s) all += cycles[s] = a.stalls[s];
  return QStringLiteral("%1 warps resident on average<br>%2").arg(all / static_cast<double>(t.bucket_cycles), 0, 'f', 1).arg(mix_text(cycles));
}

QString memory_tip(const RunDocument& run, const TimelineRow& row, size_t bucket) {
  const sim::Timeline& t = run.timeline->timeline();
  if (bucket >= t.memory.size()) return {};
  const sim::MemoryActivity& m = t.memory[bucket];
  const auto width = static_cast<double>(t.bucket_cycles);
  if (row.kind == RowKind::L2)
    return QStringLiteral("%1 sectors a cycle; %2 of reads hit").arg(static_cast<double>(m.l2_sectors) / width, 0, 'f', 1)
        .arg(m.l2_read_sectors > 0 ? percent(static_cast<double>(m.l2_read_hits) / static_cast<double>(m.l2_read_sectors)) : QStringLiteral("none"));
  const double bytes = static_cast<double>(m.dram_read_bytes + m.dram_write_bytes) / width;
  return QStringLiteral("%1 bytes a cycle (%2 of what streaming reaches)<br>read %3, written %4").arg(bytes, 0, 'f', 0)
      .arg(percent(run.result.hbm_bytes_per_cycle > 0 ? bytes / run.result.hbm_bytes_per_cycle : 0), bytes_text(static_cast<double>(m.dram_read_bytes)), bytes_text(static_cast<double>(m.dram_write_bytes)));
}

}  // namespace

QString warp_text(const TimelineData& data, const TimelineLane& lane, sim::Cycle cycle) {
  const uint32_t slots = data.timeline().slots;
  const QString place = QStringLiteral("SM %1, sub-core %2, slot %3").arg(lane.sm).arg(lane.lane / slots).arg(lane.lane % slots);
  const auto stay = data.stay_at(lane, cycle);
  return stay ? QStringLiteral("block %1, warp %2 (%3)").arg(stay->block).arg(stay->warp).arg(place) : place;
}

QStringList segment_text(const sim::RunResult& r, const sim::Segment& s) {
  QStringList lines{QStringLiteral("%1, %2: %3").arg(stall_name(s.stall), cycles_text(r, s.cycles), stall_meaning(s.stall))};
  lines << (s.stall == sim::Stall::Selected ? QStringLiteral("issues ") : QStringLiteral("before ")) + instruction_text(r, s.instruction);
  if (s.producer != sim::kNoProducer) lines << QStringLiteral("waits for the result of ") + instruction_text(r, s.producer);
  return lines;
}

QString cause_text(const RunDocument& run, const CauseLink& link, bool same_warp) {
  const sim::Segment& s = link.segment;
  const QString at = QStringLiteral(" at cycle ") + grouped(static_cast<uint64_t>(s.start));
  if (link.kind == CauseKind::Before) return QStringLiteral("which waited for %1 before it (%2)").arg(stall_name(s.stall), cycles_text(run.result, s.cycles));
  const QString who = same_warp ? QString() : warp_text(*run.timeline, run.timeline->lanes()[link.lane], s.start) + QStringLiteral(": ");
  if (link.kind == CauseKind::LastArrival) return QStringLiteral("the last warp to come, ") + who + instruction_text(run.result, s.instruction) + at;
  return who + instruction_text(run.result, s.instruction) + QStringLiteral(", issued") + at;
}

QString row_tip(const RunDocument& run, const TimelineRow& row, sim::Cycle cycle, int y) {
  if (!run.timeline) return {};
  const TimelineData& data = *run.timeline;
  const sim::Timeline& t = data.timeline();
  const auto bucket = static_cast<size_t>(std::max<sim::Cycle>(0, cycle) / t.bucket_cycles);
  const QString at = QStringLiteral("<b>%1</b>, cycle %2<br>").arg(row.label.toHtmlEscaped(), grouped(static_cast<uint64_t>(std::max<sim::Cycle>(0, cycle))));
  switch (row.kind) {
    case RowKind::Heading: return row.help;
    case RowKind::Hbm:
    case RowKind::L2: return at + memory_tip(run, row, bucket);
    case RowKind::SmHeat: {
      const uint32_t sm = heat_sm(t, row.height, y);
      const auto& rows = t.activity[sm];
      const double slots = static_cast<double>(t.bucket_cycles) * t.sub_cores;
      return QStringLiteral("<b>SM %1</b>, cycle %2<br>%3 of its issue slots in use<br>%4").arg(sm).arg(grouped(static_cast<uint64_t>(std::max<sim::Cycle>(0, cycle))), percent(bucket < rows.size() ? rows[bucket].stalls[0] / slots : 0), row.help);
    }
    case RowKind::Lane: {
      const TimelineLane& lane = data.lanes()[row.lane];
      const auto segment = data.segment_at(lane, cycle);
      if (!segment) return at + QStringLiteral("no warp here");
      return QStringLiteral("<b>%1</b>, cycle %2<br>").arg(warp_text(data, lane, cycle), grouped(static_cast<uint64_t>(cycle))) +
             segment_text(run.result, *segment).join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    }
    default: break;
  }
  if (row.sm < 0) return at + bucket_tip(run, row, data.device_activity(), static_cast<double>(t.activity.size()), bucket);
  return at + bucket_tip(run, row, t.activity[static_cast<size_t>(row.sm)], 1, bucket);
}

QString range_text(const RunDocument& run, const TimeRange& range) {
  QString result = cycles_text(run.result, range.end - range.start);
  if (!run.timeline) return result;
  const sim::Timeline& t = run.timeline->timeline();
  std::array<double, sim::kStalls> cycles{};
  double hbm = 0;
  const auto first = static_cast<size_t>(std::max<sim::Cycle>(0, range.start) / t.bucket_cycles), last = static_cast<size_t>(std::max<sim::Cycle>(0, range.end - 1) / t.bucket_cycles);
  for (size_t b = first; b <= last && b < run.timeline->device_activity().size(); ++b)
    for (unsigned s = 0; s < sim::kStalls; ++s) cycles[s] += run.timeline->device_activity()[b].stalls[s];
  for (size_t b = first; b <= last && b < t.memory.size(); ++b) hbm += static_cast<double>(t.memory[b].dram_read_bytes + t.memory[b].dram_write_bytes);
  return result + QStringLiteral(":  ") + mix_text(cycles) + QStringLiteral(";  HBM ") + bytes_text(hbm);
}

}  // namespace warpglass::gui
