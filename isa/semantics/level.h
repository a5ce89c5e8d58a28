// The entry points that each instruction set level provides. Each returns the function for the instruction and fills
// the operands of `Binder::op`, or returns nullptr when the opcode belongs to another group or has no such form.
#pragma once

#include "isa/semantics/binder.h"
#include "isa/semantics/run.h"

#ifndef WARPGLASS_LEVEL
#define WARPGLASS_LEVEL baseline
#endif

namespace warpglass::isa::WARPGLASS_LEVEL {
Execute bind_integer(Binder& b);
Execute bind_logic(Binder& b);
Execute bind_float(Binder& b);
Execute bind_double(Binder& b);
Execute bind_half(Binder& b);
Execute bind_convert(Binder& b);
Execute bind_mufu(Binder& b);
Execute bind_warp(Binder& b);
Execute bind_memory(Binder& b);
/// See run.h.
uint32_t run_lanes(WarpState& w, const MicroOp* ops, InstructionCounts* counts, uint32_t budget);
/// All groups in turn.
Execute bind(Binder& b);
}  // namespace warpglass::isa::WARPGLASS_LEVEL
