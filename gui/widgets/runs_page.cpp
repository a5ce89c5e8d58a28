#include "gui/widgets/runs_page.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/widgets/compare_columns.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

constexpr size_t kMostBaselines = 6;

QString speed_words(const RunDocument& run, const RunDocument& baseline) {
  const auto cycles = [](const RunDocument& r) { return grouped(static_cast<uint64_t>(r.result.cycles)); };
  const double ratio = run.result.cycles > 0 ? static_cast<double>(baseline.result.cycles) /
                                                   static_cast<double>(run.result.cycles)
                                             : 0;
  const QString how =
      ratio >= 1 ? QStringLiteral("is %1 times as fast as").arg(ratio, 0, 'f', 2)
                 : QStringLiteral("takes %1 times as long as").arg(ratio > 0 ? 1 / ratio : 0, 0, 'f', 2);
  return QStringLiteral("%1 %2 %3: %4 against %5 cycles")
      .arg(text(run.name), how, text(baseline.name), cycles(run), cycles(baseline));
}

}  // namespace

RunsPage::RunsPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      baseline_(new QComboBox),
      verdict_(new QLabel),
      metrics_(new DataTable),
      instructions_(new DataTable) {
  verdict_->setWordWrap(true);
  verdict_->setFont(sized_font(1.1, true));
  metrics_->setTextElideMode(Qt::ElideLeft);
  auto* label = new QLabel(QStringLiteral("&Baseline"));
  label->setBuddy(baseline_);
  baseline_->setToolTip(QStringLiteral(
      "The run that every page compares with; other open runs have columns of their own below"));
  auto* bar = new QHBoxLayout;
  bar->addWidget(label);
  bar->addWidget(baseline_);
  bar->addWidget(verdict_, 1);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->addWidget(metrics_);
  splitter->addWidget(instructions_);
  splitter->setChildrenCollapsible(false);
  splitter->setSizes({scaled(620), scaled(440)});
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(bar);
  layout->addWidget(splitter, 1);
  connect(baseline_, &QComboBox::activated, this, [this](int index) {
    const auto& runs = session_.runs();
    if (index >= 0 && static_cast<size_t>(index) < runs.size())
      session_.set_baseline(runs[static_cast<size_t>(index)]);
  });
}

void RunsPage::fill_baselines() {
  baseline_->clear();
  for (const RunPointer& run : session_.runs()) {
    baseline_->addItem(text(run->name));
    if (run == session_.baseline()) baseline_->setCurrentIndex(baseline_->count() - 1);
  }
}

void RunsPage::rebuild() {
  fill_baselines();
  const RunPointer run = session_.current(), baseline = session_.baseline();
  std::vector<RunPointer> others;
  if (baseline && baseline != run) others.push_back(baseline);
  for (const RunPointer& other : session_.runs())
    if (other != run && other != baseline && others.size() < kMostBaselines) others.push_back(other);
  metrics_->setVisible(!others.empty());
  instructions_->setVisible(baseline && baseline != run);
  if (others.empty()) {
    verdict_->setText(QStringLiteral("Open a second run or capsule to compare it with this one."));
    return;
  }
  std::vector<const sim::RunResult*> results;
  QStringList names;
  for (const RunPointer& other : others) {
    results.push_back(&other->result);
    names << text(other->name);
  }
  verdict_->setText(instructions_->isHidden()
                        ? QStringLiteral("This run is the baseline itself; the others are beside it.")
                        : speed_words(*run, *baseline));
  rows_ = metric_table(run->result, results);
  metrics_->reset(rows_.size(), metric_row_columns(rows_, text(run->name), names));
  metrics_->sort_at_first_by(2, Qt::DescendingOrder);
  if (instructions_->isHidden()) return;
  aligned_ = instruction_differences(baseline->result, run->result);
  instructions_->reset(aligned_.size(), aligned_columns(aligned_));
  instructions_->sort_at_first_by(4, Qt::DescendingOrder);
}

}  // namespace warpglass::gui
