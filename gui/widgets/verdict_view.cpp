#include "gui/widgets/verdict_view.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>
#include <map>

#include "gui/core/format.h"
#include "gui/widgets/gains_bar.h"
#include "gui/widgets/stall_bar.h"
#include "gui/widgets/theme.h"
#include "sim/report/expected_gain.h"

namespace warpglass::gui {
namespace {

constexpr double kLightest = 0.02;  // findings below are left out, as in the text report

QLabel* label(const QString& text, const QFont& font, const QColor& colour) {
  auto* l = new QLabel(text);
  l->setFont(font);
  l->setWordWrap(true);
  l->setTextInteractionFlags(Qt::TextSelectableByMouse);
  QPalette palette = l->palette();
  palette.setColor(QPalette::WindowText, colour);
  l->setPalette(palette);
  return l;
}

QFrame* card(const QColor& band) {
  auto* frame = new QFrame;
  const Theme t = theme();
  frame->setObjectName(QStringLiteral("card"));
  frame->setStyleSheet(QStringLiteral("#card { background: %1; border: 1px solid %2; border-left: %4px solid %3; }")
                           .arg(t.base.name(), t.line.name(), band.name())
                           .arg(scaled(6)));
  return frame;
}

QColor severity(double weight) { return weight >= 0.4 ? theme().bad : weight >= 0.15 ? theme().warning : theme().good; }

// Whether the data path serves shared memory rather than global accesses.
bool uses_shared_more(const sim::RunResult& result) {
  uint64_t shared = 0, lines = 0;
  for (const sim::InstructionStatistics& i : result.totals.instructions) {
    shared += i.shared_wavefronts;
    lines += i.lines;
  }
  return shared > lines;
}

// The page that shows what a rule is about.
QString evidence_view(const sim::RunResult& result, const std::string& rule) {
  if (rule == "data_pipe") return uses_shared_more(result) ? QStringLiteral("banks") : QStringLiteral("coalescing");
  static const std::map<std::string, const char*> kViews{
      {"bank_conflicts", "banks"}, {"uncoalesced", "coalescing"}, {"occupancy", "occupancy"}, {"hbm_bandwidth", "memory"},
      {"launch_overhead", "timeline"}, {"last_wave", "timeline"}, {"small_grid", "timeline"}, {"barriers", "timeline"}};
  const auto found = kViews.find(rule);
  return found == kViews.end() ? QStringLiteral("source") : QLatin1String(found->second);
}

// The table of `warpglass report --gains`.
QString costs_html(const std::vector<sim::Gain>& gains, sim::Cycle cycles) {
  QString html = QStringLiteral("<b>What each obstacle costs</b> &nbsp;(simulated again without it: hypothetical; as it is: %1 cycles)<table cellpadding='3'>").arg(grouped(static_cast<uint64_t>(cycles)));
  for (const sim::Gain& gain : gains) {
    const sim::ObstacleInfo& about = sim::info(gain.obstacle);
    html += QStringLiteral("<tr><td>without %1&nbsp;&nbsp;</td><td align='right'>%2 cycles&nbsp;&nbsp;</td><td align='right'>gain <b>%3</b>&nbsp;&nbsp;</td><td style='color:%5'>%4</td></tr>")
                .arg(text(about.words), grouped(static_cast<uint64_t>(gain.cycles)), percent(gain.share), text(about.meaning).toHtmlEscaped(), theme().muted.name());
  }
  return html + QStringLiteral("</table>");
}

QString metric_text(const sim::RunResult& r, const char* name, double scale, const char* suffix) {
  const auto value = r.metric(name);
  return value ? QString::number(*value * scale, 'f', 1) + QLatin1String(suffix) : QStringLiteral("-");
}

}  // namespace

VerdictView::VerdictView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("verdict"), QStringLiteral("Verdict"), QStringLiteral("What is wrong, and what to do first?"), parent), area_(new QScrollArea(this)),
      gains_(new GainsBar(session, this)) {
  area_->setWidgetResizable(true);
  area_->setFrameShape(QFrame::NoFrame);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(area_);
  layout->addWidget(gains_);
  connect(&session.experiments(), &Experiments::changed, this, &VerdictView::show_gains);
  connect(&session, &Session::baseline_changed, this, &VerdictView::invalidate);
}

void VerdictView::rebuild() {
  const RunPointer run = session().current();
  gain_labels_.clear();
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(18));
  layout->setSpacing(scaled(10));
  layout->addWidget(heading(run->result));
  layout->addWidget(tiles(*run));
  auto* stalls = new StallSummary;
  stalls->set_cycles(run->result.stalls());
  layout->addWidget(label(QStringLiteral("What warps do  (share of resident warp-cycles, modelled)"), sized_font(1.0, true), theme().text));
  layout->addWidget(stalls);
  layout->addWidget(label(QStringLiteral("What limits it  (share of the time that it touches)"), sized_font(1.0, true), theme().text));
  size_t number = 0;
  for (const sim::Finding& f : sim::diagnose(run->result))
    if (f.weight >= kLightest || number == 0) layout->addWidget(finding(f, ++number));
  if (number == 0) layout->addWidget(label(QStringLiteral("Nothing stands out: no rule applies."), sized_font(1.0), theme().muted));
  costs_ = label(QString(), sized_font(1.0), theme().text);
  layout->addWidget(costs_);
  layout->addStretch(1);
  area_->setWidget(page);
  session().experiments().want_gains(run);
  show_gains();
}

