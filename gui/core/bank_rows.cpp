#include "gui/core/bank_rows.h"

#include <algorithm>

#include "gui/core/format.h"

namespace warpglass::gui {
namespace {

QString count(double number) {
  return grouped(static_cast<uint64_t>(number + 0.5));
}

const SharedAccesses* accesses_of(const RunDocument& run, uint32_t instruction) {
  if (!run.launch) return nullptr;
  const auto& all = run.launch->accesses.shared;
  const auto found = std::lower_bound(all.begin(), all.end(), instruction,
                                      [](const SharedAccesses& a, uint32_t i) { return a.instruction < i; });
  return found != all.end() && found->instruction == instruction ? &*found : nullptr;
}

double shared_wavefronts(const sim::RunResult& result) {
  double sum = 0;
  for (const sim::InstructionStatistics& i : result.totals.instructions)
    sum += static_cast<double>(i.shared_wavefronts);
  return sum;
}

}  // namespace

BankRows bank_rows(const RunDocument& run) {
  BankRows all;
  const auto& instructions = run.result.totals.instructions;
  for (uint32_t i = 0; i < instructions.size() && i < run.result.text.size(); ++i) {
    if (instructions[i].shared_wavefronts == 0) continue;
    BankRow row;
    row.instruction = i;
    row.executed = static_cast<double>(instructions[i].executed);
    row.now = static_cast<double>(instructions[i].shared_wavefronts);
    row.ideal = static_cast<double>(instructions[i].shared_ideal);
    row.accesses = accesses_of(run, i);
    if (run.launch)
      for (const AccessSample* sample : run.launch->accesses.of(i))
        if (sample->space == isa::MemorySpace::Shared) row.samples.push_back(sample);
    all.now += row.now;
    all.ideal += row.ideal;
    all.rows.push_back(std::move(row));
  }
  return all;
}

void apply_layout(BankRows& all, const RunDocument& run, uint32_t banks, const BankLayout& layout) {
  all.what_if = 0;
  all.exact = run.launch && run.launch->accesses.complete &&
              run.launch->accesses.shared_blocks == run.launch->accesses.blocks;
  for (BankRow& row : all.rows) {
    row.what_if.reset();
    if (row.accesses != nullptr && row.accesses->kept > 0) {
      all.exact = all.exact && row.accesses->kept == row.accesses->executions;
      const auto other = static_cast<double>(wavefronts_of(*row.accesses, banks, layout).wavefronts);
      const auto same = static_cast<double>(wavefronts_of(*row.accesses, banks, {}).wavefronts);
      row.what_if = same > 0 ? row.now * other / same : 0;
    }
    if (!row.what_if)
      all.what_if.reset();
    else if (all.what_if)
      *all.what_if += *row.what_if;
  }
}

BankLayout likely_layout(const BankRows& rows) {
  std::vector<const AccessSample*> samples;
  for (const BankRow& row : rows.rows) samples.insert(samples.end(), row.samples.begin(), row.samples.end());
  BankLayout layout;
  layout.row_bytes = likely_row_bytes(samples);
  uint64_t lowest = UINT64_MAX;
  for (const AccessSample* sample : samples)
    for (size_t lane = 0; lane < kLanes; ++lane)
      if ((sample->mask >> lane & 1u) != 0) lowest = std::min(lowest, sample->addresses[lane]);
  if (lowest != UINT64_MAX) layout.base = lowest / 128 * 128;  // arrays begin where a row of banks does
  return layout;
}

std::optional<double> arbitration_losses(const sim::RunResult& result) {
  if (result.totals.arbitration_wavefronts == 0) return std::nullopt;
  return static_cast<double>(result.totals.arbitration_wavefronts);
}

QString bank_verdict(const BankRows& rows, const RunDocument& run, const BankLayout& layout,
                     const RunDocument* baseline) {
  QString words =
      rows.now > rows.ideal
          ? QStringLiteral("%1 wavefronts where %2 would do: %3 are lost to address conflicts (exact)")
                .arg(count(rows.now), count(rows.ideal), count(rows.now - rows.ideal))
          : QStringLiteral("No bank conflicts: %1 wavefronts, which is the ideal").arg(count(rows.now));
  const auto arbitration = arbitration_losses(run.result);
  words += QStringLiteral("; arbitration losses: %1")
               .arg(arbitration ? count(*arbitration) + QStringLiteral(" (modelled)")
                                : QStringLiteral("not modelled"));
  if (baseline != nullptr)
    words += QStringLiteral("; %1: %2 wavefronts")
                 .arg(text(baseline->name), count(shared_wavefronts(baseline->result)));
  if (!layout.is_identity() && rows.what_if)
    words += QStringLiteral(".  With this layout %1%2 (%3)")
                 .arg(rows.exact ? QString() : QStringLiteral("about "), count(*rows.what_if),
                      signed_percent(rows.now > 0 ? *rows.what_if / rows.now - 1 : 0));
  return words;
}

}  // namespace warpglass::gui
