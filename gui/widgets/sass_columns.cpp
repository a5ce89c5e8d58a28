#include "gui/widgets/sass_columns.h"

#include <algorithm>
#include <cmath>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/widgets/stall_bar.h"

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

// ncu's numbers, tinted where the exact ones differ.
Column measured(const char* title, const char* help, std::function<std::optional<double>(size_t)> value, std::function<double(size_t)> simulated, int decimals) {
  Column c;
  c.title = QString::fromUtf8(title);
  c.help = QString::fromUtf8(help);
  c.value = [value](size_t r) { return QVariant(value(r).value_or(-1)); };
  c.text = [value, decimals](size_t r) {
    const auto v = value(r);
    return !v ? QString() : decimals == 0 ? grouped(static_cast<uint64_t>(*v)) : QString::number(*v, 'f', decimals);
  };
  c.heat = [value, simulated](size_t r) {
    const auto v = value(r);
    return v && std::abs(*v - simulated(r)) > 0.05 ? 1.0 : 0.0;
  };
  return c;
}

void add_measured(std::vector<Column>& columns, const InstructionRows* rows) {
  Column bar;
  bar.title = QStringLiteral("ncu stalls");
  bar.help = QStringLiteral("ncu's stall samples on the H200 by reason, against the instruction with most");
  bar.value = [rows](size_t r) { return QVariant(rows->rows[r].measured_samples.value_or(0)); };
  bar.text = [](size_t) { return QString(); };
  bar.bar = [rows](size_t r) { return stall_bar_value(rows->rows[r].measured_stalls, rows->measured_most); };
  columns.push_back(std::move(bar));
  columns.push_back(share("ncu %", "Share of ncu's stall samples on the H200", [rows](size_t r) { return rows->rows[r].measured_samples.value_or(0); }));
  const auto executed = [rows](size_t r) -> std::optional<double> {
    const auto& m = rows->rows[r].measured_executed;
    return m ? std::optional(static_cast<double>(*m)) : std::nullopt;
  };
  columns.push_back(measured("ncu executed", "Instructions Executed, as ncu counted them", executed, [rows](size_t r) { return static_cast<double>(rows->rows[r].executed); }, 0));
  columns.push_back(measured("ncu sectors", "L2 Theoretical Sectors Global, per execution, as ncu counted them", [rows](size_t r) { return rows->rows[r].measured_sectors; },
                             [rows](size_t r) { return rows->rows[r].sectors; }, 1));
  Column ways;
  ways.title = QStringLiteral("ncu N-way");
  ways.help = QStringLiteral("L1 Conflicts Shared N-Way, as ncu gives it: wavefronts an execution");
  ways.value = [rows](size_t r) { return QVariant(rows->rows[r].measured_ways.value_or(0)); };
  ways.text = [rows](size_t r) { return rows->rows[r].measured_ways ? QString::number(*rows->rows[r].measured_ways, 'f', 0) : QString(); };
  columns.push_back(std::move(ways));
}

// Sorts by size, shows the sign.
Column against_baseline(const InstructionRows* rows) {
  const auto change = [rows](size_t r) -> std::optional<double> {
    const InstructionRow& row = rows->rows[r];
    return row.baseline_own ? std::optional(static_cast<double>(row.own) - static_cast<double>(*row.baseline_own)) : std::nullopt;
  };
  Column c;
  c.title = QStringLiteral("Against baseline");
  c.help = QStringLiteral("Stall warp-cycles less those of the same instruction of the baseline; 'new': the baseline has no such instruction");
  c.value = [rows, change](size_t r) { return QVariant(std::abs(change(r).value_or(static_cast<double>(rows->rows[r].own)))); };
  c.text = [change](size_t r) {
    const auto by = change(r);
    return !by ? QStringLiteral("new") : (*by > 0 ? QStringLiteral("+") : QString()) + short_number(*by);
  };
  c.heat = [rows, change](size_t r) { return rows->own_most > 0 ? std::max(0.0, change(r).value_or(0)) / static_cast<double>(rows->own_most) : 0; };
  return c;
}

