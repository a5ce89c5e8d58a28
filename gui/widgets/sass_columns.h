// The columns of the SASS table, and an instruction in words.
#pragma once

#include <vector>

#include "gui/core/instruction_rows.h"
#include "gui/core/table_model.h"

namespace warpglass::gui {

/// `rows` and `launch` must outlive the columns; `launch` may be nullptr (then there are no control codes).
std::vector<Column> sass_columns(const InstructionRows& rows, const LaunchDetails* launch);

/// Everything that is known of an instruction, as HTML.
QString instruction_html(const RunDocument& run, const InstructionRows& rows, uint32_t instruction);

}  // namespace warpglass::gui
