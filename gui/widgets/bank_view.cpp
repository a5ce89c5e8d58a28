#include "gui/widgets/bank_view.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/experiments/simulate_again.h"
#include "gui/core/format.h"
#include "gui/widgets/bank_columns.h"
#include "gui/widgets/bank_words.h"
#include "gui/widgets/job_bar.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

QWidget* stacked(std::initializer_list<QWidget*> widgets) {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  for (QWidget* widget : widgets) layout->addWidget(widget);
  layout->setStretch(layout->count() - 1, 1);
  return box;
}

}  // namespace

BankView::BankView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("banks"), QStringLiteral("Bank conflicts"), QStringLiteral("Which lanes collide in shared memory, and does padding cure it?"), parent),
      table_(new DataTable(this)),
      canvas_(new BankCanvas(this)),
      verdict_(new QLabel(this)),
      caption_(new QLabel(this)),
      wavefront_(new QSlider(Qt::Horizontal, this)),
      sample_(new QSpinBox(this)),
      row_bytes_(new QSpinBox(this)),
      padding_(new QSpinBox(this)),
      swizzle_(new QCheckBox(QStringLiteral("XOR &swizzle"), this)),
      heat_(new QCheckBox(QStringLiteral("&Heat of all executions"), this)),
      time_(new JobBar(session, this)) {
  verdict_->setWordWrap(true);
  verdict_->setFont(sized_font(1.1, true));
  caption_->setWordWrap(true);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->addWidget(table_);
  splitter->addWidget(stacked({make_access_controls(), caption_, canvas_}));
  splitter->setStretchFactor(0, 4);
  splitter->setStretchFactor(1, 5);
  splitter->setSizes({scaled(540), scaled(530)});
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8));
  layout->addWidget(verdict_);
  controls_ = make_controls();
  content_ = splitter;
  layout->addWidget(controls_);
  layout->addWidget(time_);
  layout->addWidget(content_, 1);
  layout->addStretch(0);
  table_->follow(session.selection());
  connect(table_, &DataTable::row_changed, this, &BankView::show_row);
  connect(&session, &Session::baseline_changed, this, &BankView::invalidate);
  connect(&session.experiments(), &Experiments::changed, this, &BankView::show_time);
  connect(time_, &JobBar::wanted, this, [this] {
    if (run()) this->session().experiments().simulate_layout(run(), layout_now());
  });
  setFocusProxy(table_);
}

void BankView::add_labelled(QHBoxLayout& layout, const QString& text, QWidget* widget, const QString& help) {
  auto* label = new QLabel(text);
  label->setBuddy(widget);
  widget->setToolTip(help);
  layout.addWidget(label);
  layout.addWidget(widget);
  layout.addSpacing(scaled(8));
}

// The layout of shared memory that is tried.
QWidget* BankView::make_controls() {
  auto* box = new QWidget(this);
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  row_bytes_->setRange(4, 65536);
  row_bytes_->setSingleStep(4);
  row_bytes_->setSuffix(QStringLiteral(" B"));
  padding_->setRange(0, 128);
  padding_->setSingleStep(4);
  padding_->setSuffix(QStringLiteral(" B"));
  add_labelled(*layout, QStringLiteral("What if:  &row of"), row_bytes_, QStringLiteral("Bytes of a row of the array in shared memory: guessed from the addresses"));
  add_labelled(*layout, QStringLiteral("&padded by"), padding_, QStringLiteral("Bytes added after every row: 4 for float tile[32][33]"));
  layout->addWidget(swizzle_);
  swizzle_->setToolTip(QStringLiteral("Element e of row r is kept at e XOR r"));
  layout->addStretch(1);
  connect(row_bytes_, &QSpinBox::valueChanged, this, &BankView::recompute);
  connect(padding_, &QSpinBox::valueChanged, this, &BankView::recompute);
  connect(swizzle_, &QCheckBox::toggled, this, &BankView::recompute);
  return box;
}

// Which execution the matrix shows, and how much of it.
QWidget* BankView::make_access_controls() {
  auto* box = new QWidget(this);
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  add_labelled(*layout, QStringLiteral("E&xecution"), sample_, QStringLiteral("Which of the recorded executions is shown"));
  wavefront_->setMinimumWidth(scaled(60));
  add_labelled(*layout, QStringLiteral("&Wavefront"), wavefront_, QStringLiteral("Leftmost: all at once; then one at a time (arrow keys)"));
  heat_->setToolTip(QStringLiteral("How often each lane asked each bank, over all executions of the blocks that were executed again"));
  layout->addWidget(heat_);
  layout->addStretch(1);
  connect(sample_, &QSpinBox::valueChanged, this, &BankView::show_access);
  connect(heat_, &QCheckBox::toggled, this, &BankView::show_access);
  connect(wavefront_, &QSlider::valueChanged, this, &BankView::show_access);
  return box;
}

