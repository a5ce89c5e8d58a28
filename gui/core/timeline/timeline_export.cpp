#include "gui/core/timeline/timeline_export.h"

#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/core/timeline/timeline_data.h"

namespace warpglass::gui {
namespace {

QString number(uint64_t value) {
  return QString::number(value);
}
QString number(sim::Cycle value) {
  return QString::number(static_cast<qlonglong>(value));
}

CsvTable activity_table(const TimelineData& data, const TimeRange& range) {
  const sim::Timeline& t = data.timeline();
  CsvTable table{QStringLiteral("All SMs (warp-cycles by reason, bytes, sectors)"),
                 {QStringLiteral("cycle"), QStringLiteral("cycles")},
                 {}};
  for (unsigned s = 0; s < sim::kStalls; ++s) table.header << stall_name(static_cast<sim::Stall>(s));
  table.header << QStringLiteral("dram_read_bytes") << QStringLiteral("dram_write_bytes")
               << QStringLiteral("l2_sectors") << QStringLiteral("l2_read_sectors")
               << QStringLiteral("l2_read_hits");
  const auto& rows = data.device_activity();
  for (size_t b = 0; b < rows.size(); ++b) {
    const sim::Cycle start = static_cast<sim::Cycle>(b) * t.bucket_cycles;
    if (start + t.bucket_cycles <= range.start || start >= range.end) continue;
    QStringList row{number(start), number(t.bucket_cycles)};
    for (const uint32_t cycles : rows[b].stalls) row << number(uint64_t{cycles});
    const sim::MemoryActivity m = b < t.memory.size() ? t.memory[b] : sim::MemoryActivity();
    for (const uint64_t value :
         {m.dram_read_bytes, m.dram_write_bytes, m.l2_sectors, m.l2_read_sectors, m.l2_read_hits})
      row << number(value);
    table.rows.push_back(row);
  }
  return table;
}

CsvTable segment_table(const RunDocument& run, const TimeRange& range) {
  const TimelineData& data = *run.timeline;
  CsvTable table{
      QStringLiteral("Warps of recorded SMs"),
      {QStringLiteral("sm"), QStringLiteral("sub_core"), QStringLiteral("slot"), QStringLiteral("block"),
       QStringLiteral("warp"), QStringLiteral("cycle"), QStringLiteral("cycles"), QStringLiteral("reason"),
       QStringLiteral("address"), QStringLiteral("sass"), QStringLiteral("producer")},
      {}};
  const auto& program = run.result.text;
  for (const TimelineLane& lane : data.lanes())
    data.visit(lane, range.start, range.end, [&](const sim::Segment& s) {
      if (table.rows.size() == kMostExportedSegments) return false;
      const auto stay = data.stay_at(lane, s.start);
      const uint32_t slots = data.timeline().slots;
      table.rows.push_back({number(uint64_t{lane.sm}), number(uint64_t{lane.lane / slots}),
                            number(uint64_t{lane.lane % slots}), stay ? number(stay->block) : QString(),
                            stay ? number(uint64_t{stay->warp}) : QString(), number(s.start),
                            number(s.cycles), stall_name(s.stall), address_text(s.instruction),
                            s.instruction < program.size() ? text(program[s.instruction]) : QString(),
                            s.producer == sim::kNoProducer ? QString() : address_text(s.producer)});
      return true;
    });
  if (table.rows.size() == kMostExportedSegments)
    table.title += QStringLiteral(" (the first %1 segments; select a shorter time for the others)")
                       .arg(kMostExportedSegments);
  return table;
}

}  // namespace

std::vector<CsvTable> timeline_tables(const RunDocument& run, const TimeRange& range) {
  if (!run.timeline) return {};
  return {activity_table(*run.timeline, range), segment_table(run, range)};
}

}  // namespace warpglass::gui
