#include "gui/widgets/compare_columns.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

Column words(const char* title, std::function<QString(size_t)> value, bool monospace = false) {
  Column c;
  c.title = QString::fromUtf8(title);
  c.tip = value;
  c.text = std::move(value);
  c.left = true;
  c.monospace = monospace;
  return c;
}

Column number(const char* title, const char* help, std::function<std::optional<double>(size_t)> value, std::function<QString(double)> shown) {
  Column c;
  c.title = QString::fromUtf8(title);
  c.help = QString::fromUtf8(help);
  c.value = [value](size_t r) { return QVariant(value(r).value_or(-1e300)); };
  c.text = [value, shown](size_t r) {
    const auto v = value(r);
    return v ? shown(*v) : QStringLiteral("-");
  };
  return c;
}

// Sorts by size, shows the sign.
Column change(const char* title, const char* help, std::function<std::optional<double>(size_t)> value) {
  Column c = number(title, help, value, [](double v) { return signed_percent(v); });
  c.value = [value](size_t r) {
    const auto v = value(r);
    return QVariant(v ? std::abs(*v) : -1.0);
  };
  c.heat = [value](size_t r) { return std::abs(value(r).value_or(0)); };
  return c;
}

QString amount(double v) {
  const bool whole = v == std::floor(v) && std::abs(v) < 1e15;
  if (v != 0 && std::abs(v) < 0.01) return QString::number(v, 'g', 3);
  return whole && v >= 0 ? grouped(static_cast<uint64_t>(v)) : QString::number(v, 'f', std::abs(v) < 10 ? 3 : 1);
}

QString share(double v) { return percent(v); }

}  // namespace

std::vector<Column> metric_columns(const std::vector<sim::MetricComparison>& all) {
  const auto* m = &all;
  return {words("Metric", [m](size_t r) { return text((*m)[r].name); }),
          change("Error", "(simulated - measured) / measured; percentages: points; stall ratios: points of all resident warp-cycles; HBM reads and writes: of all HBM bytes", [m](size_t r) { return (*m)[r].error; }),
          number("Simulated", "", [m](size_t r) { return std::optional((*m)[r].simulated); }, amount),
          number("Measured", "ncu on the H200", [m](size_t r) { return std::optional((*m)[r].measured); }, amount),
          words("Unit", [m](size_t r) { return text((*m)[r].unit); }),
          words("Certainty", [m](size_t r) { return text(sim::name((*m)[r].certainty)); })};
}

std::vector<Column> stall_columns(const sim::Comparison& comparison) {
  using Row = std::pair<std::string, std::pair<double, double>>;
  const auto rows = std::make_shared<std::vector<Row>>(comparison.stalls.begin(), comparison.stalls.end());
  return {words("Stall reason", [rows](size_t r) { return text((*rows)[r].first); }),
          number("Simulated", "Share of warp-cycles", [rows](size_t r) { return std::optional((*rows)[r].second.first); }, share),
          number("Measured", "Share of ncu's samples", [rows](size_t r) { return std::optional((*rows)[r].second.second); }, share),
          change("Difference", "in points", [rows](size_t r) { return std::optional((*rows)[r].second.first - (*rows)[r].second.second); })};
}

std::vector<Column> instruction_columns(const std::vector<sim::InstructionComparison>& all) {
  const auto* m = &all;
  std::vector<Column> columns{words("Address", [m](size_t r) { return address_text((*m)[r].instruction); }, true), words("SASS", [m](size_t r) { return text((*m)[r].text); }, true),
                              number("Simulated %", "Share of all stall cycles", [m](size_t r) { return std::optional((*m)[r].simulated_share); }, share),
                              number("Measured %", "Share of all stall samples", [m](size_t r) { return std::optional((*m)[r].measured_share); }, share),
                              change("Difference", "in points", [m](size_t r) { return std::optional((*m)[r].simulated_share - (*m)[r].measured_share); }),
                              number("Executed", "Simulated (exact)", [m](size_t r) { return std::optional(static_cast<double>((*m)[r].simulated_executed)); }, amount),
                              number("Measured", "Instructions Executed, as ncu counted them", [m](size_t r) { return std::optional(static_cast<double>((*m)[r].measured_executed)); }, amount)};
  columns.back().heat = [m](size_t r) { return (*m)[r].measured_executed >= 0 && static_cast<uint64_t>((*m)[r].measured_executed) != (*m)[r].simulated_executed ? 1.0 : 0.0; };
  return columns;
}

std::vector<Column> metric_row_columns(const std::vector<MetricRow>& all, const QString& run, const QStringList& names) {
  const auto* m = &all;
  std::vector<Column> columns{words("Metric", [m](size_t r) { return text((*m)[r].name); }), number("", "The run shown", [m](size_t r) { return (*m)[r].value; }, amount)};
  columns.back().title = run;
  for (size_t k = 0; k < static_cast<size_t>(names.size()); ++k) {
    columns.push_back(change("", "A baseline's value, and (run - baseline) / baseline; percentages: difference in points", [m, k](size_t r) { return (*m)[r].changes[k]; }));
    columns.back().text = [m, k](size_t r) {
      const MetricRow& row = (*m)[r];
      if (!row.baselines[k]) return QStringLiteral("-");
      return amount(*row.baselines[k]) + (row.changes[k] ? QStringLiteral("  ") + signed_percent(*row.changes[k]) : QString());
    };
    columns.back().title = names[static_cast<qsizetype>(k)];
  }
  columns.push_back(words("Unit", [m](size_t r) { return text((*m)[r].unit); }));
  return columns;
}

std::vector<Column> aligned_columns(const std::vector<InstructionDifference>& all) {
  const auto* d = &all;
  const auto cycles = [d](bool b) {
    return [d, b](size_t r) -> std::optional<double> {
      const InstructionDifference& i = (*d)[r];
      if (b ? !i.b : !i.a) return std::nullopt;
      return static_cast<double>(b ? i.cycles_b : i.cycles_a);
    };
  };
  const auto delta = [d](size_t r) { return static_cast<double>((*d)[r].cycles_b) - static_cast<double>((*d)[r].cycles_a); };
  double most = 1;
  for (size_t r = 0; r < all.size(); ++r) most = std::max(most, std::abs(delta(r)));
  std::vector<Column> columns{words("A", [d](size_t r) { return (*d)[r].a ? address_text(*(*d)[r].a) + QLatin1Char(' ') + text((*d)[r].sass_a) : QString(); }, true),
                              number("Stall cycles A", "Warp-cycles in which warps waited to issue it", cycles(false), amount),
                              words("B", [d](size_t r) { return (*d)[r].b ? address_text(*(*d)[r].b) + QLatin1Char(' ') + text((*d)[r].sass_b) : QString(); }, true),
                              number("Stall cycles B", "Warp-cycles in which warps waited to issue it", cycles(true), amount)};
  Column change_column;
  change_column.title = QStringLiteral("B - A");
  change_column.value = [delta](size_t r) { return QVariant(std::abs(delta(r))); };
  change_column.text = [delta](size_t r) { return (delta(r) > 0 ? QStringLiteral("+") : QString()) + short_number(delta(r)); };
  change_column.heat = [delta, most](size_t r) { return std::abs(delta(r)) / most; };
  columns.push_back(std::move(change_column));
  return columns;
}

}  // namespace warpglass::gui
