// The sentences of the bank-conflict page.
#pragma once

#include <QString>

#include "gui/core/bank_rows.h"
#include "gui/core/experiments/experiments.h"

namespace warpglass::gui {

/// Above the matrix: which access it shows, and its wavefronts. `wavefront` 0: all of them are shown.
QString access_words(const RunDocument& run, const AccessSample& sample, const BankMatrix& matrix,
                     bool as_it_is, int wavefront);
/// Above the heat: what it covers.
QString heat_words(const RunDocument& run, const BankRow& row, const BankHeat& heat);
/// Why there is no matrix.
QString no_addresses_words(const RunDocument& run, const BankRow& row);
/// What is known of the launch's time with `layout`; `reason`: why it cannot be simulated, "" if it can.
QString time_words(const Experiments& experiments, const RunPointer& run, const BankLayout& layout,
                   const QString& reason);

}  // namespace warpglass::gui
