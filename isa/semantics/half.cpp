// Packed fp16 and bf16 arithmetic.
#include "isa/semantics/level.h"
#include "isa/semantics/small_float.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

/// A packed operand; `select` says which half each of the two results reads.
struct InHalves {
  const uint32_t* row;
  uint32_t mask, flip, low_shift, high_shift;
  InHalves(const WarpState& w, const Source& s, uint32_t selector)
      : row(row_of(w, s)), mask(s.mask), flip(s.flip), low_shift(selector & 1 ? 16 : 0), high_shift(selector & 2 ? 16 : 0) {}
  uint32_t bits(unsigned l) const { return (row[l] & mask) ^ flip; }
  uint32_t low(unsigned l) const { return bits(l) >> low_shift & 0xffffu; }
  uint32_t high(unsigned l) const { return bits(l) >> high_shift & 0xffffu; }
};

/// op.immediate: two selector bits an operand.
inline InHalves halves(const WarpState& w, const MicroOp& op, const Source& s, unsigned operand) {
  return {w, s, op.immediate >> (2 * operand) & 3};
}

uint32_t selector_bits(const Operand* operand) {
  if (operand == nullptr || operand->kind == OperandKind::Immediate) return 2;
  switch (operand->select) {
    case select::kH0H0: return 0;
    case select::kH1H1: return 3;
    case select::kH0H1: return 1;
    default: return 2;
  }
}

void bind_halves(Binder& b) {
  b.bind(ValueType::Half);
  b.op.immediate = 0;
  for (unsigned i = 0; i < 3; ++i) {
    b.op.immediate |= selector_bits(i < b.values ? b.value[i] : nullptr) << (2 * i);
    if (i < b.values && b.value[i]->select == select::kF32) b.problem = "has a single-precision operand";
  }
}

enum class Arithmetic { Add, Multiply, Fma };
enum Clamp : uint32_t { kSaturate = 1, kRelu = 2, kFlush = 4 };

/// .FTZ: subnormal operands are zero.
template <class Format>
[[gnu::always_inline]] inline uint32_t flush_half(uint32_t h, uint32_t clamp) {
  return (clamp & kFlush) && (h & (0x7fffu & ~((1u << Format::kMantissa) - 1))) == 0 ? h & 0x8000u : h;
}

template <class Format, Arithmetic Op>
[[gnu::always_inline]] inline uint32_t compute(uint32_t a, uint32_t b, uint32_t c, uint32_t clamp) {
  const double x = Format::widen(flush_half<Format>(a, clamp)), y = Format::widen(flush_half<Format>(b, clamp));
  double r;
  if constexpr (Op == Arithmetic::Add) r = add_to_odd(x, y);
  if constexpr (Op == Arithmetic::Multiply) r = x * y;
  if constexpr (Op == Arithmetic::Fma) r = add_to_odd(x * y, static_cast<double>(Format::widen(flush_half<Format>(c, clamp))));
  uint32_t bits = narrow<Format>(r);
  constexpr double smallest = Format::kMinExponent == -14 ? 0x1p-14 : 0x1p-126;
  if ((clamp & kFlush) && __builtin_fabs(r) < smallest) bits &= 0x8000u;  // tiny before rounding, as in single precision
  const bool nan = r != r;
  if (clamp & kSaturate) {
    bits = r >= 1.0 ? (Format::kMantissa == 10 ? 0x3c00u : 0x3f80u) : r > 0.0 ? bits : 0;
  } else if (clamp & kRelu) {
    bits = nan ? kNan16 : r > 0.0 ? bits : 0;
  }
  return bits;
}

template <class Format, Arithmetic Op>
void arithmetic(WarpState& w, const MicroOp& op) {
  const InHalves a = halves(w, op, op.a, 0), b = halves(w, op, op.b, 1), c = halves(w, op, op.c, 2);
  const uint32_t clamp = op.immediate2;
  write(w, op, [=](unsigned l) {
    return compute<Format, Op>(a.low(l), b.low(l), c.low(l), clamp) |
           compute<Format, Op>(a.high(l), b.high(l), c.high(l), clamp) << 16;
  });
}

/// .F32: the sum or product of the low selected halves, as a float: how a half is converted to a float.
template <class Format, Arithmetic Op>
void arithmetic_to_float(WarpState& w, const MicroOp& op) {
  const InHalves a = halves(w, op, op.a, 0), b = halves(w, op, op.b, 1), c = halves(w, op, op.c, 2);
  write(w, op, [=](unsigned l) {
    const float x = Format::widen(a.low(l)), y = Format::widen(b.low(l));
    if constexpr (Op == Arithmetic::Add) return finish<false, false>(x + y);
    if constexpr (Op == Arithmetic::Multiply) return finish<false, false>(x * y);
    return finish<false, false>(__builtin_fmaf(x, y, Format::widen(c.low(l))));
  });
}

template <class Format, Arithmetic Op>
Execute pick(bool to_single) {
  return to_single ? arithmetic_to_float<Format, Op> : arithmetic<Format, Op>;
}

