// Single-precision arithmetic, comparison, minimum and maximum.
#include "isa/semantics/float32.h"
#include "isa/semantics/level.h"
#include "isa/semantics/rounding.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

enum class Arithmetic { Add, Multiply, Fma };

template <Arithmetic Op, bool Ftz, bool Sat>
[[gnu::always_inline]] inline uint32_t compute(uint32_t a, uint32_t b, uint32_t c) {
  const float x = to_float(flush<Ftz>(a)), y = to_float(flush<Ftz>(b));
  if constexpr (Op == Arithmetic::Add) return finish<Ftz, Sat>(x + y);
  if constexpr (Op == Arithmetic::Multiply) return finish<Ftz, Sat>(x * y);
  return finish<Ftz, Sat>(__builtin_fmaf(x, y, to_float(flush<Ftz>(c))));
}

/// True if |x * y (+ z)| is below the smallest normal number, before rounding.
template <Arithmetic Op>
inline bool is_tiny(uint32_t a, uint32_t b, uint32_t c) {
  const double product = static_cast<double>(to_float(flush<true>(a))) * static_cast<double>(to_float(flush<true>(b)));  // exact
  if constexpr (Op == Arithmetic::Multiply) return __builtin_fabs(product) < 0x1p-126;
  const double z = to_float(flush<true>(c)), sum = product + z, part = sum - product;
  const double error = (product - (sum - part)) + (z - part);
  return __builtin_fabs(sum) < 0x1p-126 || (__builtin_fabs(sum) == 0x1p-126 && (sum > 0 ? error < 0 : error > 0));
}

/// .FTZ flushes what is tiny before rounding (measured on an H200): also results that rounding lifts to the smallest
/// normal number. They are rare, so they are looked at again.
template <Arithmetic Op>
[[gnu::always_inline]] inline void flush_lifted(uint32_t* r, const InBits& a, const InBits& b, const InBits& c) {
  uint32_t lifted = lane_mask([=](unsigned l) { return (r[l] & 0x7fffffffu) == 0x00800000u; });
  for (; lifted != 0; lifted &= lifted - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(lifted));
    if (is_tiny<Op>(a[l], b[l], c[l])) r[l] &= 0x80000000u;
  }
}

template <Arithmetic Op, bool Ftz, bool Sat>
void arithmetic(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  if constexpr (Ftz && Op != Arithmetic::Add) {  // a sum of normal numbers that is tiny is exact
    alignas(64) uint32_t r[kWarpLanes];
    WARPGLASS_LANE_LOOP r[l] = compute<Op, Ftz, Sat>(a[l], b[l], Op == Arithmetic::Fma ? c[l] : 0);
    flush_lifted<Op>(r, a, b, c);
    write(w, op, [&](unsigned l) { return r[l]; });
    return;
  }
  write(w, op, [=](unsigned l) { return compute<Op, Ftz, Sat>(a[l], b[l], Op == Arithmetic::Fma ? c[l] : 0); });
}

template <Arithmetic Op, bool Ftz, bool Sat>
void arithmetic_rounded(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  alignas(64) uint32_t r[kWarpLanes];
  with_rounding(op.immediate, [&] { WARPGLASS_LANE_LOOP r[l] = compute<Op, Ftz, Sat>(a[l], b[l], c[l]); });
  if constexpr (Ftz && Op != Arithmetic::Add) flush_lifted<Op>(r, a, b, c);
  write(w, op, [&](unsigned l) { return r[l]; });
}

template <Arithmetic Op>
Execute bind_arithmetic(Binder& b) {
  b.bind(ValueType::Float);
  const bool ftz = b.has(Modifier::FTZ), sat = b.has(Modifier::SAT);
  b.op.immediate = static_cast<uint32_t>(rounding_modifier(b));
  if (b.op.immediate == 0) {
    if (ftz) return sat ? arithmetic<Op, true, true> : arithmetic<Op, true, false>;
    return sat ? arithmetic<Op, false, true> : arithmetic<Op, false, false>;
  }
  if (ftz) return sat ? arithmetic_rounded<Op, true, true> : arithmetic_rounded<Op, true, false>;
  return sat ? arithmetic_rounded<Op, false, true> : arithmetic_rounded<Op, false, false>;
}

/// Sign-magnitude order as integers: -0 is below +0.
inline int32_t order_key(uint32_t bits) {
  const auto x = static_cast<int32_t>(bits);
  return x < 0 ? static_cast<int32_t>(x ^ 0x7fffffff) : x;
}

