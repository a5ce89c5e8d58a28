// Accesses whose effect may come later than their issue: atomics, reductions and strong loads and stores. `begin_access`
// takes addresses and operands from the registers, `finish_access` changes memory and writes the result.
#pragma once

#include <array>
#include <cstdint>

#include "isa/semantics/binder.h"
#include "isa/semantics/block_context.h"

namespace warpglass::isa {

enum class AtomicOperation : uint8_t { Load, Store, Add, Min, Max, Inc, Dec, And, Or, Xor, Exchange, CompareSwap, CompareSwapFlag, Increment };
enum class AtomicType : uint8_t { U32, S32, U64, S64, F32, F64, F16x2, BF16x2 };

struct PendingAccess {
  const MicroOp* op = nullptr;
  uint32_t exec = 0;
  MemorySpace space = MemorySpace::None;  ///< None: lanes differ (generic)
  std::array<uint64_t, kWarpLanes> addresses{};
  /// Operand words of each lane: up to four of the value stored or combined, then up to two of a CAS's new value.
  std::array<std::array<uint32_t, kWarpLanes>, 6> data{};
};

/// Needs w.exec, not 0.
void begin_access(WarpState& w, const MicroOp& op, PendingAccess& access);
/// Lanes act in order. Changes no state of the warp but the result registers.
void finish_access(WarpState& w, const PendingAccess& access);

/// begin and finish at once.
void perform_access(WarpState& w, const MicroOp& op);

/// Binds ATOM, ATOMG, ATOMS, RED and strong loads and stores; returns false for other instructions.
bool bind_access(Binder& b);

}  // namespace warpglass::isa
