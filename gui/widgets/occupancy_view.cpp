#include "gui/widgets/occupancy_view.h"

#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/experiments/simulate_again.h"
#include "gui/core/format.h"
#include "gui/core/occupancy_curves.h"
#include "gui/widgets/job_bar.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

std::vector<PlotSeries> series_of(const std::vector<OccupancyPoint>& curve) {
  PlotSeries s;
  s.name = QStringLiteral("warps an SM");
  s.colour = theme().accent;
  s.steps = true;
  for (const OccupancyPoint& p : curve) s.points.emplace_back(p.x, p.warps);
  return {s};
}

// The simulated points of a curve, for the right axis.
PlotSeries times_of(const std::vector<SweepPoint>& points, double unit) {
  PlotSeries s;
  s.name = QStringLiteral("predicted cycles");
  s.colour = theme().warning;
  s.right = s.markers = true;
  for (const SweepPoint& p : points) {
    s.points.emplace_back(p.x / unit, static_cast<double>(p.cycles));
    s.labels.push_back(QStringLiteral("%1 blocks on an SM, %2 cycles").arg(p.blocks).arg(grouped(static_cast<uint64_t>(p.cycles))));
  }
  return s;
}

double slowest(const OccupancySweep& sweep) {
  sim::Cycle most = 1;
  for (const auto* curve : {&sweep.by_registers, &sweep.by_shared})
    for (const SweepPoint& p : *curve) most = std::max(most, p.cycles);
  return static_cast<double>(most);
}

// "Fewest cycles over registers a thread: 14,773 at up to 32 (64 warps an SM, -3.2 %)"
QString best_words(const std::vector<SweepPoint>& points, double unit, const QString& what, sim::Cycle now) {
  if (points.empty() || now <= 0) return {};
  const auto by_cycles = [](const SweepPoint& a, const SweepPoint& b) { return a.cycles < b.cycles; };
  const auto [best, worst] = std::minmax_element(points.begin(), points.end(), by_cycles);
  constexpr double kSame = 1.005;
  if (static_cast<double>(worst->cycles) < kSame * static_cast<double>(best->cycles)) return QStringLiteral("%1 make no difference").arg(what);
  // The largest that is as good.
  const auto last = std::find_if(points.rbegin(), points.rend(), [&](const SweepPoint& p) { return static_cast<double>(p.cycles) <= kSame * static_cast<double>(best->cycles); });
  return QStringLiteral("fewest cycles over %1: %2 at up to %3 (%4 warps an SM, %5)")
      .arg(what, grouped(static_cast<uint64_t>(last->cycles)))
      .arg(last->x / unit, 0, 'f', 0)
      .arg(last->warps)
      .arg(signed_percent(static_cast<double>(last->cycles) / static_cast<double>(now) - 1));
}

QString sweep_words(const OccupancySweep& sweep, sim::Cycle now) {
  QStringList words{best_words(sweep.by_registers, 1, QStringLiteral("registers a thread"), now), best_words(sweep.by_shared, 1024, QStringLiteral("KiB of shared memory a block"), now)};
  words.removeAll(QString());
  QString all = words.join(QStringLiteral("; "));
  if (!all.isEmpty()) all[0] = all[0].toUpper();
  return all + QStringLiteral(". The same instructions with other allocations: fewer registers would need other code.");
}

}  // namespace

OccupancyView::OccupancyView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("occupancy"), QStringLiteral("Occupancy"), QStringLiteral("How many warps fit on an SM, and what limits them?"), parent),
      verdict_(new QLabel(this)), time_(new JobBar(session, this)), limits_(new DataTable(this)), threads_(new Plot(this)), registers_(new Plot(this)), shared_(new Plot(this)) {
  verdict_->setWordWrap(true);
  verdict_->setFont(sized_font(1.1, true));
  threads_->set_title(QStringLiteral("Block size (occupancy alone: another size is another kernel)"));
  threads_->set_axes(QStringLiteral("threads a block"), QStringLiteral("warps an SM"));
  registers_->set_title(QStringLiteral("Registers"));
  registers_->set_axes(QStringLiteral("registers a thread"), QStringLiteral("warps an SM"));
  shared_->set_title(QStringLiteral("Shared memory"));
  shared_->set_axes(QStringLiteral("KiB a block"), QStringLiteral("warps an SM"));
  auto* grid = new QGridLayout;
  grid->setSpacing(scaled(12));
  grid->addWidget(limits_, 0, 0);
  grid->addWidget(threads_, 0, 1);
  grid->addWidget(registers_, 1, 0);
  grid->addWidget(shared_, 1, 1);
  for (int i = 0; i < 2; ++i) {
    grid->setRowStretch(i, 1);
    grid->setColumnStretch(i, 1);
  }
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8));
  layout->addWidget(verdict_);
  layout->addWidget(time_);
  layout->addLayout(grid, 1);
  connect(&session.experiments(), &Experiments::changed, this, &OccupancyView::show_times);
  connect(&session, &Session::baseline_changed, this, &OccupancyView::invalidate);
  connect(time_, &JobBar::wanted, this, [this] {
    if (this->session().current()) this->session().experiments().simulate_sweep(this->session().current());
  });
  setFocusProxy(limits_);
}

