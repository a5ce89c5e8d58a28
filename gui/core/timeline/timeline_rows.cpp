#include "gui/core/timeline/timeline_rows.h"

#include <QStringList>
#include <algorithm>
#include <array>

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

struct UnitName {
  sim::Unit unit;
  const char* label;
};
constexpr std::array<UnitName, 11> kUnitNames{{{sim::Unit::Alu, "ALU pipe"}, {sim::Unit::Fma, "FMA pipe"}, {sim::Unit::Imad, "IMAD"},
                                               {sim::Unit::Half, "FP16 pipe"}, {sim::Unit::Fp64, "FP64 pipe"}, {sim::Unit::Xu, "XU pipe"},
                                               {sim::Unit::Uniform, "uniform pipe"}, {sim::Unit::Cbu, "branch unit"}, {sim::Unit::Tensor, "tensor pipe"},
                                               {sim::Unit::Mio, "MIO (shared)"}, {sim::Unit::Lg, "LSU (global)"}}};

constexpr int kGroupsAnSm = 4097;  // its own and one a sub-core: a file has at most 4096 (timeline_file.cpp)
constexpr size_t kMostOpenSms = 4;

class Builder {
 public:
  Builder(const TimelineData& data, const std::set<int>& folded, int lane_height) : data_(data), folded_(folded), lane_height_(lane_height) {}

  std::vector<TimelineRow> build() {
    if (heading(QStringLiteral("All SMs"), 0, 0)) device();
    for (const sim::RecordedSm& sm : data_.timeline().recorded)
      if (heading(QStringLiteral("SM %1").arg(sm.sm) + (ran(sm.sm) ? QString() : QStringLiteral(" (no block ran here)")), 0, sm_group(sm.sm)) && ran(sm.sm)) recorded(sm.sm);
    int top = 0;
    for (TimelineRow& row : rows_) {
      row.top = top;
      top += row.height;
    }
    return std::move(rows_);
  }

 private:
  TimelineRow& add(RowKind kind, int sm, int height, const QString& label, const QString& help) {
    TimelineRow row;
    row.kind = kind;
    row.sm = sm;
    row.height = height;
    row.label = label;
    row.help = help;
    row.indent = 1;
    return rows_.emplace_back(row);
  }

  // True when its rows are to be shown.
  bool heading(const QString& label, int indent, int group) {
    TimelineRow& row = add(RowKind::Heading, -1, 20, label, QStringLiteral("Click to fold or unfold"));
    row.group = group;
    row.indent = indent;
    return !folded_.contains(row.group);
  }

  bool ran(uint32_t sm) const {
    return std::any_of(data_.lanes().begin(), data_.lanes().end(), [&](const TimelineLane& lane) { return lane.sm == sm; });
  }

  void device() {
    add(RowKind::StallMix, -1, 56, QStringLiteral("warps by reason"), QStringLiteral("Resident warps of all SMs by stall reason"));
    add(RowKind::Issue, -1, 26, QStringLiteral("issue slots"), QStringLiteral("Share of issue slots in use, all sub-cores"));
    add(RowKind::Hbm, -1, 34, QStringLiteral("HBM bandwidth"), QStringLiteral("Bytes a cycle read from and written to HBM"));
    add(RowKind::L2, -1, 34, QStringLiteral("L2 traffic"), QStringLiteral("Sectors of 32 bytes that SMs ask of L2, a cycle"));
    queues(-1, data_.device_activity());
    const int heat = std::clamp(static_cast<int>(data_.timeline().activity.size()), 16, 66);
    add(RowKind::SmHeat, -1, heat, QStringLiteral("every SM"), QStringLiteral("One line an SM: how much it issues. A ragged right edge is a tail"));
  }

  void recorded(uint32_t sm) {
    const int number = static_cast<int>(sm);
    add(RowKind::StallMix, number, 48, QStringLiteral("warps by reason"), QStringLiteral("Resident warps of this SM by stall reason"));
    add(RowKind::Issue, number, 24, QStringLiteral("issue slots"), QStringLiteral("Share of this SM's issue slots in use"));
    pipes(sm);
    if (sm < data_.timeline().activity.size()) queues(number, data_.timeline().activity[sm]);
    const uint32_t slots = data_.timeline().slots;
    int sub_core = -1;
    bool open = true;
    for (size_t i = 0; i < data_.lanes().size(); ++i) {
      const TimelineLane& lane = data_.lanes()[i];
      if (lane.sm != sm) continue;
      if (static_cast<int>(lane.lane / slots) != sub_core) {
        sub_core = static_cast<int>(lane.lane / slots);
        open = heading(QStringLiteral("sub-core %1").arg(sub_core), 1, sm_group(sm) + 1 + sub_core);
      }
      if (!open) continue;
      TimelineRow& row = add(RowKind::Lane, number, lane_height_, QStringLiteral("warp slot %1").arg(lane.lane % slots), {});
      row.lane = i;
      row.indent = 2;
    }
  }