// The words of the report; they appear when the launch was simulated without the obstacles.
void VerdictView::show_gains() {
  const RunPointer run = session().current();
  gains_->refresh();
  if (!run || costs_ == nullptr) return;
  costs_->setText(costs_html(session().experiments().gains(run), run->result.cycles));
  costs_->setVisible(!session().experiments().gains(run).empty());
  std::vector<sim::Finding> findings = sim::diagnose(run->result);
  sim::add_gains(findings, session().experiments().gains(run));
  for (const auto& [rule, where] : gain_labels_)
    for (const sim::Finding& f : findings) {
      if (f.rule != rule) continue;
      QString words = text(sim::expected_gain(f));
      if (!words.isEmpty()) words[0] = words[0].toUpper();
      where->setText(words);
      where->setVisible(!words.isEmpty());
    }
}

QWidget* VerdictView::heading(const sim::RunResult& r) {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(scaled(2));
  auto* kernel = label(text(r.kernel), sized_font(1.35, true), theme().text);
  kernel->setToolTip(text(r.kernel));
  layout->addWidget(kernel);
  QString settings;
  for (const std::string& s : r.settings) settings += QStringLiteral(", ") + text(s);
  layout->addWidget(label(QStringLiteral("%1 blocks of %2 threads, %3 registers a thread, %4 of shared memory a block, on %5%6%7")
                              .arg(grouped(r.shape.blocks()))
                              .arg(r.shape.threads_per_block())
                              .arg(r.resources.registers)
                              .arg(binary_bytes_text(r.occupancy.shared_bytes_per_block), text(r.model_title),
                                   r.model_measured ? QString() : QStringLiteral(" (never measured: a what-if)"), settings),
                          sized_font(1.0), theme().muted));
  return box;
}

QWidget* VerdictView::tiles(const RunDocument& run) {
  const sim::RunResult& r = run.result;
  struct Tile {
    QString value, name, help;
  };
  std::vector<Tile> tiles{
      {grouped(static_cast<uint64_t>(r.cycles)), QStringLiteral("cycles (%1 µs)").arg(static_cast<double>(r.cycles) / r.sm_clock_mhz, 0, 'f', 2),
       QStringLiteral("gpc__cycles_elapsed.max, modelled; %1 of it launch overhead").arg(grouped(static_cast<uint64_t>(r.launch_cycles)))},
      {metric_text(r, "smsp__issue_active.avg.per_cycle_active", 100, " %"), QStringLiteral("of issue slots used"), QStringLiteral("smsp__issue_active.avg.per_cycle_active")},
      {metric_text(r, "sm__warps_active.avg.pct_of_peak_sustained_active", 1, " %"),
       QStringLiteral("achieved occupancy (%1 possible)").arg(percent(r.occupancy.fraction, 0)), QStringLiteral("sm__warps_active.avg.pct_of_peak_sustained_active")},
      {metric_text(r, "lts__t_sectors_srcunit_tex_op_read_hit_rate.pct", 1, " %"), QStringLiteral("of L2 reads hit"), QStringLiteral("lts__t_sectors_srcunit_tex_op_read_hit_rate.pct")}};
  const double hbm = static_cast<double>(r.memory.dram_read_bytes + r.memory.dram_write_bytes);
  if (r.active_cycles > 0 && r.hbm_bytes_per_cycle > 0)
    tiles.push_back({percent(hbm / r.active_cycles / r.hbm_bytes_per_cycle), QStringLiteral("of HBM bandwidth (%1)").arg(bytes_text(hbm)), QStringLiteral("HBM bytes over active cycles, against what streaming can reach")});
  if (const RunPointer baseline = session().baseline(); baseline && baseline.get() != &run && baseline->result.cycles > 0)
    tiles.push_back({signed_percent(static_cast<double>(r.cycles) / static_cast<double>(baseline->result.cycles) - 1), QStringLiteral("against the %1 cycles of %2").arg(grouped(static_cast<uint64_t>(baseline->result.cycles)), text(baseline->name)), QStringLiteral("The baseline; see Compare")});
  if (const MeasurementPointer m = session().measurement_of(run))
    if (const auto cycles = m->value("gpc__cycles_elapsed.max"))
      tiles.push_back({signed_percent((static_cast<double>(r.cycles) - *cycles) / *cycles), QStringLiteral("against %1 measured cycles").arg(grouped(static_cast<uint64_t>(*cycles))), QStringLiteral("Simulated against measured; see Compare")});
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(scaled(8));
  for (const Tile& tile : tiles) {
    QFrame* frame = card(theme().line);
    frame->setToolTip(tile.help);
    auto* inside = new QVBoxLayout(frame);
    inside->setSpacing(0);
    inside->addWidget(label(tile.value, sized_font(1.6, true), theme().text));
    inside->addWidget(label(tile.name, sized_font(0.92), theme().muted));
    inside->addStretch(1);
    layout->addWidget(frame, 1);
  }
  return box;
}

