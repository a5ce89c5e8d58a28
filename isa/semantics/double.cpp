// Double precision: values are pairs of rows, low word first.
#include "isa/semantics/float32.h"
#include "isa/semantics/level.h"
#include "isa/semantics/rounding.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

enum class Arithmetic { Add, Multiply, Fma };

inline bool is_nan(uint64_t x) { return (x & 0x7fffffffffffffffull) > 0x7ff0000000000000ull; }

/// Unlike single precision, fp64 keeps a NaN operand's payload, made quiet: of b before c before a (measured on an H200). A
/// NaN made of numbers is this one.
inline constexpr uint64_t kNan = 0xfff8000000000000ull;

template <Arithmetic Op>
[[gnu::always_inline]] inline uint64_t compute(uint64_t a, uint64_t b, uint64_t c) {
  const double x = __builtin_bit_cast(double, a), y = __builtin_bit_cast(double, b), z = __builtin_bit_cast(double, c);
  double r;
  if constexpr (Op == Arithmetic::Add) r = x + y;
  if constexpr (Op == Arithmetic::Multiply) r = x * y;
  if constexpr (Op == Arithmetic::Fma) r = __builtin_fma(x, y, z);
  uint64_t nan = is_nan(a) ? a : kNan;
  if constexpr (Op == Arithmetic::Fma) nan = is_nan(c) ? c : nan;
  nan = (is_nan(b) ? b : nan) | 0x0008000000000000ull;
  return r != r ? nan : to_bits(r);
}

template <Arithmetic Op>
void arithmetic(WarpState& w, const MicroOp& op) {
  const InDouble a(w, op.a), b(w, op.b), c(w, op.c);
  write64(w, op, [=](unsigned l) { return compute<Op>(a.bits(l), b.bits(l), Op == Arithmetic::Fma ? c.bits(l) : 0); });
}

template <Arithmetic Op>
void arithmetic_rounded(WarpState& w, const MicroOp& op) {
  const InDouble a(w, op.a), b(w, op.b), c(w, op.c);
  alignas(64) uint64_t r[kWarpLanes];
  with_rounding(op.immediate, [&] { WARPGLASS_LANE_LOOP r[l] = compute<Op>(a.bits(l), b.bits(l), c.bits(l)); });
  write64(w, op, [&](unsigned l) { return r[l]; });
}

template <Arithmetic Op>
Execute bind_arithmetic(Binder& b) {
  b.bind(ValueType::Double);
  b.op.immediate = static_cast<uint32_t>(rounding_modifier(b));
  return b.op.immediate ? arithmetic_rounded<Op> : arithmetic<Op>;
}

void dsetp(WarpState& w, const MicroOp& op) {
  const InDouble a(w, op.a), b(w, op.b);
  uint32_t less = 0, equal = 0, greater = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    const double x = a[l], y = b[l];
    less |= static_cast<uint32_t>(x < y) << l;
    equal |= static_cast<uint32_t>(x == y) << l;
    greater |= static_cast<uint32_t>(x > y) << l;
  }
  const uint32_t set = op.immediate & 15, how = op.immediate >> 4;
  const uint32_t r = (set & kLess ? less : 0) | (set & kEqual ? equal : 0) | (set & kGreater ? greater : 0) |
                     (set & kUnordered ? ~(less | equal | greater) : 0);
  const uint32_t other = read_predicate(w, op.p0);
  write_predicate(w, op.set0, combine(how, r, other));
  write_predicate(w, op.set1, combine(how, ~r, other));
}

/// .MIN and .MAX: the first result says that a is the one to take (of a number and a NaN the number), the second that both
/// are NaN.
void dsetp_minmax(WarpState& w, const MicroOp& op) {
  const InDouble a(w, op.a), b(w, op.b);
  const auto key = [](uint64_t bits) {  // -0 is below +0
    const auto x = static_cast<int64_t>(bits);
    return x < 0 ? x ^ 0x7fffffffffffffff : x;
  };
  uint32_t first = 0, none = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    const uint64_t x = a.bits(l), y = b.bits(l);
    const bool better = op.immediate2 ? key(x) > key(y) : key(x) < key(y);
    first |= static_cast<uint32_t>(!is_nan(x) && (is_nan(y) || better)) << l;
    none |= static_cast<uint32_t>(is_nan(x) && is_nan(y)) << l;
  }
  const uint32_t other = read_predicate(w, op.p0), how = op.immediate >> 4;
  write_predicate(w, op.set0, combine(how, first, other));
  write_predicate(w, op.set1, combine(how, none, other));
}

Execute bind_compare(Binder& b) {
  b.bind(ValueType::Double);
  b.op.immediate = comparison_modifier(b);
  b.op.immediate |= static_cast<uint32_t>(combine_modifier(b)) << 4;
  b.op.immediate2 = b.has(Modifier::MAX);
  if (b.has(Modifier::MIN) || b.op.immediate2) return dsetp_minmax;
  return dsetp;
}

}  // namespace

Execute bind_double(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::DADD: return bind_arithmetic<Arithmetic::Add>(b);
    case Opcode::DMUL: return bind_arithmetic<Arithmetic::Multiply>(b);
    case Opcode::DFMA: return bind_arithmetic<Arithmetic::Fma>(b);
    case Opcode::DSETP: return bind_compare(b);
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
