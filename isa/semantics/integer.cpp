// Integer arithmetic, shifts and address arithmetic.
#include "isa/semantics/lanes.h"
#include "isa/semantics/level.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

void iadd3(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) { return a[l] + b[l] + c[l]; });
}

/// With carries: the first is set when the sum reaches 2^32, the second when it reaches 2^33. A negated operand is its
/// complement plus one, and the one takes part in the carry (so that it means "no borrow").
void iadd3_carry(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  const uint32_t plus = op.a.add + op.b.add + op.c.add;
  const uint32_t in0 = read_predicate(w, op.p0), in1 = read_predicate(w, op.p1);
  const auto sum = [=](unsigned l) {
    return uint64_t{a[l]} + b[l] + c[l] + plus + ((in0 >> l) & 1) + ((in1 >> l) & 1);
  };
  uint32_t result[kWarpLanes], high[kWarpLanes];
  WARPGLASS_LANE_LOOP {
    const uint64_t s = sum(l);
    result[l] = static_cast<uint32_t>(s);
    high[l] = static_cast<uint32_t>(s >> 32);
  }
  const uint32_t carry0 = lane_mask([&](unsigned l) { return high[l] >= 1; });
  const uint32_t carry1 = lane_mask([&](unsigned l) { return high[l] >= 2; });
  write(w, op, [&](unsigned l) { return result[l]; });
  write_predicate(w, op.set0, carry0);
  write_predicate(w, op.set1, carry1);
}

void imad(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) { return a[l] * b[l] + c[l]; });
}

void imad_carry(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  const uint32_t in0 = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) { return a[l] * b[l] + c[l] + ((in0 >> l) & 1); });
}

template <bool Signed>
inline uint64_t multiply(uint32_t a, uint32_t b) {
  if constexpr (Signed)
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(a)) * static_cast<int32_t>(b));
  else
    return uint64_t{a} * b;
}

template <bool Signed>
void imad_wide(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const In64 c(w, op.c);
  write64(w, op, [=](unsigned l) { return multiply<Signed>(a[l], b[l]) + c[l]; });
}

/// With carry in (.X) or out: the carry of the 64-bit addition.
template <bool Signed>
void imad_wide_carry(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const In64 c(w, op.c);
  const uint32_t in0 = read_predicate(w, op.p0);
  uint32_t carry = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    const uint64_t product = multiply<Signed>(a[l], b[l]), sum = product + c[l], total = sum + ((in0 >> l) & 1);
    carry |= static_cast<uint32_t>((sum < product) | (total < sum)) << l;
  }
  write64(w, op, [=](unsigned l) { return multiply<Signed>(a[l], b[l]) + c[l] + ((in0 >> l) & 1); });
  write_predicate(w, op.set0, carry);
}

/// The addend is a 64-bit pair, as in the integer division sequences of the compiler.
template <bool Signed>
void imad_high(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const In64 c(w, op.c);
  write(w, op, [=](unsigned l) { return static_cast<uint32_t>((multiply<Signed>(a[l], b[l]) + c[l]) >> 32); });
}

/// With a carry out: of the 64-bit addition, as the 64-bit division sequences need it.
template <bool Signed>
void imad_high_carry(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const In64 c(w, op.c);
  const uint32_t in0 = read_predicate(w, op.p0);
  uint32_t carry = 0, result[kWarpLanes];
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    const uint64_t product = multiply<Signed>(a[l], b[l]), sum = product + c[l], total = sum + ((in0 >> l) & 1);
    carry |= static_cast<uint32_t>((sum < product) | (total < sum)) << l;
    result[l] = static_cast<uint32_t>(total >> 32);
  }
  write(w, op, [&](unsigned l) { return result[l]; });
  write_predicate(w, op.set0, carry);
}

void lea(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const uint32_t shift = op.immediate;
  write(w, op, [=](unsigned l) { return (a[l] << shift) + b[l]; });
}

