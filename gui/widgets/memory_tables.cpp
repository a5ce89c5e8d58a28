// The memory flow as tables, for export.
#include "gui/widgets/memory_view.h"

namespace warpglass::gui {
namespace {

QString s(const char* literal) {
  return QString::fromUtf8(literal);
}

QString level_name(MemoryLevel level) {
  switch (level) {
    case MemoryLevel::Sm:
      return s("SM");
    case MemoryLevel::Shared:
      return s("shared");
    case MemoryLevel::L1:
      return s("L1");
    case MemoryLevel::L2:
      return s("L2");
    case MemoryLevel::Hbm:
      return s("HBM");
  }
  return {};
}

QString percent_of(const std::optional<double>& fraction) {
  return fraction ? QString::number(100 * *fraction, 'f', 2) : QString();
}

}  // namespace

std::vector<CsvTable> MemoryView::tables() const {
  CsvTable links{
      s("Traffic"), {s("from"), s("to"), s("what"), s("bytes"), s("requests"), s("of the peak [%]")}, {}};
  for (const FlowLink& link : flow_.links)
    links.rows.push_back({level_name(link.from), level_name(link.to), link.label,
                          QString::number(link.bytes, 'f', 0),
                          link.requests > 0 ? QString::number(link.requests, 'f', 0) : QString(),
                          percent_of(link.utilisation)});
  CsvTable levels{s("Hit rates"), {s("level"), s("reads that hit [%]")}, {}};
  for (const FlowLevel& level : flow_.levels)
    if (level.hit_rate) levels.rows.push_back({level_name(level.level), percent_of(level.hit_rate)});
  return {links, levels};
}

}  // namespace warpglass::gui
