#include "gui/widgets/timeline_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/core/timeline/timeline_export.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

const QString kHint = QStringLiteral("Wheel scrolls, Ctrl+wheel zooms, Shift+wheel moves; W A S D too. Drag to measure. Click a stall, then C or another click for its cause; . and , for the next and previous stall.");

constexpr qsizetype kMostRemembered = 20;

QList<QKeySequence> keys(std::initializer_list<const char*> texts) {
  QList<QKeySequence> all;
  for (const char* text : texts) all << QKeySequence(QLatin1String(text));
  return all;
}

// A button that does what `action` does and says its keys.
QPushButton* button(const QString& text, QAction* action) {
  auto* b = new QPushButton(text);
  b->setToolTip(QStringLiteral("%1 (%2)").arg(action->text(), action->shortcut().toString(QKeySequence::NativeText)));
  b->setAccessibleName(action->text());
  b->setMinimumWidth(0);
  b->setMaximumWidth(QFontMetrics(b->font()).horizontalAdvance(text) + scaled(22));
  QObject::connect(b, &QPushButton::clicked, action, &QAction::trigger);
  return b;
}

}  // namespace

TimelineView::TimelineView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("timeline"), QStringLiteral("Timeline"), QStringLiteral("When do warps wait, and for what?"), parent),
      canvas_(new TimelineCanvas(session.selection(), this)), legend_(new QLabel(this)), limits_(new QLabel(this)), words_(new QLabel(kHint, this)) {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(scaled(8), scaled(4), scaled(8), 0);
  bar->setSpacing(scaled(4));
  limits_->setWordWrap(true);
  bar->addWidget(limits_, 1);
  make_commands(*bar);
  legend_->setWordWrap(true);
  legend_->setContentsMargins(scaled(8), 0, scaled(8), 0);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  words_->setContentsMargins(scaled(8), scaled(3), scaled(8), scaled(5));
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  words_->setMinimumHeight(QFontMetrics(font()).height() * 2 + scaled(8));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(scaled(3));
  layout->addLayout(bar);
  layout->addWidget(legend_);
  layout->addWidget(canvas_, 1);
  layout->addWidget(words_);
  connect(canvas_, &TimelineCanvas::described, this, &TimelineView::describe);
  connect(canvas_, &TimelineCanvas::sm_chosen, this, [this](uint32_t sm) {
    chosen_sm_ = sm;
    describe(QStringLiteral("SM %1: its warps were not recorded one by one. Press R to simulate the launch again with this SM recorded too.").arg(sm));
  });
  setFocusProxy(canvas_);
}

void TimelineView::make_commands(QHBoxLayout& bar) {
  const auto command = [&](const char* text, const QList<QKeySequence>& shortcuts, auto run) { return add_command(QString::fromUtf8(text), shortcuts, {}, run); };
  const auto with_button = [&](const char* label, const char* text, const QList<QKeySequence>& shortcuts, auto run) {
    bar.addWidget(button(QString::fromUtf8(label), command(text, shortcuts, run)));
  };
  QAction* record = command("Simulate with every SM recorded", keys({"Shift+R"}), [this] { record_all(); });
  record_ = button(QStringLiteral("Record every SM"), record);
  bar.addWidget(record_);
  with_button("−", "Zoom out", keys({"S", "-"}), [this] { canvas_->zoom(1 / 1.5); });
  with_button("+", "Zoom in", keys({"W", "+"}), [this] { canvas_->zoom(1.5); });
  with_button("All", "Show the whole launch", keys({"Home"}), [this] { canvas_->show_all(); });
  with_button("Selection", "Zoom to what is selected", keys({"F"}), [this] { canvas_->show_selection(); });
  with_button("‹ Stall", "Previous stall of the warp", keys({","}), [this] { canvas_->go_to_stall(false); });
  with_button("Stall ›", "Next stall of the warp", keys({"."}), [this] { canvas_->go_to_stall(true); });
  with_button("Cause", "Go to what the selected stall waits for", keys({"C"}), [this] { canvas_->follow_cause(); });
  with_button("←", "Back to where one was", keys({"Alt+Left"}), [this] { canvas_->go_back(); });
  with_button("→", "Forward again", keys({"Alt+Right"}), [this] { canvas_->go_forward(); });
  command("Earlier", keys({"A", "Left"}), [this] { canvas_->pan(-0.15); });
  command("Later", keys({"D", "Right"}), [this] { canvas_->pan(0.15); });
  command("Warp above", keys({"Shift+Up"}), [this] { canvas_->go_to_warp(-1); });
  command("Warp below", keys({"Shift+Down"}), [this] { canvas_->go_to_warp(1); });
  command("Next execution of the selected instruction", keys({"N"}), [this] { canvas_->go_to_execution(true); });
  command("Previous execution of the selected instruction", keys({"Shift+N"}), [this] { canvas_->go_to_execution(false); });
  command("Measure from here, then to here", keys({"M"}), [this] { canvas_->measure(); });
  command("Select nothing", keys({"Esc"}), [this] { canvas_->clear_selection(); });
  command("Fold all SMs", keys({"["}), [this] { canvas_->fold_all(true); });
  command("Unfold all SMs", keys({"]"}), [this] { canvas_->fold_all(false); });
  command("Record the chosen SM too", keys({"R"}), [this] { record_chosen(); });
}

