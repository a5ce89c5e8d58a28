#include "gui/widgets/coalescing_view.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/core/format.h"
#include "gui/widgets/theme.h"

namespace warpglass::gui {

CoalescingView::CoalescingView(Session& session, QWidget* parent)
    : View(session, QStringLiteral("coalescing"), QStringLiteral("Coalescing"), QStringLiteral("How many of the bytes that are moved are used?"), parent),
      table_(new DataTable(this)), canvas_(new FootprintCanvas(this)), verdict_(new QLabel(this)), caption_(new QLabel(this)), sample_(new QSpinBox(this)) {
  verdict_->setFont(sized_font(1.1, true));
  verdict_->setWordWrap(true);
  caption_->setWordWrap(true);
  auto* bottom = new QWidget;
  auto* bottom_layout = new QVBoxLayout(bottom);
  bottom_layout->setContentsMargins(0, 0, 0, 0);
  auto* bar = new QHBoxLayout;
  bar->addWidget(caption_, 1);
  auto* label = new QLabel(QStringLiteral("E&xecution"));
  label->setBuddy(sample_);
  bar->addWidget(label);
  bar->addWidget(sample_);
  bottom_layout->addLayout(bar);
  bottom_layout->addWidget(canvas_, 1);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->addWidget(table_);
  splitter->addWidget(bottom);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  splitter->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(10), scaled(8), scaled(10), scaled(8));
  layout->addWidget(verdict_);
  layout->addWidget(splitter, 1);
  table_->follow(session.selection());
  connect(table_, &DataTable::row_changed, this, &CoalescingView::show_row);
  connect(&session, &Session::baseline_changed, this, &CoalescingView::invalidate);
  connect(sample_, &QSpinBox::valueChanged, this, &CoalescingView::show_sample);
  setFocusProxy(table_);
}

std::vector<Column> CoalescingView::columns(const RunPointer& run) const {
  const auto stats = [this, run](size_t r) -> const sim::InstructionStatistics& { return run->result.totals.instructions[instructions_[r]]; };
  const auto per = [](uint64_t n, uint64_t executed) { return executed > 0 ? static_cast<double>(n) / static_cast<double>(executed) : 0; };
  const auto column = [](const char* title, const char* help, auto value, auto shown) {
    Column c;
    c.title = QString::fromUtf8(title);
    c.help = QString::fromUtf8(help);
    c.value = [value](size_t r) { return QVariant(static_cast<double>(value(r))); };
    c.text = [value, shown](size_t r) { return shown(static_cast<double>(value(r))); };
    return c;
  };
  const auto one = [](double v) { return QString::number(v, 'f', 1); };
  const auto whole = [](double v) { return grouped(static_cast<uint64_t>(v)); };
  const auto share = [](double v) { return percent(v); };
  std::vector<Column> columns(2);
  columns[0].title = QStringLiteral("Address");
  columns[0].value = [this](size_t r) { return QVariant(instructions_[r]); };
  columns[0].text = [this](size_t r) { return address_text(instructions_[r]); };
  columns[0].monospace = true;
  columns[1].title = QStringLiteral("SASS");
  columns[1].text = [this, run](size_t r) { return text(run->result.text[instructions_[r]]); };
  columns[1].left = columns[1].monospace = true;
  const auto wasted = [stats](size_t r) {
    const auto& s = stats(r);
    return s.sectors > s.ideal_sectors ? static_cast<double>(s.sectors - s.ideal_sectors) / static_cast<double>(s.sectors) : 0.0;
  };
  columns.push_back(column("Wasted", "Share of the touched sectors that neighbouring addresses would not need (exact)", wasted, share));
  columns.back().heat = wasted;
  columns.push_back(column("Sectors", "32-byte sectors an execution touches (exact)", [=](size_t r) { return per(stats(r).sectors, stats(r).executed); }, one));
  columns.push_back(column("Ideal", "Sectors that the same bytes need when they are neighbours", [=](size_t r) { return per(stats(r).ideal_sectors, stats(r).executed); }, one));
  columns.push_back(column("Lines", "128-byte lines an execution touches: tag look-ups (exact)", [=](size_t r) { return per(stats(r).lines, stats(r).executed); }, one));
  columns.push_back(column("Moved", "Bytes of touched sectors, whole kernel", [=](size_t r) { return stats(r).sectors * 32; }, [](double v) { return bytes_text(v); }));
  columns.push_back(column("Needed", "Bytes of ideal sectors, whole kernel", [=](size_t r) { return stats(r).ideal_sectors * 32; }, [](double v) { return bytes_text(v); }));
  columns.push_back(column("L1 hits", "Share of its sectors found in L1 (modelled)", [=](size_t r) { return per(stats(r).sector_hits, stats(r).sectors); }, share));
  columns.push_back(column("Executed", "Warps that issued it (exact)", [=](size_t r) { return stats(r).executed; }, whole));
  return columns;
}