  void pipes(uint32_t sm) {
    if (sm >= data_.timeline().activity.size()) return;
    for (const UnitName& unit : kUnitNames) {
      uint64_t busy = 0;
      for (const sim::Activity& a : data_.timeline().activity[sm]) busy += a.units[static_cast<size_t>(unit.unit)];
      if (busy == 0) continue;
      add(RowKind::Pipe, static_cast<int>(sm), 16, QLatin1String(unit.label), QStringLiteral("Share of the cycles in which the unit is occupied"));
      rows_.back().unit = static_cast<size_t>(unit.unit);
    }
  }

  // Those that were used; none in runs of versions that did not record them.
  void queues(int sm, const std::vector<sim::Activity>& activity) {
    static constexpr std::array<std::pair<const char*, const char*>, sim::kMioQueues> kNames{{
        {"SM queues", "What has left the sub-cores' queues and waits for shared memory, or for L1 and the way to L2; full: the sub-cores' queues fill"},
        {"MIO queue", "Accesses to shared memory, shuffles, constants and special registers that wait in their sub-core's queue; full, with the next row: mio_throttle"},
        {"LG queue", "Accesses to global and local memory that wait in their sub-core's queue, the same; full of them: lg_throttle"}}};
    for (size_t q = 0; q < sim::kMioQueues; ++q) {
      const bool used = std::any_of(activity.begin(), activity.end(), [q](const sim::Activity& a) { return a.queues[q] > 0; });
      if (!used || data_.timeline().queue_entries[q] == 0) continue;
      add(RowKind::Queue, sm, 16, QLatin1String(kNames[q].first), QLatin1String(kNames[q].second));
      rows_.back().unit = q;
    }
  }

  const TimelineData& data_;
  const std::set<int>& folded_;
  int lane_height_;
  std::vector<TimelineRow> rows_;
};

}  // namespace

int sm_group(uint32_t sm) { return 1 + static_cast<int>(sm) * kGroupsAnSm; }

std::set<int> folded_at_first(const sim::Timeline& timeline) {
  std::set<int> folded;
  if (timeline.recorded.size() <= kMostOpenSms) return folded;
  for (size_t i = 1; i < timeline.recorded.size(); ++i) folded.insert(sm_group(timeline.recorded[i].sm));
  return folded;
}

std::vector<TimelineRow> timeline_rows(const TimelineData& data, const std::set<int>& folded, int lane_height) {
  return Builder(data, folded, lane_height).build();
}

const TimelineRow* row_at(const std::vector<TimelineRow>& rows, int y) {
  const auto after = std::upper_bound(rows.begin(), rows.end(), y, [](int at, const TimelineRow& row) { return at < row.top; });
  if (after == rows.begin()) return nullptr;
  const TimelineRow& row = *(after - 1);
  return y < row.top + row.height ? &row : nullptr;
}

uint32_t heat_sm(const sim::Timeline& timeline, int height, int y) {
  const auto count = static_cast<int>(timeline.activity.size());
  return static_cast<uint32_t>(std::clamp(height > 0 ? y * count / height : 0, 0, std::max(0, count - 1)));
}

QString not_recorded_text(const sim::Timeline& timeline) {
  QStringList sms;
  QString early;
  for (const sim::RecordedSm& sm : timeline.recorded) {
    sms << QString::number(sm.sm);
    if (!sm.complete && early.size() < 300) early += QStringLiteral(" SM %1 was recorded up to cycle %2 only.").arg(sm.sm).arg(grouped(static_cast<uint64_t>(sm.until)));
  }
  if (timeline.recorded.size() == timeline.activity.size() && early.isEmpty()) return {};
  if (sms.isEmpty()) return QStringLiteral("No SM's warps were recorded one by one.");
  const QString which = timeline.recorded.size() > kMostOpenSms ? QStringLiteral("Warps were recorded one by one on %1 of %2 SMs.").arg(timeline.recorded.size()).arg(timeline.activity.size())
                                                     : QStringLiteral("Warps were recorded one by one on SM %1 of %2.").arg(sms.join(QStringLiteral(", "))).arg(timeline.activity.size());
  return which + early;
}

}  // namespace warpglass::gui