Column blamed_bar(const InstructionRows* rows) {
  Column bar;
  bar.title = QStringLiteral("Attributed");
  bar.help = QStringLiteral("Scoreboard warp-cycles that others waited for this one's result, against the instruction that is waited for most");
  bar.value = [rows](size_t r) { return QVariant::fromValue(rows->rows[r].blamed); };
  bar.text = [](size_t) { return QString(); };
  bar.bar = [rows](size_t r) {
    std::array<uint64_t, sim::kStalls> cycles{};
    cycles[static_cast<size_t>(rows->rows[r].blamed_reason)] = rows->rows[r].blamed;
    return stall_bar_value(cycles, rows->blamed_most);
  };
  return bar;
}

void add_dependencies(std::vector<Column>& columns, const Dependencies* dependencies) {
  Column arrows;
  arrows.title = QStringLiteral("Values");
  arrows.help = QStringLiteral("Arrows to the left: makes a value that the chosen instruction reads; to the right: reads a value that it makes");
  arrows.mark = [dependencies](size_t r) { return int{dependencies->mark(r)}; };
  arrows.value = [dependencies](size_t r) { return QVariant(dependencies->mark(r) & (ProducerMark | ConsumerMark | ChosenMark)); };
  arrows.text = [dependencies](size_t r) { return dependencies->registers(r); };
  arrows.left = true;
  columns.push_back(std::move(arrows));
}

}  // namespace

std::vector<Column> sass_columns(const InstructionRows& all, const LaunchDetails* launch, const Dependencies* dependencies) {
  const InstructionRows* rows = &all;
  std::vector<Column> columns;
  Column address;
  address.title = QStringLiteral("Address");
  address.value = [](size_t r) { return QVariant::fromValue(r); };
  address.text = [](size_t r) { return address_text(static_cast<uint32_t>(r)); };
  address.monospace = true;
  columns.push_back(std::move(address));
  columns.push_back(sass_column(rows));
  if (dependencies != nullptr) add_dependencies(columns, dependencies);
  Column bar;
  bar.title = QStringLiteral("Stalls");
  bar.help = QStringLiteral("Warp-cycles in which warps waited to issue this, by reason, against the heaviest instruction");
  bar.value = [rows](size_t r) { return QVariant::fromValue(rows->rows[r].own); };
  bar.text = [](size_t) { return QString(); };
  bar.bar = [rows](size_t r) { return stall_bar_value(rows->rows[r].stalls, rows->own_most); };
  columns.push_back(std::move(bar));
  columns.push_back(share("Own %", "Share of the kernel's stall cycles that warps spent waiting to issue this", [rows](size_t r) { return rows->own_share(r); }));
  columns.push_back(blamed_bar(rows));
  columns.push_back(share("Blamed %", "Share of the scoreboard stall cycles that others waited for this one's result", [rows](size_t r) { return rows->blamed_share(r); }));
  if (!all.in_range.empty())
    columns.push_back(share("In time %", "Share of the stall cycles in the time selected in the timeline, on the SMs whose warps were recorded", [rows](size_t r) { return rows->in_range[r]; }));
  if (all.compared) columns.push_back(against_baseline(rows));
  if (all.measured) add_measured(columns, rows);
  Column executed;
  executed.title = QStringLiteral("Executed");
  executed.help = QStringLiteral("Warps that issued it (exact)");
  executed.value = [rows](size_t r) { return QVariant::fromValue(rows->rows[r].executed); };
  executed.text = [rows](size_t r) { return grouped(rows->rows[r].executed); };
  columns.push_back(std::move(executed));
  columns.push_back(number("Threads", "Active threads, on average (exact)", [rows](size_t r) { return rows->rows[r].threads; }, 1));
  if (dependencies != nullptr)
    columns.push_back(number("Live", "Registers of a thread that hold a value which is still needed (exact)", [dependencies](size_t r) { return static_cast<double>(dependencies->live_registers(r)); }, 0));
  columns.push_back(number("N-way", "Worst bank conflict: wavefronts where one would do (exact)", [rows](size_t r) { return rows->rows[r].ways; }, 0));
  columns.push_back(number("Excess", "Shared-memory wavefronts above the ideal: address conflicts, whole kernel (exact)", [rows](size_t r) { return static_cast<double>(rows->rows[r].excess_wavefronts); }, 0));
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

}  // namespace warpglass::gui
