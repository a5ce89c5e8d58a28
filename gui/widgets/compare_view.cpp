#include "gui/widgets/compare_view.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/widgets/compare_columns.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

QLabel* verdict_label() {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setFont(sized_font(1.1, true));
  return label;
}

QSplitter* split(Qt::Orientation orientation, std::initializer_list<QWidget*> widgets) {
  auto* splitter = new QSplitter(orientation);
  for (QWidget* widget : widgets) splitter->addWidget(widget);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

}  // namespace

CompareView::CompareView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("compare"), QStringLiteral("Compare"), QStringLiteral("Can I believe it, and did my change help?"), parent), tabs_(new QTabWidget(this)),
      measured_verdict_(verdict_label()), metrics_(new DataTable), stalls_(new DataTable), instructions_(new DataTable), baseline_(new QComboBox), runs_verdict_(verdict_label()),
      run_metrics_(new DataTable), run_instructions_(new DataTable), scatter_(new Plot) {
  tabs_->addTab(make_measured(), QStringLiteral("Simulated against measured"));
  tabs_->addTab(make_runs(), QStringLiteral("Run against run"));
  scatter_->set_logarithmic(true, true);
  scatter_->set_diagonal(true);
  scatter_->set_axes(QStringLiteral("measured cycles"), QStringLiteral("simulated cycles"));
  tabs_->addTab(scatter_, QStringLiteral("All runs"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(8), scaled(6), scaled(8), scaled(8));
  layout->addWidget(tabs_);
  // The ends of ncu's long names tell them apart.
  for (DataTable* table : {metrics_, run_metrics_}) table->setTextElideMode(Qt::ElideLeft);
  instructions_->follow(session.selection());
  connect(&session, &Session::runs_changed, this, &CompareView::invalidate);
  connect(&session, &Session::baseline_changed, this, &CompareView::invalidate);
  connect(baseline_, &QComboBox::activated, this, [this](int index) {
    const auto& runs = this->session().runs();
    if (index >= 0 && static_cast<size_t>(index) < runs.size()) this->session().set_baseline(runs[static_cast<size_t>(index)]);
  });
  setFocusProxy(tabs_);
}

QWidget* CompareView::make_measured() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->addWidget(measured_verdict_);
  QSplitter* right = split(Qt::Vertical, {stalls_, instructions_});
  QSplitter* all = split(Qt::Horizontal, {metrics_, right});
  all->setSizes({scaled(600), scaled(460)});
  layout->addWidget(all, 1);
  return page;
}

QWidget* CompareView::make_runs() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  auto* bar = new QHBoxLayout;
  auto* label = new QLabel(QStringLiteral("&Baseline (A)"));
  label->setBuddy(baseline_);
  bar->addWidget(label);
  bar->addWidget(baseline_);
  bar->addWidget(runs_verdict_, 1);
  layout->addLayout(bar);
  layout->addWidget(split(Qt::Horizontal, {run_metrics_, run_instructions_}), 1);
  return page;
}

void CompareView::rebuild() {
  show_measured();
  fill_baselines();
  show_runs();
  show_scatter();
}

void CompareView::show_measured() {
  const RunPointer run = session().current();
  const MeasurementPointer measurement = session().measurement();
  for (DataTable* table : {metrics_, stalls_, instructions_}) table->setVisible(measurement != nullptr);
  if (!measurement) {
    measured_verdict_->setText(QStringLiteral("No measurement of this kernel is open. Open or drop its .json (kernels/measured/, or `warpglass import` of an ncu report)."));
    return;
  }
  comparison_ = sim::compare(run->result, *measurement);
  QString words = QStringLiteral("Against %1").arg(text(measurement->name));
  if (comparison_.cycle_error) words += QStringLiteral(":  cycles %1").arg(signed_percent(*comparison_.cycle_error));
  if (comparison_.stall_distance) words += QStringLiteral(",  stall profile distance %1 (chance alone: %2)").arg(*comparison_.stall_distance, 0, 'f', 2).arg(comparison_.sampling_error, 0, 'f', 2);
  words += QStringLiteral(",  %1 of %2 instructions with other counts").arg(comparison_.count_mismatches).arg(comparison_.instructions.size());
  for (const std::string& problem : comparison_.problems) words += QStringLiteral(";  ") + text(problem);
  measured_verdict_->setText(words);
  metrics_->reset(comparison_.metrics.size(), metric_columns(comparison_.metrics));
  stalls_->reset(comparison_.stalls.size(), stall_columns(comparison_));
  stalls_->sort_by(3, Qt::DescendingOrder);
  instructions_->reset(comparison_.instructions.size(), instruction_columns(comparison_.instructions), [this](size_t r) { return comparison_.instructions[r].instruction; });
}

void CompareView::fill_baselines() {
  baseline_->clear();
  for (const RunPointer& run : session().runs()) {
    baseline_->addItem(text(run->name));
    if (run == session().baseline()) baseline_->setCurrentIndex(baseline_->count() - 1);
  }
}

void CompareView::show_runs() {
  const RunPointer b = session().current();
  const RunPointer a = session().baseline();
  const bool possible = a && a != b;
  for (QWidget* widget : {static_cast<QWidget*>(run_metrics_), static_cast<QWidget*>(run_instructions_)}) widget->setVisible(possible);
  if (!possible) {
    runs_verdict_->setText(session().runs().size() < 2 ? QStringLiteral("Open a second run or capsule to compare it with this one.")
                                                       : QStringLiteral("This is the baseline itself: choose another run on the left, or another baseline."));
    return;
  }
  const double ratio = b->result.cycles > 0 ? static_cast<double>(a->result.cycles) / static_cast<double>(b->result.cycles) : 0;
  runs_verdict_->setText(QStringLiteral("%1 is %2 times as fast as %3: %4 against %5 cycles")
                             .arg(text(b->name)).arg(ratio, 0, 'f', 2).arg(text(a->name), grouped(static_cast<uint64_t>(b->result.cycles)), grouped(static_cast<uint64_t>(a->result.cycles))));
  differences_ = metric_differences(a->result, b->result);
  aligned_ = instruction_differences(a->result, b->result);
  run_metrics_->reset(differences_.size(), difference_columns(differences_));
  run_instructions_->reset(aligned_.size(), aligned_columns(aligned_));
  run_instructions_->sort_by(4, Qt::DescendingOrder);
}

void CompareView::show_scatter() {
  PlotSeries s;
  s.colour = theme().accent;
  s.line = false;
  s.markers = true;
  for (const RunPointer& run : session().runs()) {
    const MeasurementPointer measurement = session().measurement_of(*run);
    const auto measured = measurement ? measurement->value("gpc__cycles_elapsed.max") : std::nullopt;
    if (!measured) continue;
    s.points.emplace_back(*measured, static_cast<double>(run->result.cycles));
    s.labels.push_back(text(run->name));
  }
  scatter_->set_title(s.points.empty() ? QStringLiteral("Open runs with their measurements: each becomes a point") : QStringLiteral("On the diagonal: as measured"));
  scatter_->set_content({s});
}

}  // namespace warpglass::gui
