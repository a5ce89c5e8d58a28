// One row a shared-memory instruction: wavefronts as they are, at best, and with another layout.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "gui/core/bank_matrix.h"
#include "gui/core/document.h"

namespace warpglass::gui {

struct BankRow {
  uint32_t instruction = 0;
  double executed = 0;        ///< by warps, whole kernel
  double now = 0, ideal = 0;  ///< wavefronts, whole kernel, exact
  /// With the other layout; nothing where the addresses are not known. Exact when every execution was kept,
  /// else the exact count scaled by what the kept ones say.
  std::optional<double> what_if;
  const SharedAccesses* accesses = nullptr;  ///< of RunDocument::launch; nullptr: not executed there
  std::vector<const AccessSample*> samples;

  double excess() const { return now > ideal ? now - ideal : 0; }
};

struct BankRows {
  std::vector<BankRow> rows;  ///< by instruction
  double now = 0, ideal = 0;
  std::optional<double> what_if;  ///< nothing where a row has none
  bool exact = true;              ///< whether `what_if` covers every execution of the launch
};

BankRows bank_rows(const RunDocument& run);
/// Fills in `what_if`.
void apply_layout(BankRows& rows, const RunDocument& run, uint32_t banks, const BankLayout& layout);

/// The layout that the addresses suggest: rows from the lowest address on, as long as lanes are apart.
BankLayout likely_layout(const BankRows& rows);

/// Data-path cycles lost between wavefronts; nothing: not modelled.
std::optional<double> arbitration_losses(const sim::RunResult& result);

/// "1,081,344 wavefronts where 65,536 would do: …". `baseline` may be nullptr.
QString bank_verdict(const BankRows& rows, const RunDocument& run, const BankLayout& layout,
                     const RunDocument* baseline);

}  // namespace warpglass::gui
