#include "gui/widgets/source_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/core/stall_palette.h"
#include "gui/core/timeline/timeline_data.h"
#include "gui/widgets/dependency_delegate.h"
#include "gui/widgets/instruction_words.h"
#include "gui/widgets/sass_columns.h"
#include "gui/widgets/stall_bar.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {
namespace {

// Of the SASS table.
constexpr int kSassColumn = 1;
constexpr int kValuesColumn = 2;   // if there are arrows

QString empty_source_text() { return QStringLiteral("(compiled without -lineinfo)"); }

}  // namespace

SourceView::SourceView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("source"), QStringLiteral("Source and SASS"), QStringLiteral("Which line, which instruction?"), parent),
      arrows_(new DependencyDelegate(this)), search_(new QLineEdit(this)), files_(new QComboBox(this)), source_(new DataTable(this)), sass_(new DataTable(this)), details_(new QLabel(this)) {
  search_->setPlaceholderText(QStringLiteral("Find in SASS and source (Ctrl+F), Enter for the next"));
  search_->setClearButtonEnabled(true);
  auto* bar = new QHBoxLayout;
  bar->addWidget(files_, 1);
  bar->addWidget(search_, 1);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->addWidget(source_);
  splitter->addWidget(sass_);
  splitter->setStretchFactor(0, 4);
  splitter->setStretchFactor(1, 6);
  splitter->setSizes({scaled(500), scaled(570)});
  splitter->setChildrenCollapsible(false);
  source_->setMinimumWidth(scaled(200));
  details_->setWordWrap(true);
  details_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(details_, &QLabel::linkActivated, this, [this](const QString& link) { this->session().selection().select_instruction(link.section(QLatin1Char(':'), 1).toUInt()); });
  details_->setMinimumHeight(QFontMetrics(font()).height() * 5 + scaled(8));
  details_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(8), scaled(6), scaled(8), scaled(6));
  layout->addLayout(bar);
  layout->addWidget(splitter, 1);
  layout->addWidget(details_);
  sass_->follow(session.selection());
  connect(&session.selection(), &Selection::instruction_changed, this, &SourceView::describe);
  connect(sass_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &SourceView::show_arrows);
  connect(&session, &Session::baseline_changed, this, &SourceView::invalidate);
  connect(&session.selection(), &Selection::time_changed, this, &SourceView::invalidate);
  connect(source_, &DataTable::row_changed, this, &SourceView::line_chosen);
  connect(files_, &QComboBox::activated, this, [this](int index) {
    text_ = static_cast<size_t>(std::max(0, index));
    build_source();
  });
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    if (!sass_->find_next(search_->text())) source_->find_next(search_->text());
  });
  add_command(QStringLiteral("Find in SASS and source"), {QKeySequence(QStringLiteral("Ctrl+F"))}, {}, [this] { search_->setFocus(), search_->selectAll(); });
  setFocusProxy(sass_);
}

void SourceView::rebuild() {
  const RunPointer run = session().current();
  const MeasurementPointer measurement = session().measurement();
  rows_ = instruction_rows(run->result, measurement.get());
  const RunPointer baseline = session().baseline();
  if (baseline && baseline != run) add_baseline(rows_, run->result, baseline->result);
  dependencies_.reset();
  if (run->launch) dependencies_.emplace(run->launch->program);
  texts_ = source_texts(run->result, rows_);
  count_range();
  text_ = 0;
  files_->clear();
  for (const SourceText& t : texts_) files_->addItem(t.path + (t.has_text ? QString() : QStringLiteral("  (the capsule does not hold its text)")));
  if (texts_.empty()) files_->addItem(empty_source_text());
  build_source();
  build_sass();
  // The heaviest instruction, unless another view chose one.
  const auto heaviest = std::max_element(rows_.rows.begin(), rows_.rows.end(), [](const InstructionRow& a, const InstructionRow& b) { return a.own < b.own; });
  if (!session().selection().instruction() && heaviest != rows_.rows.end()) session().selection().select_instruction(heaviest->instruction);
  describe();
}

// What the time selected in the timeline says of each instruction.
void SourceView::count_range() {
  const RunPointer run = session().current();
  const auto range = session().selection().time();
  if (!range || !run->timeline) return;
  const std::vector<uint64_t> cycles = run->timeline->stalls_between(range->start, range->end, rows_.rows.size());
  double all = 0;
  for (const uint64_t c : cycles) all += static_cast<double>(c);
  for (const uint64_t c : cycles) rows_.in_range.push_back(all > 0 ? static_cast<double>(c) / all : 0);
}

