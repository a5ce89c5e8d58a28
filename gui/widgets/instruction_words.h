// An instruction in words.
#pragma once

#include "gui/core/dependencies.h"
#include "gui/core/instruction_rows.h"

namespace warpglass::gui {

/// Everything that is known of an instruction, as HTML with links `instruction:NUMBER` to those that it gets
/// values from and gives them to. `dependencies` may be nullptr.
QString instruction_html(const RunDocument& run, const InstructionRows& rows,
                         const Dependencies* dependencies, uint32_t instruction);

}  // namespace warpglass::gui