void CoalescingView::rebuild() {
  const RunPointer run = session().current();
  instructions_.clear();
  row_ = -1;
  uint64_t sectors = 0, ideal = 0;
  const auto& all = run->result.totals.instructions;
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].sectors == 0) continue;
    instructions_.push_back(i);
    sectors += all[i].sectors;
    ideal += all[i].ideal_sectors;
  }
  canvas_->set_footprint({});
  caption_->clear();
  table_->reset(instructions_.size(), columns(run), [this](size_t r) { return instructions_[r]; });
  if (instructions_.empty()) {
    verdict_->setText(QStringLiteral("This kernel does not access global or local memory."));
    return;
  }
  verdict_->setText(sectors <= ideal ? QStringLiteral("Every access is coalesced: %1 sectors, the fewest possible").arg(grouped(sectors))
                                     : QStringLiteral("%1 sectors touched where %2 would do: %3 of the moved bytes are waste").arg(grouped(sectors), grouped(ideal), percent(static_cast<double>(sectors - ideal) / static_cast<double>(sectors))));
  if (const RunPointer baseline = session().baseline(); baseline && baseline != run) {
    uint64_t theirs = 0;
    for (const sim::InstructionStatistics& i : baseline->result.totals.instructions) theirs += i.sectors;
    verdict_->setText(verdict_->text() + QStringLiteral("; %1: %2 sectors").arg(text(baseline->name), grouped(theirs)));
  }
  const auto selected = session().selection().instruction();
  const auto waste = [&](uint32_t i) { return all[i].sectors - std::min(all[i].sectors, all[i].ideal_sectors); };
  const bool here = selected && std::find(instructions_.begin(), instructions_.end(), *selected) != instructions_.end();
  const uint32_t first = here ? *selected : *std::max_element(instructions_.begin(), instructions_.end(), [&](uint32_t a, uint32_t b) { return waste(a) < waste(b); });
  table_->show_instruction(first);
  show_row(static_cast<int>(std::find(instructions_.begin(), instructions_.end(), first) - instructions_.begin()));
}

void CoalescingView::show_row(int row) {
  if (row < 0 || static_cast<size_t>(row) >= instructions_.size()) return;
  row_ = row;
  const RunPointer run = session().current();
  const auto samples = run->launch ? run->launch->accesses.of(instructions_[static_cast<size_t>(row)]) : std::vector<const AccessSample*>{};
  const QSignalBlocker quiet(sample_);
  sample_->setRange(1, std::max(1, static_cast<int>(samples.size())));
  show_sample();
}

void CoalescingView::show_sample() {
  const RunPointer run = session().current();
  if (row_ < 0 || !run) return;
  if (!run->launch) {
    caption_->setText(QStringLiteral("The addresses themselves need the capsule (%1): use File ▸ Add the capsule of this run.").arg(text(run->launch_problem)));
    return;
  }
  const auto samples = run->launch->accesses.of(instructions_[static_cast<size_t>(row_)]);
  if (samples.empty()) {
    caption_->setText(QStringLiteral("Block %1, whose addresses were recorded, does not execute this instruction.").arg(run->launch->accesses.block));
    canvas_->set_footprint({});
    return;
  }
  const AccessSample& sample = *samples[static_cast<size_t>(std::clamp(sample_->value(), 1, static_cast<int>(samples.size())) - 1)];
  AccessFootprint f = footprint(sample);
  caption_->setText(QStringLiteral("Block %1, warp %2: %3. %4 bytes used of %5 moved (%6 sectors, ideal %7; %8 lines)")
                        .arg(run->launch->accesses.block).arg(sample.warp).arg(text(pattern_text(sample))).arg(f.used_bytes).arg(f.moved_bytes()).arg(f.sectors).arg(f.ideal_sectors).arg(f.lines.size()));
  if (!f.lines.empty()) session().selection().select_addresses(AddressRange{f.lines.front().address, f.lines.back().address + 127});
  canvas_->set_footprint(std::move(f));
}

}  // namespace warpglass::gui
