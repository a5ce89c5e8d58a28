#include "gui/core/instruction_rows.h"

#include <QStringList>
#include <algorithm>

#include "gui/core/differences.h"
#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

double per(uint64_t number, uint64_t executed) { return executed > 0 ? static_cast<double>(number) / static_cast<double>(executed) : 0; }

uint64_t add_samples(InstructionRow& row, const MeasuredInstruction& measured) {
  uint64_t sum = 0;
  for (const auto& [reason, samples] : measured.samples)
    for (unsigned s = 0; s < sim::kStalls; ++s)
      if (reason == sim::kStallNames[s]) row.measured_stalls[s] += static_cast<uint64_t>(std::max<int64_t>(0, samples));
  for (unsigned s = 0; s < sim::kStalls; ++s)
    if (static_cast<sim::Stall>(s) != sim::Stall::Selected) sum += row.measured_stalls[s];
  return sum;
}

void add_measured(InstructionRows& out, const Measurement& measurement) {
  if (measurement.instructions.size() != out.rows.size()) return;
  double all = 0;
  for (const auto& [reason, samples] : measurement.stall_samples()) all += static_cast<double>(samples);
  out.measured = true;
  for (InstructionRow& row : out.rows) {
    const MeasuredInstruction& measured = measurement.instructions[row.instruction];
    double samples = 0;
    for (const auto& [reason, count] : measured.samples) samples += static_cast<double>(count);
    if (all > 0) row.measured_samples = samples / all;
    if (measured.executed >= 0) row.measured_executed = measured.executed;
    if (measured.shared_ways > 0) row.measured_ways = static_cast<double>(measured.shared_ways);
    if (measured.sectors > 0 && measured.executed > 0) row.measured_sectors = static_cast<double>(measured.sectors) / static_cast<double>(measured.executed);
    out.measured_most = std::max(out.measured_most, add_samples(row, measured));
  }
}

}  // namespace

InstructionRows instruction_rows(const sim::RunResult& result, const Measurement* measurement) {
  InstructionRows out;
  for (uint32_t i = 0; i < result.totals.instructions.size(); ++i) {
    const sim::InstructionStatistics& s = result.totals.instructions[i];
    InstructionRow row;
    row.instruction = i;
    row.sass = i < result.text.size() ? text(result.text[i]) : QString();
    if (i < result.locations.size()) {
      row.file = result.locations[i].file;
      row.line = result.locations[i].line;
    }
    row.stalls = s.stalls;
    for (unsigned k = 0; k < sim::kStalls; ++k)
      if (static_cast<sim::Stall>(k) != sim::Stall::Selected) row.own += s.stalls[k];
    row.blamed = s.blamed;
    row.blamed_reason = s.sectors > 0 ? sim::Stall::LongScoreboard : sim::Stall::ShortScoreboard;
    row.executed = s.executed;
    row.threads = per(s.threads, s.executed);
    row.ways = s.shared_wavefronts > 0 ? s.shared_ways : 0;
    row.excess_wavefronts = s.shared_wavefronts - std::min(s.shared_wavefronts, s.shared_ideal);
    row.sectors = per(s.sectors, s.executed);
    row.sectors_ideal = per(s.ideal_sectors, s.executed);
    out.own_total += row.own;
    out.own_most = std::max(out.own_most, row.own);
    out.blamed_total += row.blamed;
    out.blamed_most = std::max(out.blamed_most, row.blamed);
    out.rows.push_back(std::move(row));
  }
  if (measurement != nullptr) add_measured(out, *measurement);
  return out;
}

void add_baseline(InstructionRows& rows, const sim::RunResult& result, const sim::RunResult& baseline) {
  rows.compared = true;
  for (const InstructionDifference& d : instruction_differences(baseline, result))
    if (d.a && d.b && *d.b < rows.rows.size()) rows.rows[*d.b].baseline_own = d.cycles_a;
}

QString control_text(const isa::ControlCodes& c) {
  QStringList parts{QStringLiteral("stall %1").arg(c.stall)};
  if (c.yield) parts << QStringLiteral("yield");
  if (c.write_scoreboard != isa::kNoScoreboard) parts << QStringLiteral("SB%1 released when written").arg(c.write_scoreboard);
  if (c.read_scoreboard != isa::kNoScoreboard) parts << QStringLiteral("SB%1 released when operands are read").arg(c.read_scoreboard);
  QStringList waits;
  for (unsigned b = 0; b < 6; ++b)
    if ((c.wait_mask >> b & 1) != 0) waits << QStringLiteral("SB%1").arg(b);
  if (!waits.isEmpty()) parts << QStringLiteral("waits for ") + waits.join(QLatin1Char(' '));
  if (c.reuse != 0) parts << QStringLiteral("reuses operands");
  return parts.join(QStringLiteral(", "));
}

QString control_compact(const isa::ControlCodes& c) {
  QString wait = QStringLiteral("B");
  for (unsigned b = 0; b < 6; ++b) wait += (c.wait_mask >> b & 1) != 0 ? QChar(u'0' + b) : QChar(u'-');
  const auto board = [](uint8_t number) { return number == isa::kNoScoreboard ? QStringLiteral("-") : QString::number(number); };
  return QStringLiteral("%1:R%2:W%3:%4:S%5")
      .arg(wait, board(c.read_scoreboard), board(c.write_scoreboard), c.yield ? QStringLiteral("Y") : QStringLiteral("-"))
      .arg(c.stall, 2, 10, QLatin1Char('0'));
}

std::vector<SourceText> source_texts(const sim::RunResult& result, const InstructionRows& rows) {
  std::vector<SourceText> files(result.files.size());
  for (size_t f = 0; f < files.size(); ++f) {
    files[f].file = static_cast<uint32_t>(f);
    files[f].path = text(result.files[f]);
    for (const auto& [path, content] : result.sources) {
      if (path != result.files[f]) continue;
      files[f].has_text = true;
      for (const QString& line : text(content).split(QLatin1Char('\n'))) {
        SourceLine one;
        one.number = static_cast<uint32_t>(files[f].lines.size() + 1);
        one.text = line;
        files[f].lines.push_back(std::move(one));
      }
    }
  }
  std::vector<uint64_t> weight(files.size(), 0);
  constexpr uint32_t kMostLines = 1'000'000;  // a hostile file may name any line
  for (const InstructionRow& row : rows.rows) {
    if (row.line == 0 || row.file >= files.size() || row.line > kMostLines) continue;
    SourceText& file = files[row.file];
    while (file.lines.size() < row.line) {
      SourceLine one;
      one.number = static_cast<uint32_t>(file.lines.size() + 1);
      file.lines.push_back(std::move(one));
    }
    SourceLine& line = file.lines[row.line - 1];
    for (unsigned s = 0; s < sim::kStalls; ++s) line.stalls[s] += row.stalls[s];
    line.own += row.own;
    line.blamed += row.blamed;
    line.executed += row.executed;
    line.instructions.push_back(row.instruction);
    file.own_most = std::max(file.own_most, line.own);
    weight[row.file] += row.own + 1;
  }
  std::erase_if(files, [&](const SourceText& file) { return weight[file.file] == 0; });
  std::stable_sort(files.begin(), files.end(), [&](const SourceText& a, const SourceText& b) { return weight[a.file] > weight[b.file]; });
  return files;
}

}  // namespace warpglass::gui
