#include "gui/widgets/roofline_view.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

QColor level_colour(const QString& level) {
  static const std::map<QString, QColor> kColours{{QStringLiteral("HBM"), QColor(0xd5, 0x5e, 0x00)}, {QStringLiteral("L2"), QColor(0x00, 0x72, 0xb2)},
                                                  {QStringLiteral("L1"), QColor(0x00, 0x9e, 0x73)}, {QStringLiteral("shared"), QColor(0xcc, 0x79, 0xa7)}};
  const auto found = kColours.find(level);
  return found == kColours.end() ? QColor(Qt::gray) : found->second;
}

PlotSeries line(const QString& name, const QColor& colour, std::vector<QPointF> points, bool dashed) {
  PlotSeries s;
  s.name = name;
  s.colour = colour;
  s.points = std::move(points);
  s.dashed = dashed;
  return s;
}

// Where each level's roof meets the arithmetic one: kernels to the left are limited by that level, to the right by FP32.
PlotSeries ridges(const Roofline& r) {
  PlotSeries s;
  s.name = QStringLiteral("ridge points (FP32)");
  s.colour = theme().muted;
  s.line = false;
  s.markers = s.annotate = true;
  for (const Roof& roof : r.roofs) {
    const double ridge = r.fp32_per_second / roof.bytes_per_second;
    if (!s.points.empty() && std::abs(s.points.back().x() / ridge - 1) < 0.02) {
      s.labels.back() = roof.name + QStringLiteral(", ") + s.labels.back();
      continue;
    }
    s.points.emplace_back(ridge, r.fp32_per_second);
    s.labels.push_back(QStringLiteral("%1 %2").arg(roof.name, short_number(ridge)));
  }
  return s;
}

// One point a level, joined by a line for each run. Levels that move the same bytes share a point.
void add_runs(const Roofline& r, bool several, std::vector<PlotSeries>& series) {
  for (size_t i = 0; i < r.points.size();) {
    PlotSeries joined = line(QString(), blend(theme().base, theme().muted, 0.6), {}, true);
    const size_t first = series.size(), begin = i;
    while (i < r.points.size() && r.points[i].run == r.points[begin].run) {
      const RooflinePoint& p = r.points[i];
      QString levels = p.name;
      for (++i; i < r.points.size() && r.points[i].run == p.run && std::abs(r.points[i].intensity / p.intensity - 1) < 0.05; ++i) levels += QStringLiteral(", ") + r.points[i].name;
      PlotSeries s = line(QString(), level_colour(p.name), {{p.intensity, p.flops_per_second}}, false);
      s.line = false;
      s.markers = true;
      s.annotate = !several || joined.points.empty();  // of several runs, the first point tells which it is
      s.labels = {several ? p.run + QStringLiteral(": ") + levels : levels};
      joined.points.emplace_back(p.intensity, p.flops_per_second);
      series.push_back(std::move(s));
    }
    series.insert(series.begin() + static_cast<ptrdiff_t>(first), std::move(joined));
  }
}

}  // namespace

RooflineView::RooflineView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("roofline"), QStringLiteral("Roofline"), QStringLiteral("How far from what the GPU can do?"), parent), verdict_(new QLabel(this)), plot_(new Plot(this)) {
  verdict_->setWordWrap(true);
  verdict_->setFont(sized_font(1.1, true));
  plot_->set_logarithmic(true, true);
  plot_->set_legend(true);
  plot_->set_axes(QStringLiteral("floating-point operations a byte"), QStringLiteral("operations a second"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8));
  layout->addWidget(verdict_);
  layout->addWidget(plot_, 1);
  setFocusPolicy(Qt::StrongFocus);
  connect(&session, &Session::runs_changed, this, &RooflineView::invalidate);
}

QString RooflineView::verdict(const Roofline& r) const {
  if (r.flops <= 0) return QStringLiteral("This kernel does no floating-point work: it has no place on a roofline. Memory flow shows how near the memory limits it is.");
  if (r.roofs.empty()) return QStringLiteral("The run's model is not installed here, so there are no roofs.");
  const RunPointer run = const_cast<RooflineView*>(this)->session().current();
  for (const RooflinePoint& p : r.points) {
    if (p.name != QStringLiteral("HBM") || p.run != text(run->name)) continue;
    const double roof = std::min(r.roofs.back().bytes_per_second * p.intensity, r.peak());
    const bool memory = r.roofs.back().bytes_per_second * p.intensity < r.peak();
    return QStringLiteral("%1 floating-point operations, %2 a byte of HBM: %3 of the %4 roof at this intensity (%5 operations a second of %6)")
        .arg(short_number(r.flops), short_number(p.intensity), percent(p.flops_per_second / roof), memory ? QStringLiteral("HBM") : r.peak() == r.fp32_per_second ? QStringLiteral("FP32") : QStringLiteral("FP64"), short_number(p.flops_per_second), short_number(roof));
  }
  return QStringLiteral("%1 floating-point operations").arg(short_number(r.flops));
}

void RooflineView::rebuild() {
  const RunPointer run = session().current();
  const Roofline r = roofline(session().runs().empty() ? std::vector<RunPointer>{run} : session().runs(), *run);
  verdict_->setText(verdict(r));
  double left = 0.01, right = 1000, low = 1e30, high = std::max(1e12, r.fp32_per_second * 2);
  for (const RooflinePoint& p : r.points) {
    left = std::min(left, p.intensity / 3);
    right = std::max(right, p.intensity * 3);
    low = std::min(low, p.flops_per_second / 5);
  }
  low = std::min(low, high / 1e3);
  left = std::pow(10, std::floor(std::log10(left)));
  plot_->set_range({left, low, right - left, high - low});
  std::vector<PlotSeries> series;
  for (const Roof& roof : r.roofs) {
    const double ridge = r.fp32_per_second / roof.bytes_per_second;
    series.push_back(line(QStringLiteral("%1: %2/s").arg(roof.name, bytes_text(roof.bytes_per_second)), level_colour(roof.name), {{left, left * roof.bytes_per_second}, {ridge, r.fp32_per_second}}, roof.name == QStringLiteral("L1")));  // often as fast as shared: dashed, so that both are seen
  }
  if (r.fp32_per_second > 0) {
    series.push_back(ridges(r));
    series.push_back(line(QStringLiteral("FP32: %1/s").arg(short_number(r.fp32_per_second)), theme().text, {{r.fp32_per_second / r.roofs.front().bytes_per_second, r.fp32_per_second}, {right, r.fp32_per_second}}, false));
    series.push_back(line(QStringLiteral("FP64: %1/s").arg(short_number(r.fp64_per_second)), theme().muted, {{r.fp64_per_second / r.roofs.front().bytes_per_second, r.fp64_per_second}, {right, r.fp64_per_second}}, true));
  }
  add_runs(r, session().runs().size() > 1, series);
  plot_->set_content(std::move(series));
}

}  // namespace warpglass::gui
