#include "gui/widgets/bank_words.h"

#include <algorithm>

#include "gui/core/format.h"

namespace warpglass::gui {

QString access_words(const RunDocument& run, const AccessSample& sample, const BankMatrix& matrix,
                     bool as_it_is, int wavefront) {
  return QStringLiteral("<b>%1</b>  block %2, warp %3, execution %4%5: <b>%6 wavefronts</b>, ideal %7%8")
      .arg(text(run.result.text[sample.instruction]).toHtmlEscaped())
      .arg(run.launch->accesses.block)
      .arg(sample.warp)
      .arg(sample.execution + 1)
      .arg(as_it_is ? QString() : QStringLiteral(", other layout"))
      .arg(matrix.access.wavefronts)
      .arg(matrix.access.ideal)
      .arg(wavefront > 0 ? QStringLiteral("; showing wavefront %1").arg(wavefront) : QString());
}

QString heat_words(const RunDocument& run, const BankRow& row, const BankHeat& heat) {
  const AccessSamples& accesses = run.launch->accesses;
  QString words = QStringLiteral("<b>%1</b>  %2 executions")
                      .arg(text(run.result.text[row.instruction]).toHtmlEscaped(), grouped(heat.executions));
  if (row.accesses->kept < row.accesses->executions)
    words += QStringLiteral(" of %1").arg(grouped(row.accesses->executions));
  return words + QStringLiteral(" in %1 of %2 blocks, in %3 different ways")
                     .arg(grouped(accesses.shared_blocks), grouped(accesses.blocks))
                     .arg(row.accesses->patterns.size());
}

QString no_addresses_words(const RunDocument& run, const BankRow& row) {
  if (run.launch)
    return QStringLiteral("Block %1, whose addresses were recorded, does not execute %2.")
        .arg(run.launch->accesses.block)
        .arg(text(run.result.text[row.instruction]));
  return QStringLiteral(
             "Which lanes collide is shown from their real addresses, which a run file does not hold (%1). "
             "Open the capsule, or use File ▸ Add the capsule of this run.")
      .arg(text(run.launch_problem));
}

QString time_words(const Experiments& experiments, const RunPointer& run, const BankLayout& layout,
                   const QString& reason) {
  const auto cycles = [](sim::Cycle c) { return grouped(static_cast<uint64_t>(c)); };
  const auto change = [&](sim::Cycle c) {
    return run->result.cycles > 0 ? static_cast<double>(c) / static_cast<double>(run->result.cycles) - 1 : 0;
  };
  if (layout.is_identity()) {
    for (const sim::Gain& gain : experiments.gains(run))
      if (gain.obstacle == sim::Obstacle::BankConflicts)
        return QStringLiteral(
                   "Without any bank conflict the launch takes %1 cycles (%2): an upper bound of what a "
                   "layout can give.")
            .arg(cycles(gain.cycles), signed_percent(change(gain.cycles)));
    return QStringLiteral("Pad the rows or swizzle them above: the counts follow at once.");
  }
  if (const auto time = experiments.layout_time(run, layout))
    return QStringLiteral(
               "Simulated with this layout: %1 cycles instead of %2 (%3), %4 blocks on an SM (%5). The same "
               "instructions: a kernel that computes other addresses may need a few more.")
        .arg(cycles(time->cycles), cycles(run->result.cycles), signed_percent(change(time->cycles)))
        .arg(time->blocks)
        .arg(time->blocks == run->result.occupancy.blocks
                 ? QStringLiteral("as now")
                 : QStringLiteral("now %1").arg(run->result.occupancy.blocks));
  if (!reason.isEmpty())
    return QStringLiteral("The time with this layout cannot be simulated: %1.").arg(reason);
  return QStringLiteral("The launch's time with this layout is not known.");
}

}  // namespace warpglass::gui