/// The general form: the low or high word of the shifted pair {c, a}, plus b, with carry in and out.
void lea_general(WarpState& w, const MicroOp& op) {
  const In a(w, op.a);
  const InBits b(w, op.b);
  const In c(w, op.c);
  const uint32_t shift = op.immediate, high = op.immediate2 & 1, sign_extend = op.immediate2 & 2;
  const uint32_t in0 = read_predicate(w, op.p0);
  uint32_t carry = 0, result[kWarpLanes];
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    const uint32_t upper = sign_extend ? static_cast<uint32_t>(static_cast<int32_t>(a[l]) >> 31) : c[l];
    const uint64_t shifted = (uint64_t{upper} << 32 | a[l]) << shift;
    const uint64_t sum =
        uint64_t{high ? static_cast<uint32_t>(shifted >> 32) : static_cast<uint32_t>(shifted)} + b[l] + op.b.add + ((in0 >> l) & 1);
    result[l] = static_cast<uint32_t>(sum);
    carry |= static_cast<uint32_t>((sum >> 32) & 1) << l;
  }
  write(w, op, [&](unsigned l) { return result[l]; });
  write_predicate(w, op.set0, carry);
}

enum ShiftFlags : uint32_t { kRight = 1, kSigned = 2, kHigh = 4, kWrap = 8, kBits64 = 16 };

/// Funnel shift: the pair {c, a} shifted by b, then its low or high word. 32-bit types clamp the amount at 32.
template <uint32_t Flags>
void shf(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  constexpr uint32_t bits = Flags & kBits64 ? 64 : 32;
  write(w, op, [=](unsigned l) {
    const uint32_t amount = Flags & kWrap ? b[l] & (bits - 1) : b[l] < bits ? b[l] : bits;
    const uint64_t x = uint64_t{c[l]} << 32 | a[l];
    const uint32_t inner = amount < 63 ? amount : 63;
    uint64_t r;
    if constexpr ((Flags & kRight) != 0 && (Flags & kSigned) != 0)
      r = static_cast<uint64_t>(static_cast<int64_t>(x) >> inner);
    else if constexpr ((Flags & kRight) != 0)
      r = amount > 63 ? 0 : x >> inner;
    else
      r = amount > 63 ? 0 : x << inner;
    return static_cast<uint32_t>(Flags & kHigh ? r >> 32 : r);
  });
}

/// The common cases on one word: shift left of a, logical and arithmetic right of c.
void shl32(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  write(w, op, [=](unsigned l) { return b[l] > 31 ? 0 : a[l] << (b[l] & 31); });
}
void shr32(WarpState& w, const MicroOp& op) {
  const In b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) { return b[l] > 31 ? 0 : c[l] >> (b[l] & 31); });
}
void sar32(WarpState& w, const MicroOp& op) {
  const In b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) {
    return static_cast<uint32_t>(static_cast<int32_t>(c[l]) >> (b[l] > 31 ? 31 : b[l] & 31));
  });
}

template <uint32_t Flags>
Execute pick_shift(uint32_t flags) {
  if constexpr (Flags == 32) {
    return nullptr;
  } else {
    return flags == Flags ? &shf<Flags> : pick_shift<Flags + 1>(flags);
  }
}

bool reads_zero(const Source& s) { return s.base == 1 && s.offset == 0; }

Execute bind_shift(Binder& b) {
  b.bind(ValueType::Integer);
  uint32_t flags = 0;
  if (b.has(Modifier::R)) flags |= kRight;
  b.has(Modifier::L);
  if (b.has(Modifier::S32)) flags |= kSigned;
  if (b.has(Modifier::S64)) flags |= kSigned | kBits64;
  if (b.has(Modifier::U64)) flags |= kBits64;
  b.has(Modifier::U32);
  if (b.has(Modifier::HI)) flags |= kHigh;
  if (b.has(Modifier::W)) flags |= kWrap;
  if (flags == 0) return shl32;
  if (flags == (kRight | kHigh) && reads_zero(b.op.a)) return shr32;
  if (flags == (kRight | kHigh | kSigned)) return sar32;
  return pick_shift<0>(flags);
}

void minmax(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const uint32_t flip = op.immediate, take_min = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) {
    const auto x = static_cast<int32_t>(a[l] ^ flip), y = static_cast<int32_t>(b[l] ^ flip);
    const int32_t low = x < y ? x : y, high = x < y ? y : x;
    return static_cast<uint32_t>((take_min >> l) & 1 ? low : high) ^ flip;
  });
}

