#include "gui/widgets/timeline_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/core/stall_palette.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

const QString kHint = QStringLiteral("Wheel scrolls, Ctrl+wheel zooms, Shift+wheel moves; W A S D too. Drag to measure. Click a stall, then C for its cause; . and , for the next and previous stall.");

QPushButton* button(const QString& text, const QString& help) {
  auto* b = new QPushButton(text);
  b->setToolTip(help);
  b->setMinimumWidth(0);
  b->setMaximumWidth(QFontMetrics(b->font()).horizontalAdvance(text) + scaled(22));
  return b;
}

}  // namespace

TimelineView::TimelineView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("timeline"), QStringLiteral("Timeline"), QStringLiteral("When do warps wait, and for what?"), parent),
      canvas_(new TimelineCanvas(session.selection(), this)), legend_(new QLabel(this)), limits_(new QLabel(this)), words_(new QLabel(kHint, this)) {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(scaled(8), scaled(4), scaled(8), 0);
  legend_->setWordWrap(true);
  bar->addWidget(limits_, 1);
  const auto add = [&](const QString& text, const QString& help, auto action) {
    QPushButton* b = button(text, help);
    connect(b, &QPushButton::clicked, canvas_, action);
    bar->addWidget(b);
  };
  add(QStringLiteral("−"), QStringLiteral("Zoom out (S)"), [this] { canvas_->zoom(1 / 1.5); });
  add(QStringLiteral("+"), QStringLiteral("Zoom in (W)"), [this] { canvas_->zoom(1.5); });
  add(QStringLiteral("All"), QStringLiteral("Show the whole launch (Home)"), [this] { canvas_->show_all(); });
  add(QStringLiteral("Selection"), QStringLiteral("Zoom to what is selected (F)"), [this] { canvas_->show_selection(); });
  add(QStringLiteral("‹ Stall"), QStringLiteral("Previous stall of the warp (,)"), [this] { canvas_->go_to_stall(false); });
  add(QStringLiteral("Stall ›"), QStringLiteral("Next stall of the warp (.)"), [this] { canvas_->go_to_stall(true); });
  add(QStringLiteral("Cause"), QStringLiteral("Go to what the selected stall waits for (C)"), [this] { canvas_->follow_cause(); });
  limits_->setWordWrap(true);
  legend_->setContentsMargins(scaled(8), 0, scaled(8), 0);
  words_->setWordWrap(true);
  words_->setContentsMargins(scaled(8), scaled(3), scaled(8), scaled(5));
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setMinimumHeight(QFontMetrics(font()).height() * 2 + scaled(8));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(scaled(3));
  layout->addLayout(bar);
  layout->addWidget(legend_);
  layout->addWidget(canvas_, 1);
  layout->addWidget(words_);
  connect(canvas_, &TimelineCanvas::described, words_, &QLabel::setText);
  setFocusProxy(canvas_);
}

void TimelineView::rebuild() {
  const RunPointer run = session().current();
  canvas_->set_run(run);
  const auto stalls = run->result.stalls();
  QString legend;
  for (unsigned s = 0; s < sim::kStalls; ++s)
    if (stalls[s] > 0)
      legend += QStringLiteral("<span style='white-space:nowrap'><span style='color:%1'>■</span>&nbsp;%2</span>&nbsp;&nbsp; ")
                    .arg(stall_colour(static_cast<sim::Stall>(s)).name(), stall_name(static_cast<sim::Stall>(s)));
  legend_->setText(legend);
  const QString limits = run->result.timeline ? not_recorded_text(*run->result.timeline) : QString();
  limits_->setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(theme().muted.name(), limits.toHtmlEscaped()));
  words_->setText(kHint);
}

}  // namespace warpglass::gui
