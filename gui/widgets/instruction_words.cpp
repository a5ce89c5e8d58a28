#include "gui/widgets/instruction_words.h"

#include <QStringList>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/widgets/theme.h"
#include "sim/report/finding.h"

namespace warpglass::gui {
namespace {

QString link(uint32_t instruction, const isa::RegisterSet& registers) {
  return QStringLiteral("%1 from <a href='instruction:%2'>%3</a>")
      .arg(register_list(registers))
      .arg(instruction)
      .arg(address_text(instruction));
}

QString values_html(const Dependencies& dependencies) {
  constexpr size_t kMost = 6;
  QStringList from, to;
  for (const isa::ValueFlow& flow : dependencies.producers())
    if (from.size() < static_cast<qsizetype>(kMost)) from << link(flow.producer, flow.registers);
  for (const isa::ValueFlow& flow : dependencies.consumers())
    if (to.size() < static_cast<qsizetype>(kMost))
      to << QStringLiteral("<a href='instruction:%1'>%2</a>")
                .arg(flow.consumer)
                .arg(address_text(flow.consumer));
  QString html;
  if (!from.isEmpty()) html += QStringLiteral("<br>reads ") + from.join(QStringLiteral(", "));
  if (dependencies.producers().size() > kMost)
    html += QStringLiteral(" and %1 more").arg(dependencies.producers().size() - kMost);
  if (!to.isEmpty())
    html += (html.isEmpty() ? QStringLiteral("<br>") : QStringLiteral("; ")) +
            QStringLiteral("its result goes to ") + to.join(QStringLiteral(", "));
  if (dependencies.consumers().size() > kMost)
    html += QStringLiteral(" and %1 more").arg(dependencies.consumers().size() - kMost);
  return html;
}

}  // namespace

QString instruction_html(const RunDocument& run, const InstructionRows& rows,
                         const Dependencies* dependencies, uint32_t i) {
  const InstructionRow& row = rows.rows[i];
  QString html = QStringLiteral("<b><code>%1 %2</code></b>").arg(address_text(i), row.sass.toHtmlEscaped());
  const std::string where = sim::source_place(run.result, i);
  if (!where.empty())
    html += QStringLiteral(" &nbsp; <span style='color:%1'>%2</span>")
                .arg(theme().muted.name(), text(where).toHtmlEscaped());
  if (const std::string source = sim::source_text(run.result, i); !source.empty())
    html += QStringLiteral(": &nbsp;<code>%1</code>").arg(text(source).toHtmlEscaped());
  std::vector<std::pair<uint64_t, sim::Stall>> order;
  for (unsigned s = 1; s < sim::kStalls; ++s)
    if (row.stalls[s] > 0) order.emplace_back(row.stalls[s], static_cast<sim::Stall>(s));
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  html += QStringLiteral("<br>");
  if (order.empty()) html += QStringLiteral("No warp waits to issue it.");
  for (size_t k = 0; k < std::min<size_t>(order.size(), 4); ++k)
    html += QStringLiteral("<span style='color:%1'>■</span> %2 %3 (%4)&nbsp;&nbsp; ")
                .arg(stall_colour(order[k].second).name(), stall_name(order[k].second),
                     percent(static_cast<double>(order[k].first) / static_cast<double>(row.own), 0),
                     stall_meaning(order[k].second));
  QStringList facts{QStringLiteral("executed by %1 warps with %2 threads on average")
                        .arg(grouped(row.executed))
                        .arg(row.threads, 0, 'f', 1)};
  if (row.blamed > 0)
    facts << QStringLiteral("others waited %1 warp-cycles for its result").arg(grouped(row.blamed));
  if (row.ways > 1)
    facts << QStringLiteral("%1-way bank conflicts, %2 wavefronts too many")
                 .arg(row.ways, 0, 'f', 0)
                 .arg(grouped(row.excess_wavefronts));
  if (row.sectors > 0)
    facts << QStringLiteral("%1 sectors an execution, %2 would do")
                 .arg(row.sectors, 0, 'f', 1)
                 .arg(row.sectors_ideal, 0, 'f', 1);
  if (dependencies != nullptr && dependencies->live_registers(i) > 0)
    facts << QStringLiteral("%1 registers live").arg(dependencies->live_registers(i));
  html += QStringLiteral("<br>") + facts.join(QStringLiteral("; "));
  if (dependencies != nullptr && dependencies->chosen() == i) html += values_html(*dependencies);
  if (run.launch && i < run.launch->program.instructions.size())
    html += QStringLiteral("<br>control codes: ") + control_text(run.launch->program.instructions[i].control);
  return html;
}

}  // namespace warpglass::gui
