#include "gui/widgets/bank_columns.h"

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

// Wavefronts an execution.
Column per_execution(const BankRows& all, const char* title, const char* help,
                     std::optional<double> (*total)(const BankRow&)) {
  const auto value = [&all, total](size_t r) -> std::optional<double> {
    const BankRow& row = all.rows[r];
    const std::optional<double> sum = total(row);
    return sum && row.executed > 0 ? std::optional(*sum / row.executed) : std::nullopt;
  };
  Column c;
  c.title = QString::fromUtf8(title);
  c.help = QString::fromUtf8(help);
  c.value = [value](size_t r) { return QVariant(value(r).value_or(-1)); };
  c.text = [value](size_t r) {
    const auto v = value(r);
    return v ? QString::number(*v, 'f', 1) : QStringLiteral("-");
  };
  return c;
}

}  // namespace

std::vector<Column> bank_columns(const BankRows& all, const sim::RunResult& result) {
  std::vector<Column> columns(2);
  columns[0].title = QStringLiteral("Address");
  columns[0].value = [&all](size_t r) { return QVariant(all.rows[r].instruction); };
  columns[0].text = [&all](size_t r) { return address_text(all.rows[r].instruction); };
  columns[0].monospace = true;
  columns[1].title = QStringLiteral("SASS");
  columns[1].text = [&all, &result](size_t r) { return text(result.text[all.rows[r].instruction]); };
  columns[1].left = columns[1].monospace = true;
  columns.push_back(per_execution(all, "Actual", "Wavefronts an execution (exact)",
                                  [](const BankRow& row) { return std::optional(row.now); }));
  columns.back().heat = [&all](size_t r) {
    return all.rows[r].ideal > 0 ? (all.rows[r].now / all.rows[r].ideal - 1) / 8 : 0;
  };
  columns.push_back(per_execution(all, "Ideal", "Wavefronts that an access of this width needs",
                                  [](const BankRow& row) { return std::optional(row.ideal); }));
  columns.push_back(per_execution(all, "What if", "Wavefronts an execution with the layout above",
                                  [](const BankRow& row) { return row.what_if; }));
  Column excess;
  excess.title = QStringLiteral("Excess");
  excess.help = QStringLiteral("Wavefronts above the ideal, whole kernel: address conflicts (exact)");
  excess.value = [&all](size_t r) { return QVariant(all.rows[r].excess()); };
  excess.text = [&all](size_t r) { return short_number(all.rows[r].excess()); };
  columns.push_back(std::move(excess));
  return columns;
}

}  // namespace warpglass::gui