/// VIADDMNMX: min or max of a + b and c.
void add_minmax(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  const uint32_t flip = op.immediate, relu = op.immediate2, take_min = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) {
    const auto x = static_cast<int32_t>((a[l] + b[l]) ^ flip), y = static_cast<int32_t>(c[l] ^ flip);
    const int32_t low = x < y ? x : y, high = x < y ? y : x;
    const int32_t r = static_cast<int32_t>(static_cast<uint32_t>((take_min >> l) & 1 ? low : high) ^ flip);
    return static_cast<uint32_t>(relu && r < 0 ? 0 : r);
  });
}

/// VIMNMX3: min or max of three.
void minmax3(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  const uint32_t flip = op.immediate, take_min = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) {
    const auto x = static_cast<int32_t>(a[l] ^ flip), y = static_cast<int32_t>(b[l] ^ flip),
               z = static_cast<int32_t>(c[l] ^ flip);
    int32_t low = x < y ? x : y, high = x < y ? y : x;
    low = low < z ? low : z;
    high = high < z ? z : high;
    return static_cast<uint32_t>((take_min >> l) & 1 ? low : high) ^ flip;
  });
}

/// Both 16-bit halves on their own.
void add_halves(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  write(w, op, [=](unsigned l) { return ((a[l] & 0xffff0000u) + (b[l] & 0xffff0000u)) | ((a[l] + b[l]) & 0xffffu); });
}

void minmax_halves(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  const uint32_t flip = op.immediate, take_min = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) {
    const bool smaller = (take_min >> l) & 1;
    uint32_t r = 0;
    for (unsigned shift = 0; shift < 32; shift += 16) {
      const uint32_t x = (a[l] ^ flip) >> shift & 0xffffu, y = (b[l] ^ flip) >> shift & 0xffffu;
      r |= ((x < y) == smaller ? x : y) << shift;
    }
    return r ^ flip;
  });
}

/// |a - b| + c.
template <bool Signed>
void difference(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) {
    const bool less = Signed ? static_cast<int32_t>(a[l]) < static_cast<int32_t>(b[l]) : a[l] < b[l];
    return (less ? b[l] - a[l] : a[l] - b[l]) + c[l];
  });
}

/// The four bytes' |a - b|, and c, added up.
void difference4(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) {
    uint32_t sum = c[l];
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const uint32_t x = a[l] >> shift & 0xff, y = b[l] >> shift & 0xff;
      sum += x < y ? y - x : x - y;
    }
    return sum;
  });
}

void iabs(WarpState& w, const MicroOp& op) {
  const In a(w, op.a);
  write(w, op, [=](unsigned l) { return static_cast<int32_t>(a[l]) < 0 ? 0u - a[l] : a[l]; });
}

/// Comparison of integers; .EX continues a comparison of the low words, whose result is p1.
template <bool Extended>
void isetp(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const uint32_t flip = op.immediate2 & 0x80000000u, set = op.immediate & 15, how = op.immediate >> 4;
  const uint32_t less = lane_mask([=](unsigned l) {
    return static_cast<int32_t>(a[l] ^ flip) < static_cast<int32_t>(b[l] ^ flip);
  });
  const uint32_t equal = lane_mask([=](unsigned l) { return a[l] == b[l]; });
  const uint32_t greater = ~(less | equal);
  uint32_t r = (set & kLess ? less : 0) | (set & kGreater ? greater : 0);
  if constexpr (Extended)
    r |= equal & read_predicate(w, op.p1);
  else
    r |= set & kEqual ? equal : 0;
  const uint32_t other = read_predicate(w, op.p0);
  const uint32_t first = combine(how, r, other), second = combine(how, ~r, other);
  write_predicate(w, op.set0, first);
  write_predicate(w, op.set1, second);
}

Execute bind_compare(Binder& b) {
  b.bind(ValueType::Integer);
  b.op.immediate = comparison_modifier(b);
  b.op.immediate |= static_cast<uint32_t>(combine_modifier(b)) << 4;
  b.op.immediate2 = b.has(Modifier::U32) ? 0x80000000u : 0;
  b.has(Modifier::S32);
  return b.has(Modifier::EX) ? isetp<true> : isetp<false>;
}

