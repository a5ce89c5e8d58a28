// The verdict as tables, for export.
#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/widgets/verdict_view.h"
#include "sim/report/finding.h"

namespace warpglass::gui {
namespace {

QString s(const char* literal) {
  return QString::fromUtf8(literal);
}

QString joined(const std::vector<std::string>& sentences) {
  QStringList all;
  for (const std::string& sentence : sentences) all << text(sentence);
  return all.join(QLatin1Char(' '));
}

}  // namespace

std::vector<CsvTable> VerdictView::tables() const {
  const RunPointer run = session().current();
  if (!run) return {};
  const sim::RunResult& r = run->result;
  CsvTable findings{
      s("Findings"),
      {s("finding"), s("share of the time [%]"), s("certainty"), s("address"), s("evidence"), s("advice")},
      {}};
  for (const sim::Finding& f : sim::diagnose(r))
    findings.rows.push_back({text(f.title), QString::number(100 * f.weight, 'f', 1),
                             text(sim::name(f.certainty)),
                             f.places.empty() ? QString() : address_text(f.places.front().instruction),
                             joined(f.evidence), text(f.advice)});
  CsvTable stalls{s("Resident warp-cycles by reason (modelled)"), {s("reason"), s("warp-cycles")}, {}};
  const auto cycles = r.stalls();
  for (unsigned i = 0; i < sim::kStalls; ++i)
    stalls.rows.push_back({stall_name(static_cast<sim::Stall>(i)), QString::number(cycles[i])});
  CsvTable metrics{s("Metrics"), {s("metric"), s("value"), s("unit"), s("certainty")}, {}};
  for (const sim::Metric& m : r.metrics)
    metrics.rows.push_back(
        {text(m.name), QString::number(m.value, 'g', 12), text(m.unit), text(sim::name(m.certainty))});
  return {findings, stalls, metrics};
}

}  // namespace warpglass::gui