void OccupancyView::show_limits(const RunDocument& run) {
  const sim::Occupancy& o = run.result.occupancy;
  const sim::BlockResources& b = run.result.resources;
  struct Limit {
    QString name, uses;
    uint32_t blocks;
    sim::OccupancyLimiter limiter;
  };
  const auto limits = std::make_shared<std::vector<Limit>>(std::vector<Limit>{
      {QStringLiteral("Warp slots"), QStringLiteral("%1 warps a block").arg((b.threads + 31) / 32), o.limit_warps, sim::OccupancyLimiter::Warps},
      {QStringLiteral("Block slots"), QStringLiteral("1 a block"), o.limit_blocks, sim::OccupancyLimiter::Blocks},
      {QStringLiteral("Registers"), QStringLiteral("%1 a thread, %2 a warp allocated").arg(b.registers).arg(o.registers_per_warp), o.limit_registers, sim::OccupancyLimiter::Registers},
      {QStringLiteral("Shared memory"), QStringLiteral("%1 a block allocated").arg(binary_bytes_text(o.shared_bytes_per_block)), o.limit_shared, sim::OccupancyLimiter::SharedMemory}});
  const sim::OccupancyLimiter limiter = o.limiter;
  std::vector<Column> columns(4);
  columns[0].title = QStringLiteral("Resource");
  columns[0].text = [limits](size_t r) { return (*limits)[r].name; };
  columns[0].left = true;
  columns[1].title = QStringLiteral("The kernel uses");
  columns[1].text = [limits](size_t r) { return (*limits)[r].uses; };
  columns[1].left = true;
  columns[2].title = QStringLiteral("Blocks an SM");
  columns[2].help = QStringLiteral("That this resource alone allows");
  columns[2].value = [limits](size_t r) { return QVariant((*limits)[r].blocks); };
  columns[3].title = QStringLiteral("Limits");
  columns[3].text = [limits, limiter](size_t r) { return (*limits)[r].limiter == limiter ? QStringLiteral("this one") : QString(); };
  columns[3].heat = [limits, limiter](size_t r) { return (*limits)[r].limiter == limiter ? 0.5 : 0.0; };
  limits_->reset(limits->size(), std::move(columns));
}

void OccupancyView::rebuild() {
  const RunPointer run = session().current();
  const sim::Occupancy& o = run->result.occupancy;
  const auto achieved = run->result.metric("sm__warps_active.avg.pct_of_peak_sustained_active");
  QString words = QStringLiteral("%1, %2 warps fit on an SM: %3 occupancy, limited by %4.").arg(o.blocks == 1 ? QStringLiteral("1 block") : QStringLiteral("%1 blocks").arg(o.blocks)).arg(o.warps).arg(percent(o.fraction, 0), text(sim::name(o.limiter)));
  if (achieved) words += QStringLiteral("  Achieved: %1 (modelled).").arg(percent(*achieved / 100));
  const RunPointer baseline = session().baseline();
  if (baseline && baseline != run)
    words += QStringLiteral("  %1: %2 warps, limited by %3.").arg(text(baseline->name)).arg(baseline->result.occupancy.warps).arg(text(sim::name(baseline->result.occupancy.limiter)));
  verdict_->setText(words);
  show_limits(*run);
  show_times();
  if (!run->model) {
    for (Plot* plot : {threads_, registers_, shared_}) plot->set_content({});
    verdict_->setText(words + QStringLiteral("  The model '%1' is not installed here, so there are no curves.").arg(text(run->result.model)));
    return;
  }
}

void OccupancyView::show_times() {
  const RunPointer run = session().current();
  if (!run) return;
  const Experiments& experiments = session().experiments();
  const OccupancySweep* sweep = experiments.sweep(run);
  const QString reason = why_not_simulated(*run);
  if (sweep != nullptr)
    time_->show_state(sweep_words(*sweep, run->result.cycles), {});
  else if (!experiments.problem().isEmpty())
    time_->show_state(experiments.problem(), {});
  else if (!reason.isEmpty())
    time_->show_state(QStringLiteral("The time at other occupancies cannot be simulated: %1.").arg(reason), {});
  else
    time_->show_state(QStringLiteral("Occupancy is not speed: the launch's time at other occupancies can be simulated."), QStringLiteral("Simulate the &time at other occupancies"));
  if (run->model) show_curves(*run, sweep);
}

void OccupancyView::show_curves(const RunDocument& run, const OccupancySweep* sweep) {
  const OccupancyCurves c = occupancy_curves(*run.model, run.result.resources);
  const double top = static_cast<double>(c.most_warps) * 1.12;
  threads_->set_range({0, 0, 1060, top});
  registers_->set_range({0, 0, 264, top});
  shared_->set_range({0, 0, c.by_shared.back().x * 1.04, top});
  auto by_registers = series_of(c.by_registers), by_shared = series_of(c.by_shared);
  for (Plot* plot : {registers_, shared_}) {
    plot->set_right_axis(sweep != nullptr ? QStringLiteral("predicted cycles") : QString(), sweep != nullptr ? slowest(*sweep) * 1.12 : 0);
  }
  if (sweep != nullptr) {
    by_registers.push_back(times_of(sweep->by_registers, 1));
    by_shared.push_back(times_of(sweep->by_shared, 1024));
  }
  const sim::BlockResources& now = run.result.resources;
  threads_->set_content(series_of(c.by_threads), PlotMark{static_cast<double>(now.threads), QStringLiteral("now: %1").arg(now.threads)});
  registers_->set_content(std::move(by_registers), PlotMark{static_cast<double>(now.registers), QStringLiteral("now: %1").arg(now.registers)});
  shared_->set_content(std::move(by_shared), PlotMark{c.shared_now / 1024, QStringLiteral("now: %1 KiB").arg(c.shared_now / 1024, 0, 'f', 1)});
}

}  // namespace warpglass::gui
