// Instructions between the lanes of a warp, special registers and moves to uniform registers.
#include "isa/semantics/lanes.h"
#include "isa/semantics/level.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

enum class ShuffleMode : uint32_t { Index, Up, Down, Butterfly };

/// PTX shfl: c holds the clamp (bits 0–4) and the segment mask (bits 8–12). A source lane that does not run gives the
/// value its register has.
template <ShuffleMode Mode>
void shfl(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  uint32_t value[kWarpLanes], in_range = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) value[l] = a[l];
  uint32_t result[kWarpLanes];
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    const uint32_t distance = b[l] & 31, clamp = c[l] & 31, segment = c[l] >> 8 & 31;
    const uint32_t low = l & segment, high = low | (clamp & ~segment);
    uint32_t source;
    bool ok;
    if constexpr (Mode == ShuffleMode::Up) {
      source = l - distance;
      ok = static_cast<int32_t>(source) >= static_cast<int32_t>(high);
    } else {
      source = Mode == ShuffleMode::Down        ? l + distance
               : Mode == ShuffleMode::Butterfly ? l ^ distance
                                                : low | (distance & ~segment);
      ok = source <= high;
    }
    in_range |= static_cast<uint32_t>(ok) << l;
    result[l] = value[ok ? source & 31 : l];
  }
  write(w, op, [&](unsigned l) { return result[l]; });
  write_predicate(w, op.set0, in_range);
}

Execute bind_shuffle(Binder& b) {
  b.bind(ValueType::Integer);
  if (b.has(Modifier::UP)) return shfl<ShuffleMode::Up>;
  if (b.has(Modifier::DOWN)) return shfl<ShuffleMode::Down>;
  if (b.has(Modifier::BFLY)) return shfl<ShuffleMode::Butterfly>;
  b.has(Modifier::IDX);
  return shfl<ShuffleMode::Index>;
}

/// For the uniform forms, op.uniform makes exec all lanes; votes count the active ones.
void vote(WarpState& w, const MicroOp& op) {
  const uint32_t voters = op.immediate2 ? w.active : w.exec, yes = read_predicate(w, op.p0) & voters;
  const bool verdict = op.immediate == 0 ? yes == voters : op.immediate == 1 ? yes != 0 : yes == 0 || yes == voters;
  write(w, op, [=](unsigned) { return yes; });
  write_predicate(w, op.set0, verdict ? kAllLanes : 0);
}

Execute bind_vote(Binder& b) {
  b.bind(ValueType::Integer);
  b.op.immediate = b.has(Modifier::ALL) ? 0 : b.has(Modifier::ANY) ? 1 : b.has(Modifier::EQ) ? 2 : 3;
  b.op.immediate2 = b.instruction.opcode == Opcode::VOTEU;
  return b.op.immediate == 3 ? nullptr : vote;
}

template <bool Wide>
void match(WarpState& w, const MicroOp& op) {
  const uint32_t* a = row_of(w, op.a);
  const auto same = [=](unsigned l, unsigned m) {
    return a[l] == a[m] && (!Wide || a[l + kWarpLanes] == a[m + kWarpLanes]);
  };
  uint32_t result[kWarpLanes] = {}, all = kAllLanes;
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    if (!((w.exec >> l) & 1)) continue;
    for (unsigned m = 0; m < kWarpLanes; ++m)
      if ((w.exec >> m) & 1 && same(l, m)) result[l] |= 1u << m;
    if (result[l] != w.exec) all = 0;
  }
  if (op.immediate)  // .ALL: the mask if every lane agrees, else 0
    for (uint32_t& r : result) r = all ? w.exec : 0;
  write(w, op, [&](unsigned l) { return result[l]; });
  write_predicate(w, op.set0, all);
}

Execute bind_match(Binder& b) {
  const bool wide = b.has(Modifier::U64) || b.has(Modifier::B64);
  b.bind(wide ? ValueType::Integer64 : ValueType::Integer);
  b.op.immediate = b.has(Modifier::ALL);
  b.has(Modifier::ANY);
  b.has(Modifier::U32);
  return wide ? match<true> : match<false>;
}