void SourceView::build_source() {
  if (text_ >= texts_.size()) {
    source_->reset(0, {});
    return;
  }
  const SourceText* t = &texts_[text_];
  std::vector<Column> columns(5);
  columns[0] = {QStringLiteral("Line"), {}, [t](size_t r) { return QVariant(t->lines[r].number); }, {}, {}, {}, {}, false, true};
  columns[1] = {QStringLiteral("Stalls"), QStringLiteral("Warp-cycles of the line's instructions by reason, against the heaviest line"), [t](size_t r) { return QVariant::fromValue(t->lines[r].own); },
                [](size_t) { return QString(); }, [t](size_t r) { return stall_bar_value(t->lines[r].stalls, t->own_most); }, {}, {}, false, false};
  columns[2] = {QStringLiteral("%"), QStringLiteral("Share of the kernel's stall cycles"), [t](size_t r) { return QVariant::fromValue(t->lines[r].own); },
                [this, t](size_t r) { return t->lines[r].own > 0 ? percent(static_cast<double>(t->lines[r].own) / static_cast<double>(std::max<uint64_t>(1, rows_.own_total))) : QString(); }, {}, {}, {}, false, false};
  columns[3] = {QStringLiteral("Blamed"), QStringLiteral("Share of the scoreboard stall cycles that others waited for results of the line"), [t](size_t r) { return QVariant::fromValue(t->lines[r].blamed); },
                [this, t](size_t r) { return t->lines[r].blamed > 0 ? percent(static_cast<double>(t->lines[r].blamed) / static_cast<double>(std::max<uint64_t>(1, rows_.blamed_total))) : QString(); }, {}, {}, {}, false, false};
  columns[4] = {QStringLiteral("Source"), {}, [t](size_t r) { return QVariant(t->lines[r].number); }, [t](size_t r) { return QString(t->lines[r].text).replace(QLatin1Char('\t'), QStringLiteral("    ")); }, {}, {}, [t](size_t r) { return t->lines[r].text.trimmed(); }, true, true};
  source_->reset(t->lines.size(), std::move(columns));
  source_->setColumnWidth(1, scaled(70));
  source_->setColumnWidth(2, scaled(54));
  source_->setColumnWidth(3, scaled(58));
  source_->stretch(4);
}

void SourceView::build_sass() {
  const RunPointer run = session().current();
  sass_->reset(rows_.rows.size(), sass_columns(rows_, run->launch.get(), dependencies_ ? &*dependencies_ : nullptr), [](size_t row) { return static_cast<uint32_t>(row); });
  sass_->setColumnWidth(kSassColumn, std::min(sass_->columnWidth(kSassColumn), scaled(220)));
  sass_->setItemDelegateForColumn(kValuesColumn, nullptr);
  if (dependencies_) {
    sass_->setItemDelegateForColumn(kValuesColumn, arrows_);
    sass_->setColumnWidth(kValuesColumn, scaled(84));
  }
  for (int c = 3; c < sass_->table().columnCount(); ++c)
    if (sass_->table().columns()[static_cast<size_t>(c)].bar) sass_->setColumnWidth(c, scaled(104));
  if (const auto instruction = session().selection().instruction()) sass_->show_instruction(*instruction);
}

// Where the chosen instruction's values come from and go to. Rows that are sorted otherwise are not joined by a line.
void SourceView::show_arrows() {
  if (!dependencies_) return;
  dependencies_->choose(session().selection().instruction());
  const int by = sass_->horizontalHeader()->sortIndicatorSection();
  arrows_->set_lines(by < 0 || (by == 0 && sass_->horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder));
  sass_->table().refresh_column(kValuesColumn);
}

void SourceView::line_chosen(int row) {
  if (text_ >= texts_.size() || row < 0 || static_cast<size_t>(row) >= texts_[text_].lines.size()) return;
  const SourceLine& line = texts_[text_].lines[static_cast<size_t>(row)];
  if (line.instructions.empty() || !source_->hasFocus()) return;
  const auto heaviest = std::max_element(line.instructions.begin(), line.instructions.end(), [this](uint32_t a, uint32_t b) { return rows_.rows[a].own < rows_.rows[b].own; });
  session().selection().select_instruction(*heaviest);
}

void SourceView::show_line_of(uint32_t instruction) {
  const InstructionRow& row = rows_.rows[instruction];
  if (row.line == 0 || source_->hasFocus()) return;
  for (size_t t = 0; t < texts_.size(); ++t) {
    if (texts_[t].file != row.file) continue;
    if (t != text_) {
      text_ = t;
      files_->setCurrentIndex(static_cast<int>(t));
      build_source();
    }
    for (int r = 0; r < source_->model()->rowCount(); ++r) {
      if (source_->model()->index(r, 0).data().toUInt() != row.line) continue;
      source_->setCurrentIndex(source_->model()->index(r, 0));
      source_->scrollTo(source_->currentIndex(), QAbstractItemView::PositionAtCenter);
      return;
    }
  }
}

void SourceView::describe() {
  show_arrows();
  const auto selected = session().selection().instruction();
  if (!selected || *selected >= rows_.rows.size() || !session().current()) {
    details_->setText(QStringLiteral("Choose an instruction: its stalls, what it waits for and its control codes are told here. Sort by any column with a click on its title."));
    return;
  }
  show_line_of(*selected);
  details_->setText(instruction_html(*session().current(), rows_, dependencies_ ? &*dependencies_ : nullptr, *selected));
}

}  // namespace warpglass::gui
