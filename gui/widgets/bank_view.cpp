#include "gui/widgets/bank_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

BankView::BankView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("banks"), QStringLiteral("Bank conflicts"), QStringLiteral("Which lanes collide in shared memory, and does padding cure it?"), parent),
      table_(new DataTable(this)), canvas_(new BankCanvas(this)), verdict_(new QLabel(this)), caption_(new QLabel(this)), wavefront_(new QSlider(Qt::Horizontal, this)),
      sample_(new QSpinBox(this)), row_bytes_(new QSpinBox(this)), padding_(new QSpinBox(this)), swizzle_(new QCheckBox(QStringLiteral("XOR &swizzle"), this)) {
  verdict_->setWordWrap(true);
  verdict_->setFont(sized_font(1.1, true));
  caption_->setWordWrap(true);
  auto* left = new QWidget;
  auto* left_layout = new QVBoxLayout(left);
  left_layout->setContentsMargins(0, 0, 0, 0);
  left_layout->addWidget(table_, 1);
  auto* right = new QWidget;
  auto* right_layout = new QVBoxLayout(right);
  right_layout->setContentsMargins(0, 0, 0, 0);
  right_layout->addWidget(caption_);
  right_layout->addWidget(canvas_, 1);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->addWidget(left);
  splitter->addWidget(right);
  splitter->setStretchFactor(0, 4);
  splitter->setStretchFactor(1, 5);
  splitter->setSizes({scaled(540), scaled(530)});
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8));
  layout->addWidget(verdict_);
  layout->addWidget(make_controls());
  layout->addWidget(splitter, 1);
  table_->follow(session.selection());
  connect(table_, &DataTable::row_changed, this, &BankView::show_row);
  setFocusProxy(table_);
}

QWidget* BankView::make_controls() {
  auto* box = new QWidget(this);
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto labelled = [&](const QString& text, QWidget* widget, const QString& help) {
    auto* l = new QLabel(text);
    l->setBuddy(widget);
    widget->setToolTip(help);
    layout->addWidget(l);
    layout->addWidget(widget);
    layout->addSpacing(scaled(8));
  };
  row_bytes_->setRange(4, 65536);
  row_bytes_->setSingleStep(4);
  row_bytes_->setSuffix(QStringLiteral(" B"));
  padding_->setRange(0, 128);
  padding_->setSingleStep(4);
  padding_->setSuffix(QStringLiteral(" B"));
  labelled(QStringLiteral("What if:  &row of"), row_bytes_, QStringLiteral("Bytes of a row of the array in shared memory: guessed from the addresses"));
  labelled(QStringLiteral("&padded by"), padding_, QStringLiteral("Bytes added after every row: 4 for float tile[32][33]"));
  layout->addWidget(swizzle_);
  swizzle_->setToolTip(QStringLiteral("Element e of row r is kept at e XOR r"));
  layout->addSpacing(scaled(16));
  labelled(QStringLiteral("E&xecution"), sample_, QStringLiteral("Which of the recorded executions is shown"));
  wavefront_->setMinimumWidth(scaled(120));
  labelled(QStringLiteral("&Wavefront"), wavefront_, QStringLiteral("Leftmost: all at once; then one at a time"));
  layout->addStretch(1);
  connect(row_bytes_, &QSpinBox::valueChanged, this, &BankView::recompute);
  connect(padding_, &QSpinBox::valueChanged, this, &BankView::recompute);
  connect(swizzle_, &QCheckBox::toggled, this, &BankView::recompute);
  connect(sample_, &QSpinBox::valueChanged, this, &BankView::show_access);
  connect(wavefront_, &QSlider::valueChanged, this, [this](int value) {
    canvas_->set_wavefront(value - 1);
    describe();
  });
  return box;
}

uint32_t BankView::banks() const {
  const RunPointer run = const_cast<BankView*>(this)->session().current();
  return run && run->model ? static_cast<uint32_t>(run->model->shared_banks) : 32;
}

BankLayout BankView::layout_now() const {
  return {static_cast<uint32_t>(row_bytes_->value()), static_cast<uint32_t>(padding_->value()), swizzle_->isChecked()};
}

void BankView::rebuild() {
  const RunPointer run = session().current();
  rows_.clear();
  row_ = -1;
  canvas_->clear();
  caption_->clear();
  if (!run->launch) {
    table_->reset(0, {});
    verdict_->setText(QStringLiteral("Bank conflicts are shown from the lanes' real addresses, which a run file does not hold (%1). Open the capsule, or use File ▸ Add the capsule of this run.")
                          .arg(text(run->launch_problem)));
    return;
  }
  std::vector<const AccessSample*> all;
  for (const AccessSample& sample : run->launch->accesses.samples) {
    if (sample.space != isa::MemorySpace::Shared) continue;
    if (rows_.empty() || rows_.back().instruction != sample.instruction) {
      rows_.emplace_back();
      rows_.back().instruction = sample.instruction;
    }
    rows_.back().samples.push_back(&sample);
    all.push_back(&sample);
  }
  if (rows_.empty()) {
    table_->reset(0, {});
    verdict_->setText(QStringLiteral("This kernel does not use shared memory: there are no bank conflicts."));
    return;
  }
  const QSignalBlocker quiet(row_bytes_);
  row_bytes_->setValue(static_cast<int>(likely_row_bytes(all)));
  recompute();
}