template <Arithmetic Op>
Execute bind_arithmetic(Binder& b) {
  bind_halves(b);
  b.has(Modifier::MMA);
  b.op.immediate2 = (b.has(Modifier::SAT) ? kSaturate : 0u) | (b.has(Modifier::RELU) ? kRelu : 0u) | (b.has(Modifier::FTZ) ? kFlush : 0u);
  const bool to_single = b.has(Modifier::F32);
  if (to_single && (b.op.immediate2 & kFlush)) return nullptr;
  return b.has(Modifier::BF16_V2) ? pick<Brain, Op>(to_single) : pick<Half, Op>(to_single);
}

inline int32_t order_key(uint32_t h) {
  const auto magnitude = static_cast<int32_t>(h & 0x7fff);
  return h & 0x8000 ? -magnitude - 1 : magnitude;
}

template <class Format>
[[gnu::always_inline]] inline uint32_t minmax(uint32_t x, uint32_t y, bool take_min, bool keep_nan) {
  constexpr uint32_t infinity = Format::kMantissa == 10 ? 0x7c00u : 0x7f80u;
  const bool x_nan = (x & 0x7fff) > infinity, y_nan = (y & 0x7fff) > infinity;
  const bool less = order_key(x) < order_key(y);
  uint32_t r = (take_min ? less : !less) ? x : y;
  r = y_nan ? x : r;
  r = x_nan ? y : r;
  return (keep_nan ? x_nan | y_nan : x_nan & y_nan) ? kNan16 : r;
}

template <class Format>
void hmnmx2(WarpState& w, const MicroOp& op) {
  const InHalves a = halves(w, op, op.a, 0), b = halves(w, op, op.b, 1);
  const uint32_t take_min = read_predicate(w, op.p0);
  const bool keep = op.immediate2;
  write(w, op, [=](unsigned l) {
    const bool smaller = (take_min >> l) & 1;
    return minmax<Format>(a.low(l), b.low(l), smaller, keep) | minmax<Format>(a.high(l), b.high(l), smaller, keep) << 16;
  });
}

[[gnu::always_inline]] inline bool compare(float x, float y, uint32_t set) {
  const bool less = x < y, equal = x == y, greater = x > y;
  return ((set & kLess) && less) || ((set & kEqual) && equal) || ((set & kGreater) && greater) ||
         ((set & kUnordered) && !(less || equal || greater));
}

template <class Format>
void hsetp2(WarpState& w, const MicroOp& op) {
  const InHalves a = halves(w, op, op.a, 0), b = halves(w, op, op.b, 1);
  const uint32_t set = op.immediate2 & 15, how = op.immediate2 >> 4 & 3;
  const uint32_t low = lane_mask([=](unsigned l) { return compare(Format::widen(a.low(l)), Format::widen(b.low(l)), set); });
  const uint32_t high = lane_mask([=](unsigned l) { return compare(Format::widen(a.high(l)), Format::widen(b.high(l)), set); });
  const uint32_t other = read_predicate(w, op.p0);
  if (op.immediate2 & 0x40) {  // .H_AND: both halves
    write_predicate(w, op.set0, combine(how, low & high, other));
    write_predicate(w, op.set1, combine(how, ~(low & high), other));
  } else {
    write_predicate(w, op.set0, combine(how, low, other));
    write_predicate(w, op.set1, combine(how, high, other));
  }
}

template <class Format>
void hset2(WarpState& w, const MicroOp& op) {
  const InHalves a = halves(w, op, op.a, 0), b = halves(w, op, op.b, 1);
  const uint32_t set = op.immediate2 & 15, how = op.immediate2 >> 4 & 3;
  const uint32_t one = op.immediate2 & 0x80 ? (Format::kMantissa == 10 ? 0x3c00u : 0x3f80u) : 0xffffu;
  const uint32_t other = read_predicate(w, op.p0);
  const uint32_t low = combine(how, lane_mask([=](unsigned l) { return compare(Format::widen(a.low(l)), Format::widen(b.low(l)), set); }), other);
  const uint32_t high = combine(how, lane_mask([=](unsigned l) { return compare(Format::widen(a.high(l)), Format::widen(b.high(l)), set); }), other);
  write(w, op, [=](unsigned l) { return ((low >> l) & 1 ? one : 0) | ((high >> l) & 1 ? one : 0) << 16; });
}

Execute bind_compare(Binder& b) {
  bind_halves(b);
  b.op.immediate2 = comparison_modifier(b);
  b.op.immediate2 |= static_cast<uint32_t>(combine_modifier(b)) << 4;
  if (b.has(Modifier::BF)) b.op.immediate2 |= 0x80;
  const bool brain = b.has(Modifier::BF16_V2);
  if (b.instruction.opcode == Opcode::HSETP2) return brain ? hsetp2<Brain> : hsetp2<Half>;
  return brain ? hset2<Brain> : hset2<Half>;
}

}  // namespace

Execute bind_half(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::HADD2: return bind_arithmetic<Arithmetic::Add>(b);
    case Opcode::HMUL2: return bind_arithmetic<Arithmetic::Multiply>(b);
    case Opcode::HFMA2: return bind_arithmetic<Arithmetic::Fma>(b);
    case Opcode::HMNMX2:
      bind_halves(b);
      b.op.immediate2 = b.has(Modifier::NaN);
      return b.has(Modifier::BF16_V2) ? hmnmx2<Brain> : hmnmx2<Half>;
    case Opcode::HSETP2:
    case Opcode::HSET2: return bind_compare(b);
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