Execute bind_add(Binder& b) {
  b.bind(ValueType::Integer);
  if (b.has(Modifier::B16x2)) return b.op.a.add || b.op.b.add ? nullptr : add_halves;
  const bool extended = b.has(Modifier::X);
  if (!extended) b.op.p0 = b.op.p1 = {kPredicateTrue, kAllLanes};
  if (extended && b.predicates < 2) b.op.p1 = {kPredicateTrue, kAllLanes};
  return extended || b.predicate_results ? iadd3_carry : iadd3;
}

Execute bind_multiply(Binder& b) {
  const bool is_unsigned = b.has(Modifier::U32);
  b.ignore({Modifier::MOV, Modifier::IADD, Modifier::SHL, Modifier::S32});
  const bool wide = b.has(Modifier::WIDE), high = b.has(Modifier::HI), extended = b.has(Modifier::X);
  b.bind(ValueType::Integer);
  if (wide || high) b.op.c = b.source(2, ValueType::Integer64);
  if (!extended) b.op.p0 = {kPredicateTrue, kAllLanes};
  if (high && (extended || b.predicate_results)) return is_unsigned ? imad_high_carry<false> : imad_high_carry<true>;
  if (high) return is_unsigned ? imad_high<false> : imad_high<true>;
  if (wide && (extended || b.predicate_results)) return is_unsigned ? imad_wide_carry<false> : imad_wide_carry<true>;
  if (wide) return is_unsigned ? imad_wide<false> : imad_wide<true>;
  if (b.predicate_results) return nullptr;
  return extended ? imad_carry : imad;
}

Execute bind_lea(Binder& b) {
  const bool high = b.has(Modifier::HI), extended = b.has(Modifier::X), sign_extend = b.has(Modifier::SX32);
  b.bind(ValueType::Integer);
  // LEA R, a, b, shift; LEA.HI R, a, b, c, shift; LEA.HI.X.SX32 R, a, b, shift
  if (b.values < 3 || !b.is_constant(b.values - 1, b.op.immediate)) return nullptr;
  if (b.values == 3) b.op.c = Source{};
  b.op.immediate &= 31;
  b.op.immediate2 = (high ? 1 : 0) | (sign_extend ? 2 : 0);
  if (!extended) b.op.p0 = {kPredicateTrue, kAllLanes};
  return high || extended || b.predicate_results ? lea_general : lea;
}

Execute bind_difference(Binder& b) {
  b.bind(ValueType::Integer);
  if (b.instruction.opcode == Opcode::VABSDIFF4) return b.has(Modifier::U8) && b.has(Modifier::ACC) ? difference4 : nullptr;
  return b.has(Modifier::U32) ? difference<false> : difference<true>;
}

Execute bind_minmax(Binder& b) {
  if (b.instruction.opcode == Opcode::VIMNMX && (b.instruction.has(Modifier::S16x2) || b.instruction.has(Modifier::U16x2))) {
    b.bind(ValueType::Integer);
    b.op.immediate = b.has(Modifier::S16x2) ? 0x80008000u : 0;
    b.has(Modifier::U16x2);
    return b.values == 2 && !b.op.a.add && !b.op.b.add ? minmax_halves : nullptr;
  }
  b.op.immediate = b.has(Modifier::U32) ? 0x80000000u : 0;
  b.has(Modifier::S32);
  b.bind(ValueType::Integer);
  b.op.immediate2 = b.has(Modifier::RELU);
  if (b.instruction.opcode == Opcode::VIADDMNMX) return add_minmax;
  if (b.op.immediate2) return nullptr;
  return b.values >= 3 ? minmax3 : minmax;
}

}  // namespace

Execute bind_integer(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::IADD3:
    case Opcode::UIADD3:
    case Opcode::VIADD: return bind_add(b);
    case Opcode::IMAD:
    case Opcode::UIMAD: return bind_multiply(b);
    case Opcode::LEA:
    case Opcode::ULEA: return bind_lea(b);
    case Opcode::SHF:
    case Opcode::USHF: return bind_shift(b);
    case Opcode::IMNMX:
    case Opcode::VIMNMX:
    case Opcode::VIADDMNMX: return bind_minmax(b);
    case Opcode::VABSDIFF:
    case Opcode::VABSDIFF4: return bind_difference(b);
    case Opcode::IABS: b.bind(ValueType::Integer); return iabs;
    case Opcode::ISETP:
    case Opcode::UISETP: return bind_compare(b);
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
