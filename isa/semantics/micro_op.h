// What the executor runs: an instruction with its operands resolved to rows of memory and its semantics to a function.
#pragma once

#include <cstdint>

#include "isa/instruction.h"
#include "isa/semantics/warp_state.h"

namespace warpglass::isa {

/// Where a 32-lane operand lies, and the modifiers applied to it: ((x & mask) ^ flip) + add.
/// A 64-bit operand is two consecutive rows, its modifiers then apply as `Binder` says.
struct Source {
  uint32_t offset = 0;   ///< bytes from WarpState::base[base]
  uint32_t base = 1;     ///< 0 warp rows, 1 launch rows
  uint32_t mask = 0xffffffffu;
  uint32_t flip = 0;
  uint32_t add = 0;
};

/// A predicate operand: (predicates[slot] ^ flip).
struct PredicateSource {
  uint32_t slot = kPredicateTrue;
  uint32_t flip = 0;
};

/// How the block runner treats an instruction.
enum class MicroKind : uint8_t {
  Lanes,        ///< `execute` does all of it
  Memory,       ///< `execute` does all of it when weak; may be deferred, has addresses
  Nothing,      ///< no effect on this machine (fences, hints)
  Branch,
  BranchDivergent,    ///< BRA.DIV
  BranchIndexed,      ///< BRX
  Call,
  Return,
  Bssy,
  Bsync,
  Break,
  BarrierToRegister,  ///< BMOV R, B
  RegisterToBarrier,  ///< BMOV B, R
  WarpSync,
  Yield,
  Exit,
  Kill,
  Barrier,            ///< BAR
  PastEnd,            ///< no instruction: the program ends before it
};

struct MicroOp;
using Execute = void (*)(WarpState&, const MicroOp&);

struct MicroOp {
  Execute execute = nullptr;
  Source a, b, c, d;
  uint32_t result = 0;     ///< byte offset of the destination row in the warp's rows
  uint32_t immediate = 0;  ///< LOP3 table, shift, address offset, comparison…: see the semantics
  uint32_t immediate2 = 0;
  PredicateSource guard, p0, p1, p2;
  uint8_t set0 = kPredicateSink;  ///< predicate slots written
  uint8_t set1 = kPredicateSink;
  MicroKind kind = MicroKind::Lanes;
  bool uniform = false;    ///< runs once for the warp: acts on all 32 lanes of a splat row
  bool strong = false;     ///< atomic, or a load/store at GPU or system scope: deferrable
  bool wide_address = false;  ///< the base register is a 64-bit pair
  MemorySpace space = MemorySpace::None;
  uint8_t bytes = 0;       ///< moved by a lane
  uint32_t index = 0;      ///< of the instruction
  uint32_t target = kNoTarget;
  const Instruction* instruction = nullptr;
};

}  // namespace warpglass::isa