uint32_t BankView::banks() const { return run() && run()->model ? static_cast<uint32_t>(run()->model->shared_banks) : 32; }

BankLayout BankView::layout_now() const {
  BankLayout layout = likely_;
  layout.row_bytes = static_cast<uint32_t>(row_bytes_->value());
  layout.padding_bytes = static_cast<uint32_t>(padding_->value());
  layout.swizzle = swizzle_->isChecked();
  return layout;
}

void BankView::rebuild() {
  row_ = -1;
  canvas_->clear();
  caption_->clear();
  table_->reset(0, {});
  rows_ = bank_rows(*run());
  controls_->setVisible(!rows_.rows.empty());
  content_->setVisible(!rows_.rows.empty());
  if (rows_.rows.empty()) {
    verdict_->setText(QStringLiteral("This kernel does not use shared memory: there are no bank conflicts. Coalescing shows its accesses to global memory."));
    show_time();
    return;
  }
  likely_ = likely_layout(rows_);
  const QSignalBlocker quiet(row_bytes_);
  row_bytes_->setValue(static_cast<int>(likely_.row_bytes));
  recompute();
  choose_first();
}

void BankView::recompute() {
  if (!run() || rows_.rows.empty()) return;
  apply_layout(rows_, *run(), banks(), layout_now());
  const RunPointer baseline = session().baseline();
  verdict_->setText(bank_verdict(rows_, *run(), layout_now(), baseline != run() ? baseline.get() : nullptr));
  const int keep = row_;
  table_->reset(rows_.rows.size(), bank_columns(rows_, run()->result), [this](size_t r) { return rows_.rows[r].instruction; });
  if (keep >= 0) {
    table_->show_instruction(rows_.rows[static_cast<size_t>(keep)].instruction);
    show_row(keep);
  }
  show_time();
}

// The instruction that is selected, else the one that loses most.
void BankView::choose_first() {
  const auto selected = session().selection().instruction();
  auto first = std::find_if(rows_.rows.begin(), rows_.rows.end(), [&](const BankRow& row) { return selected && row.instruction == *selected; });
  if (first == rows_.rows.end()) first = std::max_element(rows_.rows.begin(), rows_.rows.end(), [](const BankRow& a, const BankRow& b) { return a.excess() < b.excess(); });
  table_->show_instruction(first->instruction);
  show_row(static_cast<int>(first - rows_.rows.begin()));
}

void BankView::show_row(int row) {
  if (row < 0 || static_cast<size_t>(row) >= rows_.rows.size()) return;
  row_ = row;
  const QSignalBlocker quiet(sample_);
  sample_->setRange(1, std::max(1, static_cast<int>(rows_.rows[static_cast<size_t>(row)].samples.size())));
  show_access();
}

void BankView::show_access() {
  if (row_ < 0) return;
  const BankRow& row = rows_.rows[static_cast<size_t>(row_)];
  sample_->setEnabled(!heat_->isChecked());
  wavefront_->setEnabled(!heat_->isChecked());
  if (row.samples.empty() || row.accesses == nullptr) {
    canvas_->clear();
    caption_->setText(no_addresses_words(*run(), row));
    return;
  }
  if (heat_->isChecked()) {
    const BankHeat heat = bank_heat(*row.accesses, banks(), layout_now());
    caption_->setText(heat_words(*run(), row, heat));
    canvas_->set_heat(heat);
    return;
  }
  const AccessSample& sample = *row.samples[static_cast<size_t>(std::clamp(sample_->value(), 1, sample_->maximum()) - 1)];
  canvas_->set_access(sample, bank_matrix(sample, banks(), layout_now()));
  const QSignalBlocker quiet(wavefront_);
  wavefront_->setRange(0, static_cast<int>(canvas_->matrix().wavefronts.size()));
  canvas_->set_wavefront(wavefront_->value() - 1);
  caption_->setText(access_words(*run(), sample, canvas_->matrix(), layout_now().is_identity(), wavefront_->value()));
}

// The line under the knobs: what the launch's time would be.
void BankView::show_time() {
  if (!run()) return;
  time_->setVisible(!rows_.rows.empty());
  const QString reason = why_not_simulated(*run());
  const bool changed = !layout_now().is_identity(), known = session().experiments().layout_time(run(), layout_now()).has_value();
  time_->show_state(time_words(session().experiments(), run(), layout_now(), reason), changed && !known && reason.isEmpty() ? QStringLiteral("Simulate its &time") : QString());
}

}  // namespace warpglass::gui
