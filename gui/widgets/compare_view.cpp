#include "gui/widgets/compare_view.h"

#include <QSplitter>
#include <QVBoxLayout>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

CompareView::CompareView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("compare"), QStringLiteral("Compare"), QStringLiteral("Can I believe it, and did my change help?"), parent),
      tabs_(new QTabWidget(this)),
      measured_(new MeasuredPage(session)),
      runs_(new RunsPage(session)),
      scatter_(new Plot),
      residuals_(new ResidualBars) {
  tabs_->addTab(measured_, QStringLiteral("Simulated against measured"));
  tabs_->addTab(runs_, QStringLiteral("Run against run"));
  scatter_->set_logarithmic(true, true);
  scatter_->set_diagonal(true);
  scatter_->set_axes(QStringLiteral("measured cycles"), QStringLiteral("simulated cycles"));
  residuals_->set_title(QStringLiteral("Error of the cycles, largest first"));
  auto* all = new QSplitter(Qt::Horizontal);
  all->addWidget(scatter_);
  all->addWidget(residuals_);
  all->setChildrenCollapsible(false);
  all->setSizes({scaled(560), scaled(500)});
  tabs_->addTab(all, QStringLiteral("All runs"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(8), scaled(6), scaled(8), scaled(8));
  layout->addWidget(tabs_);
  connect(&session, &Session::runs_changed, this, &CompareView::invalidate);
  connect(&session, &Session::baseline_changed, this, &CompareView::invalidate);
  setFocusProxy(tabs_);
}

void CompareView::rebuild() {
  measured_->rebuild();
  runs_->rebuild();
  show_scatter();
}

void CompareView::show_scatter() {
  PlotSeries s;
  s.colour = theme().accent;
  s.line = false;
  s.markers = true;
  std::vector<Residual> residuals;
  for (const RunPointer& run : session().runs()) {
    const MeasurementPointer measurement = session().measurement_of(*run);
    const auto measured = measurement ? measurement->value("gpc__cycles_elapsed.max") : std::nullopt;
    if (!measured || *measured <= 0) continue;
    const auto simulated = static_cast<double>(run->result.cycles);
    s.points.emplace_back(*measured, simulated);
    s.labels.push_back(text(run->name));
    residuals.push_back({text(run->name), simulated / *measured - 1, QStringLiteral("%1 simulated, %2 measured cycles").arg(short_number(simulated), short_number(*measured))});
  }
  scatter_->set_title(s.points.empty() ? QStringLiteral("Open runs with their measurements: each becomes a point") : QStringLiteral("On the diagonal: as measured"));
  scatter_->set_content({s});
  residuals_->set_residuals(std::move(residuals));
}

}  // namespace warpglass::gui