QString VerdictView::places_html(const sim::RunResult& r, const sim::Finding& f) const {
  QString html = QStringLiteral("<table cellspacing='0' cellpadding='2'>");
  for (const sim::Place& place : f.places) {
    const QString sass = place.instruction < r.text.size() ? text(r.text[place.instruction]) : QString();
    const std::string where = sim::source_place(r, place.instruction);
    const QString file = text(where.substr(where.find_last_of('/') == std::string::npos ? 0 : where.find_last_of('/') + 1));
    html += QStringLiteral("<tr><td><a href='instruction:%1'>%2</a>&nbsp;&nbsp;</td><td style='font-family:monospace'>%3&nbsp;&nbsp;</td><td>%4&nbsp;&nbsp;</td>"
                           "<td style='font-family:monospace; color:%6'>%5</td></tr>")
                .arg(QString::number(place.instruction), address_text(place.instruction), sass.toHtmlEscaped(), text(place.note).toHtmlEscaped(),
                     (file.isEmpty() ? QString() : file + QStringLiteral(": ")).toHtmlEscaped() + text(sim::source_text(r, place.instruction)).left(64).toHtmlEscaped(), theme().muted.name());
  }
  return html + QStringLiteral("</table>");
}

QWidget* VerdictView::finding(const sim::Finding& f, size_t number) {
  const QColor colour = severity(f.weight);
  QFrame* frame = card(colour);
  auto* layout = new QVBoxLayout(frame);
  layout->setSpacing(scaled(4));
  auto* top = new QHBoxLayout;
  auto* weight = label(percent(f.weight, 0), sized_font(1.25, true), colour);
  weight->setWordWrap(false);
  weight->setMinimumWidth(scaled(56));
  weight->setToolTip(QStringLiteral("Share of the kernel's time that this touches: an estimate, not a promise of what removing it would gain"));
  top->addWidget(weight, 0, Qt::AlignTop);
  top->addWidget(label(QStringLiteral("%1. %2").arg(number).arg(text(f.title)), sized_font(1.15, true), theme().text), 1);
  layout->addLayout(top);
  for (const std::string& sentence : f.evidence) layout->addWidget(label(text(sentence), sized_font(1.0), theme().text));
  if (!f.places.empty()) {
    auto* places = label(places_html(session().current()->result, f), sized_font(0.95), theme().text);
    places->setWordWrap(false);
    places->setMinimumWidth(scaled(200));
    places->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    places->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(places, &QLabel::linkActivated, this, &VerdictView::follow_link);
    layout->addWidget(places);
  }
  if (!f.advice.empty()) layout->addWidget(label(QStringLiteral("→ ") + text(f.advice), sized_font(1.05, true), theme().good));
  auto* gain = label(QString(), sized_font(1.05, true), theme().text);
  gain->setToolTip(QStringLiteral("Of the launch's time, simulated again with the obstacle out of the way: an upper bound of what a cure can give. Gains do not add up"));
  gain->hide();
  layout->addWidget(gain);
  gain_labels_.emplace_back(f.rule, gain);
  auto* evidence = label(QStringLiteral("<span>rule: %1 (%2)</span>").arg(text(f.why).toHtmlEscaped(), text(sim::name(f.certainty))), sized_font(0.88), theme().muted);
  layout->addWidget(evidence);
  const QString view = evidence_view(session().current()->result, f.rule);
  auto* more = label(QStringLiteral("<a href='view:%1:%2'>Show the evidence</a>").arg(view).arg(f.places.empty() ? -1 : static_cast<int>(f.places.front().instruction)), sized_font(1.0), theme().text);
  more->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(more, &QLabel::linkActivated, this, &VerdictView::follow_link);
  layout->addWidget(more);
  return frame;
}

void VerdictView::follow_link(const QString& link) {
  const QStringList parts = link.split(QLatin1Char(':'));
  const bool place = parts.value(0) == QStringLiteral("instruction");
  const int instruction = parts.value(place ? 1 : 2).toInt();
  if (instruction >= 0) session().selection().select_instruction(static_cast<uint32_t>(instruction));
  Q_EMIT session().view_wanted(place ? QStringLiteral("source") : parts.value(1));
}

}  // namespace warpglass::gui
