#include "gui/widgets/measured_page.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/core/format.h"
#include "gui/widgets/compare_columns.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

PlotSeries dots(const QString& name) {
  PlotSeries s;
  s.name = name;
  s.colour = theme().accent;
  s.line = false;
  s.markers = true;
  return s;
}

// ncu's name without what all of its kind share: it has to fit beside a bar.
QString short_name(const std::string& metric) {
  constexpr std::string_view kPrefix = "smsp__average_warps_issue_stalled_",
                             kSuffix = "_per_issue_active.ratio";
  if (!metric.starts_with(kPrefix) || !metric.ends_with(kSuffix)) return text(metric);
  return QStringLiteral("stalled: ") +
         text(metric.substr(kPrefix.size(), metric.size() - kPrefix.size() - kSuffix.size()));
}

QString verdict_of(const sim::Comparison& c, const QString& name) {
  QString words = QStringLiteral("Against %1").arg(name);
  if (c.cycle_error) words += QStringLiteral(":  cycles %1").arg(signed_percent(*c.cycle_error));
  if (c.stall_distance)
    words += QStringLiteral(",  stall profile distance %1 (chance alone: %2)")
                 .arg(*c.stall_distance, 0, 'f', 2)
                 .arg(c.sampling_error, 0, 'f', 2);
  words += QStringLiteral(",  %1 of %2 instructions with other counts")
               .arg(c.count_mismatches)
               .arg(c.instructions.size());
  for (const std::string& problem : c.problems) words += QStringLiteral(";  ") + text(problem);
  return words;
}

}  // namespace

MeasuredPage::MeasuredPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      verdict_(new QLabel(this)),
      metrics_(new DataTable),
      stalls_(new DataTable),
      instructions_(new DataTable),
      instruction_scatter_(new Plot),
      metric_scatter_(new Plot),
      residuals_(new ResidualBars) {
  verdict_->setWordWrap(true);
  verdict_->setFont(sized_font(1.1, true));
  metrics_->setTextElideMode(Qt::ElideLeft);  // the ends of ncu's long names tell them apart
  instructions_->follow(session.selection());
  instruction_scatter_->set_diagonal(true);
  instruction_scatter_->set_axes(QStringLiteral("measured % of stall samples"),
                                 QStringLiteral("simulated % of stall cycles"));
  instruction_scatter_->set_title(QStringLiteral("Each dot is an instruction; a click chooses it"));
  connect(instruction_scatter_, &Plot::point_clicked, this, [this](size_t, size_t point) {
    if (point < comparison_.instructions.size())
      session_.selection().select_instruction(comparison_.instructions[point].instruction);
  });
  metric_scatter_->set_diagonal(true);
  metric_scatter_->set_logarithmic(true, true);
  metric_scatter_->set_axes(QStringLiteral("measured"), QStringLiteral("simulated"));
  residuals_->set_title(QStringLiteral("Error by metric, largest first"));
  auto* tabs = new QTabWidget;
  tabs->addTab(residuals_, QStringLiteral("Residuals"));
  tabs->addTab(instructions_, QStringLiteral("Instructions"));
  tabs->addTab(instruction_scatter_, QStringLiteral("Scatter by instruction"));
  tabs->addTab(metric_scatter_, QStringLiteral("Scatter by metric"));
  auto* right = new QSplitter(Qt::Vertical);
  right->addWidget(stalls_);
  right->addWidget(tabs);
  right->setSizes({scaled(280), scaled(400)});
  auto* all = new QSplitter(Qt::Horizontal);
  all->addWidget(metrics_);
  all->addWidget(right);
  all->setChildrenCollapsible(false);
  all->setSizes({scaled(600), scaled(460)});
  content_ = all;
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(verdict_);
  layout->addWidget(content_, 1);
  layout->addStretch(0);
}

void MeasuredPage::rebuild() {
  const RunPointer run = session_.current();
  const MeasurementPointer measurement = session_.measurement();
  content_->setVisible(measurement != nullptr);
  if (!measurement) {
    verdict_->setText(
        QStringLiteral("No measurement of this kernel is open. Open or drop its .json (kernels/measured/, or "
                       "`warpglass import` of an ncu report)."));
    return;
  }
  comparison_ = sim::compare(run->result, *measurement);
  verdict_->setText(verdict_of(comparison_, text(measurement->name)));
  fill_tables();
  fill_plots();
}

void MeasuredPage::fill_tables() {
  metrics_->reset(comparison_.metrics.size(), metric_columns(comparison_.metrics));
  metrics_->sort_at_first_by(1, Qt::DescendingOrder);
  stalls_->reset(comparison_.stalls.size(), stall_columns(comparison_));
  stalls_->sort_at_first_by(3, Qt::DescendingOrder);
  instructions_->reset(comparison_.instructions.size(), instruction_columns(comparison_.instructions),
                       [this](size_t r) { return comparison_.instructions[r].instruction; });
  instructions_->sort_at_first_by(4, Qt::DescendingOrder);
}

void MeasuredPage::fill_plots() {
  PlotSeries instructions = dots(QStringLiteral("instructions")), metrics = dots(QStringLiteral("metrics"));
  double most = 1;
  for (const sim::InstructionComparison& i : comparison_.instructions) {
    instructions.points.emplace_back(100 * i.measured_share, 100 * i.simulated_share);
    instructions.labels.push_back(address_text(i.instruction) + QLatin1Char(' ') + text(i.text));
    most = std::max({most, 100 * i.measured_share, 100 * i.simulated_share});
  }
  std::vector<Residual> residuals;
  for (const sim::MetricComparison& m : comparison_.metrics) {
    if (m.simulated > 0 && m.measured > 0) {
      metrics.points.emplace_back(m.measured, m.simulated);
      metrics.labels.push_back(text(m.name));
    }
    if (m.error)
      residuals.push_back({short_name(m.name), *m.error,
                           QStringLiteral("simulated %1, measured %2 %3")
                               .arg(short_number(m.simulated), short_number(m.measured), text(m.unit))});
  }
  instruction_scatter_->set_range({0, 0, most * 1.05, most * 1.05});
  instruction_scatter_->set_content({std::move(instructions)});
  metric_scatter_->set_content({std::move(metrics)});
  residuals_->set_residuals(std::move(residuals));
}

}  // namespace warpglass::gui