enum Reduction : uint32_t { kSum, kMin, kMax, kAnd, kOr, kXor, kUnsignedReduction = 8 };

/// The result goes to a uniform register, whose row holds it in all lanes.
void redux(WarpState& w, const MicroOp& op) {
  const uint32_t* a = row_of(w, op.a);
  const uint32_t flip = op.immediate & kUnsignedReduction ? 0 : 0x80000000u, what = op.immediate & 7;
  uint32_t r = what == kAnd ? 0xffffffffu : what == kMin ? 0xffffffffu : 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    if (!((w.exec >> l) & 1)) continue;
    const uint32_t x = a[l], ordered = x ^ flip;
    switch (what) {
      case kSum: r += x; break;
      case kMin: r = ordered < r ? ordered : r; break;
      case kMax: r = ordered > r ? ordered : r; break;
      case kAnd: r &= x; break;
      case kOr: r |= x; break;
      default: r ^= x;
    }
  }
  if (what == kMin || what == kMax) r ^= flip;
  uint32_t* d = w.row(op.result);
  for (unsigned l = 0; l < kWarpLanes; ++l) d[l] = r;
}

Execute bind_redux(Binder& b) {
  b.bind(ValueType::Integer);
  b.op.immediate = b.has(Modifier::SUM)   ? kSum
                   : b.has(Modifier::MIN) ? kMin
                   : b.has(Modifier::MAX) ? kMax
                   : b.has(Modifier::AND) ? kAnd
                   : b.has(Modifier::XOR) ? kXor
                   : b.has(Modifier::OR)  ? kOr
                                          : kAnd;  // the disassembly does not name it
  if (b.has(Modifier::U32)) b.op.immediate |= kUnsignedReduction;
  b.has(Modifier::S32);
  // Without a type the operand is unsigned.
  if (b.instruction.modifier_count <= 1) b.op.immediate |= kUnsignedReduction;
  return redux;
}

/// The value of the first active lane, in all lanes of the uniform register's row.
void r2ur(WarpState& w, const MicroOp& op) {
  const In a(w, op.a);
  const uint32_t value = a[w.exec ? static_cast<unsigned>(__builtin_ctz(w.exec)) : 0];
  uint32_t* d = w.row(op.result);
  for (unsigned l = 0; l < kWarpLanes; ++l) d[l] = value;
}

/// One lane is elected: the first.
void elect(WarpState& w, const MicroOp& op) {
  const uint32_t first = w.exec & (0u - w.exec);
  const auto lane = static_cast<uint32_t>(__builtin_ctz(w.exec | 0x80000000u));
  uint32_t* d = w.row(op.result);
  for (unsigned l = 0; l < kWarpLanes; ++l) d[l] = lane;
  write_predicate(w, op.set0, first);
}

inline uint32_t special_value(const WarpState& w, SpecialRegister which, unsigned l) {
  const BlockContext& block = *w.block;
  switch (which) {
    case SpecialRegister::LaneId: return l;
    case SpecialRegister::WarpId: return w.index;
    case SpecialRegister::TidX: return block.launch->thread_rows[0][w.index * kWarpLanes + l];
    case SpecialRegister::TidY: return block.launch->thread_rows[1][w.index * kWarpLanes + l];
    case SpecialRegister::TidZ: return block.launch->thread_rows[2][w.index * kWarpLanes + l];
    case SpecialRegister::Tid:
      return block.launch->thread_rows[0][w.index * kWarpLanes + l] | block.launch->thread_rows[1][w.index * kWarpLanes + l] << 16 |
             block.launch->thread_rows[2][w.index * kWarpLanes + l] << 26;
    case SpecialRegister::CtaidX: return block.index[0];
    case SpecialRegister::CtaidY: return block.index[1];
    case SpecialRegister::CtaidZ: return block.index[2];
    case SpecialRegister::NtidX: return block.launch->block[0];
    case SpecialRegister::NtidY: return block.launch->block[1];
    case SpecialRegister::NtidZ: return block.launch->block[2];
    case SpecialRegister::NctaidX: return block.launch->grid[0];
    case SpecialRegister::NctaidY: return block.launch->grid[1];
    case SpecialRegister::NctaidZ: return block.launch->grid[2];
    case SpecialRegister::EqMask: return 1u << l;
    case SpecialRegister::LtMask: return (1u << l) - 1;
    case SpecialRegister::LeMask: return (2u << l) - 1;
    case SpecialRegister::GtMask: return ~((2u << l) - 1);
    case SpecialRegister::GeMask: return ~((1u << l) - 1);
    case SpecialRegister::ClockLo: return static_cast<uint32_t>(block.clock);
    case SpecialRegister::ClockHi: return static_cast<uint32_t>(block.clock >> 32);
    case SpecialRegister::GlobalTimerLo: return static_cast<uint32_t>(block.timer);
    case SpecialRegister::GlobalTimerHi: return static_cast<uint32_t>(block.timer >> 32);
    case SpecialRegister::SmId:
    case SpecialRegister::VirtualSmId: return block.sm;  // %smid reads this one on compute capability 9.0
    case SpecialRegister::SharedWindowHigh: return static_cast<uint32_t>(block.launch->shared_window >> 32);
    case SpecialRegister::LocalWindowHigh: return static_cast<uint32_t>(block.launch->local_window >> 32);
    default: return 0;  // CgaCtaId, Zero
  }
}