QString TimelineView::legend_text() const {
  const auto stalls = session().current()->result.stalls();
  QString legend;
  for (unsigned s = 0; s < sim::kStalls; ++s)
    if (stalls[s] > 0)
      legend += QStringLiteral("<span style='white-space:nowrap'><span style='color:%1'>■</span>&nbsp;%2</span>&nbsp;&nbsp; ")
                    .arg(stall_colour(static_cast<sim::Stall>(s)).name(), stall_name(static_cast<sim::Stall>(s)));
  return legend;
}

// Each run is come back to where it was left.
void TimelineView::remember_range() {
  if (!shown_ || !shown_->timeline) return;
  const TimeAxis& axis = canvas_->axis();
  const QString path = text(shown_->path.string());
  if (axis.end() - axis.start() >= static_cast<double>(axis.extent()) * 0.999)
    ranges_.erase(path);
  else
    ranges_[path] = {static_cast<sim::Cycle>(axis.start()), static_cast<sim::Cycle>(axis.end() + 0.5)};
}

void TimelineView::rebuild() {
  const RunPointer run = session().current();
  if (shown_ != run) {
    remember_range();
    shown_ = run;
    canvas_->set_run(run);
    if (const auto range = ranges_.find(text(run->path.string())); range != ranges_.end()) canvas_->axis().show(range->second, 0);
  } else {
    canvas_->set_run(run);
  }
  chosen_sm_.reset();
  legend_->setText(legend_text());
  const QString limits = run->result.timeline ? not_recorded_text(*run->result.timeline) : QStringLiteral("This run holds no timeline.");
  limits_->setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(theme().muted.name(), limits.toHtmlEscaped()));
  record_->setVisible(!limits.isEmpty());
  describe({});
}

void TimelineView::describe(const QString& words) { words_->setText(words.isEmpty() ? kHint : words); }

void TimelineView::record_all() {
  sim::Detail detail;
  detail.on = detail.all = true;
  Q_EMIT session().detail_wanted(detail);
}

void TimelineView::record_chosen() {
  if (!chosen_sm_) return describe(QStringLiteral("Click an SM's line in \"every SM\" first: R then simulates again with that SM recorded too."));
  sim::Detail detail;
  detail.on = detail.chosen = true;
  if (const RunPointer run = session().current(); run->result.timeline)
    for (const sim::RecordedSm& sm : run->result.timeline->recorded) detail.sms.push_back(sm.sm);
  detail.sms.push_back(*chosen_sm_);
  Q_EMIT session().detail_wanted(detail);
}

QVariant TimelineView::state() const {
  const_cast<TimelineView*>(this)->remember_range();
  QVariantList all;
  for (const auto& [path, range] : ranges_)
    if (all.size() < kMostRemembered) all << QVariant(QStringList{path, QString::number(static_cast<qlonglong>(range.start)), QString::number(static_cast<qlonglong>(range.end))});
  return all;
}

void TimelineView::restore(const QVariant& state) {
  for (const QVariant& entry : state.toList()) {
    const QStringList parts = entry.toStringList();
    const TimeRange range{parts.value(1).toLongLong(), parts.value(2).toLongLong()};
    if (parts.size() == 3 && range.start >= 0 && range.end > range.start && range.end < sim::kNever / 4) ranges_[parts[0]] = range;
  }
}

std::vector<CsvTable> TimelineView::tables() const {
  const RunPointer run = session().current();
  return run ? timeline_tables(*run, canvas_->shown_range()) : std::vector<CsvTable>();
}

}  // namespace warpglass::gui