void BankView::recompute() {
  const RunPointer run = session().current();
  if (!run || rows_.empty()) return;
  double now = 0, what_if = 0, ideal = 0;
  for (Row& row : rows_) {
    row.now = sum_of(row.samples, banks(), {});
    row.what_if = sum_of(row.samples, banks(), layout_now());
    const sim::InstructionStatistics& s = run->result.totals.instructions[row.instruction];
    row.executed = static_cast<double>(s.executed);
    row.total_now = static_cast<double>(s.shared_wavefronts);
    row.total_ideal = static_cast<double>(s.shared_ideal);
    row.total_what_if = row.now.wavefronts > 0 ? row.total_now * row.what_if.wavefronts / row.now.wavefronts : 0;
    now += row.total_now;
    what_if += row.total_what_if;
    ideal += row.total_ideal;
  }
  QString words = QStringLiteral("%1 wavefronts where %2 would do").arg(grouped(static_cast<uint64_t>(now)), grouped(static_cast<uint64_t>(ideal)));
  if (now <= ideal) words = QStringLiteral("No bank conflicts: %1 wavefronts, which is the ideal").arg(grouped(static_cast<uint64_t>(now)));
  if (!layout_now().is_identity()) words += QStringLiteral(";  with this layout %1 (%2)").arg(grouped(static_cast<uint64_t>(what_if)), signed_percent(now > 0 ? what_if / now - 1 : 0));
  verdict_->setText(words);

  std::vector<Column> columns(6);
  const auto per = [](double total, double executed) { return executed > 0 ? total / executed : 0; };
  const auto number = [this](const char* title, const char* help, auto value) {
    Column c;
    c.title = QString::fromUtf8(title);
    c.help = QString::fromUtf8(help);
    c.value = [this, value](size_t r) { return QVariant(value(rows_[r])); };
    c.text = [this, value](size_t r) { return QString::number(value(rows_[r]), 'f', 1); };
    return c;
  };
  columns[0].title = QStringLiteral("Address");
  columns[0].value = [this](size_t r) { return QVariant(rows_[r].instruction); };
  columns[0].text = [this](size_t r) { return address_text(rows_[r].instruction); };
  columns[0].monospace = true;
  columns[1].title = QStringLiteral("SASS");
  columns[1].text = [this, run](size_t r) { return text(run->result.text[rows_[r].instruction]); };
  columns[1].left = columns[1].monospace = true;
  columns[2] = number("Actual", "Wavefronts an execution (exact)", [per](const Row& row) { return per(row.total_now, row.executed); });
  columns[2].heat = [this](size_t r) { return rows_[r].total_ideal > 0 ? (rows_[r].total_now / rows_[r].total_ideal - 1) / 8 : 0; };
  columns[3] = number("Ideal", "Wavefronts that an access of this width needs", [per](const Row& row) { return per(row.total_ideal, row.executed); });
  columns[4] = number("What if", "Wavefronts an execution with the layout above, from the sampled executions", [per](const Row& row) { return per(row.total_what_if, row.executed); });
  columns[5].title = QStringLiteral("Excess");
  columns[5].help = QStringLiteral("Wavefronts above the ideal, whole kernel (exact)");
  columns[5].value = [this](size_t r) { return QVariant(rows_[r].total_now - rows_[r].total_ideal); };
  columns[5].text = [this](size_t r) { return short_number(rows_[r].total_now - rows_[r].total_ideal); };
  table_->reset(rows_.size(), std::move(columns), [this](size_t r) { return rows_[r].instruction; });
  const int keep = row_;
  const auto selected = session().selection().instruction();
  const auto is_selected = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return selected && row.instruction == *selected; });
  const auto worst = std::max_element(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.total_now - a.total_ideal < b.total_now - b.total_ideal; });
  const size_t first = static_cast<size_t>((is_selected != rows_.end() ? is_selected : worst) - rows_.begin());
  table_->show_instruction(rows_[keep >= 0 ? static_cast<size_t>(keep) : first].instruction);
  show_row(keep >= 0 ? keep : static_cast<int>(first));
}

void BankView::show_row(int row) {
  if (row < 0 || static_cast<size_t>(row) >= rows_.size()) return;
  row_ = row;
  const QSignalBlocker quiet(sample_);
  sample_->setRange(1, static_cast<int>(rows_[static_cast<size_t>(row)].samples.size()));
  show_access();
}

void BankView::show_access() {
  if (row_ < 0) return;
  const Row& row = rows_[static_cast<size_t>(row_)];
  const AccessSample& sample = *row.samples[static_cast<size_t>(std::clamp(sample_->value(), 1, sample_->maximum()) - 1)];
  canvas_->set_access(sample, bank_matrix(sample, banks(), layout_now()));
  wavefront_->setRange(0, static_cast<int>(canvas_->matrix().wavefronts.size()));
  describe();
}

void BankView::describe() {
  if (row_ < 0) return;
  const Row& row = rows_[static_cast<size_t>(row_)];
  const AccessSample& sample = *row.samples[static_cast<size_t>(std::clamp(sample_->value(), 1, sample_->maximum()) - 1)];
  const sim::SharedAccess& access = canvas_->matrix().access;
  const RunPointer run = session().current();
  caption_->setText(QStringLiteral("<b>%1</b>  block %2, warp %3, execution %4%5: <b>%6 wavefronts</b>, ideal %7%8")
                        .arg(text(run->result.text[row.instruction]).toHtmlEscaped())
                        .arg(run->launch->accesses.block)
                        .arg(sample.warp)
                        .arg(sample.execution + 1)
                        .arg(layout_now().is_identity() ? QString() : QStringLiteral(", other layout"))
                        .arg(access.wavefronts)
                        .arg(access.ideal)
                        .arg(wavefront_->value() > 0 ? QStringLiteral("; showing wavefront %1").arg(wavefront_->value()) : QString()));
}

}  // namespace warpglass::gui