/// The smaller where p0 is true, else the larger. A NaN loses against a number (or wins, for .NAN).
template <bool Ftz, bool KeepNan>
void fmnmx(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  // .XORSIGN: the sign is that of the product of the registers, whatever is done to the operands.
  const uint32_t take_min = read_predicate(w, op.p0), xor_sign = op.immediate, *raw_a = a.row, *raw_b = b.row;
  write(w, op, [=](unsigned l) {
    const uint32_t x = flush<Ftz>(a[l]), y = flush<Ftz>(b[l]);
    const bool x_nan = (x & 0x7fffffffu) > 0x7f800000u, y_nan = (y & 0x7fffffffu) > 0x7f800000u;
    const bool less = order_key(x) < order_key(y);
    const bool first = ((take_min >> l) & 1) != 0 ? less : !less;
    uint32_t r = first ? x : y;
    r = y_nan ? x : r;
    r = x_nan ? y : r;
    r = xor_sign ? (r & 0x7fffffffu) | ((raw_a[l] ^ raw_b[l]) & 0x80000000u) : r;
    return (KeepNan ? x_nan | y_nan : x_nan & y_nan) ? kNan32 : r;
  });
}

struct FloatMasks {
  uint32_t less, equal, greater;
};

template <bool Ftz>
inline FloatMasks compare(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  const auto x = [=](unsigned l) { return to_float(flush<Ftz>(a[l])); };
  const auto y = [=](unsigned l) { return to_float(flush<Ftz>(b[l])); };
  return {lane_mask([=](unsigned l) { return x(l) < y(l); }), lane_mask([=](unsigned l) { return x(l) == y(l); }),
          lane_mask([=](unsigned l) { return x(l) > y(l); })};
}

inline uint32_t outcome(const FloatMasks& m, uint32_t set) {
  return (set & kLess ? m.less : 0) | (set & kEqual ? m.equal : 0) | (set & kGreater ? m.greater : 0) |
         (set & kUnordered ? ~(m.less | m.equal | m.greater) : 0);
}

template <bool Ftz>
void fsetp(WarpState& w, const MicroOp& op) {
  const uint32_t r = outcome(compare<Ftz>(w, op), op.immediate & 15), how = op.immediate >> 4;
  const uint32_t other = read_predicate(w, op.p0);
  write_predicate(w, op.set0, combine(how, r, other));
  write_predicate(w, op.set1, combine(how, ~r, other));
}

template <bool Ftz>
void fset(WarpState& w, const MicroOp& op) {
  const uint32_t r = combine(op.immediate >> 4, outcome(compare<Ftz>(w, op), op.immediate & 15), read_predicate(w, op.p0));
  const uint32_t yes = op.immediate2;
  write(w, op, [=](unsigned l) { return (r >> l) & 1 ? yes : 0; });
}

/// True where a / b needs the slow path of the division sequence: operands or quotient near the ends of the range.
void fchk(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  const uint32_t slow = lane_mask([=](unsigned l) {
    const auto ea = static_cast<int32_t>(a[l] >> 23 & 0xff), eb = static_cast<int32_t>(b[l] >> 23 & 0xff);
    const int32_t quotient = ea - eb;
    return eb == 0 || eb >= 253 || ea == 255 || ea < 25 || quotient >= 127 || quotient <= -126;
  });
  write_predicate(w, op.set0, slow);
}

Execute bind_fmnmx(Binder& b) {
  b.bind(ValueType::Float);
  b.op.immediate = b.has(Modifier::XORSIGN);
  const bool ftz = b.has(Modifier::FTZ), keep = b.has(Modifier::NaN);
  if (keep) return ftz ? fmnmx<true, true> : fmnmx<false, true>;
  return ftz ? fmnmx<true, false> : fmnmx<false, false>;
}

Execute bind_compare(Binder& b) {
  b.bind(ValueType::Float);
  b.op.immediate = comparison_modifier(b);
  b.op.immediate |= static_cast<uint32_t>(combine_modifier(b)) << 4;
  const bool ftz = b.has(Modifier::FTZ);
  if (b.instruction.opcode == Opcode::FSETP) return ftz ? fsetp<true> : fsetp<false>;
  b.op.immediate2 = b.has(Modifier::BF) ? 0x3f800000u : 0xffffffffu;
  return ftz ? fset<true> : fset<false>;
}

}  // namespace

Execute bind_float(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::FADD: return bind_arithmetic<Arithmetic::Add>(b);
    case Opcode::FMUL: return bind_arithmetic<Arithmetic::Multiply>(b);
    case Opcode::FFMA: return bind_arithmetic<Arithmetic::Fma>(b);
    case Opcode::FMNMX: return bind_fmnmx(b);
    case Opcode::FSETP:
    case Opcode::FSET: return bind_compare(b);
    case Opcode::FCHK: b.bind(ValueType::Float); return fchk;
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
