#include "gui/widgets/sass_columns.h"

#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/widgets/stall_bar.h"
#include "gui/widgets/theme.h"
#include "sim/report/finding.h"

namespace warpglass::gui {
namespace {

QString blank_zero(double value, const QString& shown) { return value > 0 ? shown : QString(); }

Column number(const char* title, const char* help, std::function<double(size_t)> value, int decimals) {
  Column c;
  c.title = QString::fromUtf8(title);
  c.help = QString::fromUtf8(help);
  c.value = [value](size_t r) { return QVariant(value(r)); };
  c.text = [value, decimals](size_t r) { return blank_zero(value(r), QString::number(value(r), 'f', decimals)); };
  return c;
}

Column share(const char* title, const char* help, std::function<double(size_t)> value) {
  Column c;
  c.title = QString::fromUtf8(title);
  c.help = QString::fromUtf8(help);
  c.value = [value](size_t r) { return QVariant(value(r)); };
  c.text = [value](size_t r) { return blank_zero(value(r), percent(value(r))); };
  c.heat = [value](size_t r) { return 2 * value(r); };
  return c;
}

Column sass_column(const InstructionRows* rows) {
  Column c;
  c.title = QStringLiteral("SASS");
  c.value = [rows](size_t r) { return QVariant(rows->rows[r].sass); };
  c.left = c.monospace = true;
  return c;
}

void add_measured(std::vector<Column>& columns, const InstructionRows* rows) {
  columns.push_back(share("Measured %", "Share of ncu's stall samples on the H200", [rows](size_t r) { return rows->rows[r].measured_samples.value_or(0); }));
  Column executed;
  executed.title = QStringLiteral("Measured executed");
  executed.help = QStringLiteral("Instructions Executed, as ncu counted them");
  executed.value = [rows](size_t r) { return QVariant::fromValue(rows->rows[r].measured_executed.value_or(-1)); };
  executed.text = [rows](size_t r) {
    const auto& m = rows->rows[r].measured_executed;
    return m ? grouped(static_cast<uint64_t>(*m)) : QString();
  };
  executed.heat = [rows](size_t r) {
    const auto& m = rows->rows[r].measured_executed;
    return m && static_cast<uint64_t>(*m) != rows->rows[r].executed ? 1.0 : 0.0;
  };
  columns.push_back(std::move(executed));
}

}  // namespace

std::vector<Column> sass_columns(const InstructionRows& all, const LaunchDetails* launch) {
  const InstructionRows* rows = &all;
  std::vector<Column> columns;
  Column address;
  address.title = QStringLiteral("Address");
  address.value = [](size_t r) { return QVariant::fromValue(r); };
  address.text = [](size_t r) { return address_text(static_cast<uint32_t>(r)); };
  address.monospace = true;
  columns.push_back(std::move(address));
  columns.push_back(sass_column(rows));
  Column bar;
  bar.title = QStringLiteral("Stalls");
  bar.help = QStringLiteral("Warp-cycles in which warps waited to issue this, by reason, against the heaviest instruction");
  bar.value = [rows](size_t r) { return QVariant::fromValue(rows->rows[r].own); };
  bar.text = [](size_t) { return QString(); };
  bar.bar = [rows](size_t r) { return stall_bar_value(rows->rows[r].stalls, rows->own_most); };
  columns.push_back(std::move(bar));
  columns.push_back(share("Own %", "Share of the kernel's stall cycles that warps spent waiting to issue this", [rows](size_t r) { return rows->own_share(r); }));
  columns.push_back(share("Blamed %", "Share of the scoreboard stall cycles that others waited for this one's result", [rows](size_t r) { return rows->blamed_share(r); }));
  if (!all.in_range.empty())
    columns.push_back(share("In time %", "Share of the stall cycles in the time selected in the timeline, on the SMs whose warps were recorded", [rows](size_t r) { return rows->in_range[r]; }));
  if (all.measured) add_measured(columns, rows);
  Column executed;
  executed.title = QStringLiteral("Executed");
  executed.help = QStringLiteral("Warps that issued it (exact)");
  executed.value = [rows](size_t r) { return QVariant::fromValue(rows->rows[r].executed); };
  executed.text = [rows](size_t r) { return grouped(rows->rows[r].executed); };
  columns.push_back(std::move(executed));
  columns.push_back(number("Threads", "Active threads, on average (exact)", [rows](size_t r) { return rows->rows[r].threads; }, 1));
  columns.push_back(number("N-way", "Worst bank conflict: wavefronts where one would do (exact)", [rows](size_t r) { return rows->rows[r].ways; }, 0));
  columns.push_back(number("Sectors", "32-byte sectors an execution touches (exact)", [rows](size_t r) { return rows->rows[r].sectors; }, 1));
  columns.push_back(number("Ideal", "Sectors that neighbouring addresses would touch (exact)", [rows](size_t r) { return rows->rows[r].sectors_ideal; }, 1));
  if (launch != nullptr) {
    Column control;
    control.title = QStringLiteral("Control");
    control.help = QStringLiteral("Scheduling fields: Bwaits : Read scoreboard : Write scoreboard : Yield : Stall cycles");
    control.text = [launch](size_t r) { return r < launch->program.instructions.size() ? control_compact(launch->program.instructions[r].control) : QString(); };
    control.tip = [launch](size_t r) { return r < launch->program.instructions.size() ? control_text(launch->program.instructions[r].control) : QString(); };
    control.left = control.monospace = true;
    columns.push_back(std::move(control));
  }
  return columns;
}

QString instruction_html(const RunDocument& run, const InstructionRows& rows, uint32_t i) {
  const InstructionRow& row = rows.rows[i];
  QString html = QStringLiteral("<b><code>%1 %2</code></b>").arg(address_text(i), row.sass.toHtmlEscaped());
  const std::string where = sim::source_place(run.result, i);
  if (!where.empty()) html += QStringLiteral(" &nbsp; <span style='color:%1'>%2</span>").arg(theme().muted.name(), text(where).toHtmlEscaped());
  std::vector<std::pair<uint64_t, sim::Stall>> order;
  for (unsigned s = 1; s < sim::kStalls; ++s)
    if (row.stalls[s] > 0) order.emplace_back(row.stalls[s], static_cast<sim::Stall>(s));
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  html += QStringLiteral("<br>");
  if (order.empty()) html += QStringLiteral("No warp waits to issue it.");
  for (size_t k = 0; k < std::min<size_t>(order.size(), 4); ++k)
    html += QStringLiteral("<span style='color:%1'>■</span> %2 %3 (%4)&nbsp;&nbsp; ")
                .arg(stall_colour(order[k].second).name(), stall_name(order[k].second), percent(static_cast<double>(order[k].first) / static_cast<double>(row.own), 0), stall_meaning(order[k].second));
  QStringList facts{QStringLiteral("executed by %1 warps with %2 threads on average").arg(grouped(row.executed)).arg(row.threads, 0, 'f', 1)};
  if (row.blamed > 0) facts << QStringLiteral("others waited %1 warp-cycles for its result").arg(grouped(row.blamed));
  if (row.ways > 1) facts << QStringLiteral("%1-way bank conflicts, %2 wavefronts too many").arg(row.ways, 0, 'f', 0).arg(grouped(row.excess_wavefronts));
  if (row.sectors > 0) facts << QStringLiteral("%1 sectors an execution, %2 would do").arg(row.sectors, 0, 'f', 1).arg(row.sectors_ideal, 0, 'f', 1);
  html += QStringLiteral("<br>") + facts.join(QStringLiteral("; "));
  if (run.launch && i < run.launch->program.instructions.size()) html += QStringLiteral("<br>control codes: ") + control_text(run.launch->program.instructions[i].control);
  return html;
}

}  // namespace warpglass::gui