bool known(SpecialRegister which) {
  switch (which) {
    case SpecialRegister::CgaSize:
    case SpecialRegister::VirtualId:
    case SpecialRegister::ThreadKill:
    case SpecialRegister::CoverageMask:
    case SpecialRegister::RegisterAllocation:
    case SpecialRegister::CtxAddress:
    case SpecialRegister::NWarpId:
    case SpecialRegister::NSmId:
    case SpecialRegister::Other: return false;
    default: return true;
  }
}

void special_register(WarpState& w, const MicroOp& op) {
  const auto which = static_cast<SpecialRegister>(op.immediate);
  write(w, op, [&](unsigned l) { return special_value(w, which, l); });
}

/// CS2R of a 64-bit counter: the low register's name stands for both.
void special_register64(WarpState& w, const MicroOp& op) {
  const auto low = static_cast<SpecialRegister>(op.immediate), high = static_cast<SpecialRegister>(op.immediate2);
  write64(w, op, [&](unsigned l) { return uint64_t{special_value(w, high, l)} << 32 | special_value(w, low, l); });
}

Execute bind_special(Binder& b) {
  if (b.values != 1 || b.value[0]->kind != OperandKind::SpecialRegister || !known(b.value[0]->special)) return nullptr;
  const SpecialRegister which = b.value[0]->special;
  b.op.result = b.result_row();
  b.op.immediate = static_cast<uint32_t>(which);
  if (b.instruction.opcode != Opcode::CS2R || b.has(Modifier::B32)) return special_register;
  b.op.immediate2 = static_cast<uint32_t>(which == SpecialRegister::ClockLo         ? SpecialRegister::ClockHi
                                          : which == SpecialRegister::GlobalTimerLo ? SpecialRegister::GlobalTimerHi
                                                                                    : SpecialRegister::Zero);
  return special_register64;
}

/// B2R.RESULT: what the last BAR.RED of this warp gave.
void barrier_result(WarpState& w, const MicroOp& op) {
  const uint32_t value = w.barrier_result;
  write(w, op, [=](unsigned) { return value; });
  write_predicate(w, op.set0, value ? kAllLanes : 0);
}

}  // namespace

Execute bind_warp(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::SHFL: return bind_shuffle(b);
    case Opcode::VOTE:
    case Opcode::VOTEU: return bind_vote(b);
    case Opcode::MATCH: return bind_match(b);
    case Opcode::REDUX: return bind_redux(b);
    case Opcode::R2UR: b.bind(ValueType::Integer); return b.predicate_results ? nullptr : r2ur;
    case Opcode::ELECT: b.bind(ValueType::Integer); return elect;
    case Opcode::S2R:
    case Opcode::S2UR:
    case Opcode::CS2R: return bind_special(b);
    case Opcode::B2R: b.bind(ValueType::Integer); return b.has(Modifier::RESULT) ? barrier_result : nullptr;
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
