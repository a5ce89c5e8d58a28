// The columns of the SASS table.
#pragma once

#include <vector>

#include "gui/core/dependencies.h"
#include "gui/core/instruction_rows.h"
#include "gui/core/table_model.h"

namespace warpglass::gui {

/// What is given must outlive the columns. `launch` may be nullptr (then there are no control codes), and so may
/// `dependencies` (no arrows and live registers).
std::vector<Column> sass_columns(const InstructionRows& rows, const LaunchDetails* launch, const Dependencies* dependencies);

}  // namespace warpglass::gui
