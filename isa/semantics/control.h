// Binding of control flow, barriers, fences and hints: what the block runner executes itself.
#pragma once

#include "isa/semantics/binder.h"

namespace warpglass::isa {

/// Fields of a barrier instruction in MicroOp::immediate2.
enum BarrierAction : uint32_t { kBarrierSync, kBarrierArrive, kBarrierReducePopc, kBarrierReduceAnd, kBarrierReduceOr };

/// MicroOp::immediate of a block barrier: how the number of threads is given, if it is.
enum BarrierCount : uint32_t { kBarrierWholeBlock, kBarrierCounted, kBarrierPacked };

/// Returns false when the instruction is no control instruction, or one without semantics.
///
/// Operands as bound: a is the register of BRX, RET, WARPSYNC, BMOV B, and the barrier number of BAR; b is BAR's
/// thread count; p0 the predicate operand; immediate is the convergence barrier, or BRX's offset.
bool bind_control(Binder& b);

}  // namespace warpglass::isa
