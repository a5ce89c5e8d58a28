// Columns of the table of shared-memory instructions. `rows` and `result` must outlive them.
#pragma once

#include <vector>

#include "gui/core/bank_rows.h"
#include "gui/core/table_model.h"

namespace warpglass::gui {

std::vector<Column> bank_columns(const BankRows& rows, const sim::RunResult& result);

}  // namespace warpglass::gui
