// Conversions between number formats. Each lane goes through double (or the integer itself), which holds every source
// value exactly, so each result is rounded once.
#include "isa/semantics/level.h"
#include "isa/semantics/rounding.h"
#include "isa/semantics/small_float.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

enum class Format : uint8_t { F16, BF16, F32, F64, S8, U8, S16, U16, S32, U32, S64, U64 };

/// Format names among the modifiers, in the order of the text: destination first where both are named.
unsigned formats_of(Binder& b, Format out[2]) {
  struct Name { Modifier modifier; Format format; };
  static constexpr Name names[] = {
      {Modifier::F16, Format::F16}, {Modifier::BF16, Format::BF16}, {Modifier::F32, Format::F32}, {Modifier::F64, Format::F64},
      {Modifier::S8, Format::S8},   {Modifier::U8, Format::U8},     {Modifier::S16, Format::S16}, {Modifier::U16, Format::U16},
      {Modifier::S32, Format::S32}, {Modifier::U32, Format::U32},   {Modifier::S64, Format::S64}, {Modifier::U64, Format::U64}};
  unsigned count = 0;
  for (unsigned i = 0; i < b.instruction.modifier_count && count < 2; ++i)
    for (const Name& name : names)
      if (b.instruction.modifiers[i] == name.modifier && count < 2) {
        out[count++] = name.format;
        b.has(name.modifier);
      }
  return count;
}

bool is_integer(Format f) { return f >= Format::S8; }
bool is_wide(Format f) { return f == Format::F64 || f == Format::S64 || f == Format::U64; }

/// immediate: source format | destination format << 8 | rounding << 16 | flags << 24
enum Flags : uint32_t { kFtz = 1, kSat = 2, kUpperHalf = 4 };

struct Plan {
  Format from, to;
  uint32_t rounding, flags;
  explicit Plan(const MicroOp& op)
      : from(static_cast<Format>(op.immediate & 0xff)), to(static_cast<Format>(op.immediate >> 8 & 0xff)),
        rounding(op.immediate >> 16 & 0xff), flags(op.immediate >> 24) {}
};

/// The floating-point source as double.
inline double load_float(const WarpState& w, const MicroOp& op, const Plan& plan, unsigned l) {
  if (plan.from == Format::F64) return InDouble(w, op.a)[l];
  uint32_t bits = row_of(w, op.a)[l];
  if (plan.from == Format::F32) {
    bits = (bits & op.a.mask) ^ op.a.flip;
    if (plan.flags & kFtz) bits = flush<true>(bits);
    return to_float(bits);
  }
  bits = bits >> (op.immediate2 & 0xff) & 0xffff;
  const float value = plan.from == Format::F16 ? Half::widen(bits) : Brain::widen(bits);
  const float magnitude = op.a.mask != kAllLanes ? __builtin_fabsf(value) : value;
  return op.a.flip ? -magnitude : magnitude;
}

inline double round_integral(double v, uint32_t rounding) {
  switch (static_cast<Rounding>(rounding)) {
    case Rounding::Nearest: return __builtin_rint(v);
    case Rounding::Down: return __builtin_floor(v);
    case Rounding::Up: return __builtin_ceil(v);
    case Rounding::Zero: return __builtin_trunc(v);
  }
  return v;
}

/// The integer that a NaN becomes (measured on an H200): of double precision or in 64 bits the sign bit alone, else 0.
inline uint64_t nan_as_integer(Format to, bool from_double) {
  if (to == Format::S64 || to == Format::U64) return 0x8000000000000000ull;
  if (!from_double) return 0;
  if (to == Format::S8) return 0xffffff80u;
  if (to == Format::U8) return 0x80u;
  if (to == Format::S16) return 0xffff8000u;
  return to == Format::U16 ? 0x8000u : 0x80000000u;
}

/// Rounds, then clamps to the integer's range.
inline uint64_t to_integer(double v, Format to, uint32_t rounding, bool from_double = false) {
  const double r = round_integral(v, rounding);
  if (r != r) return nan_as_integer(to, from_double);
  const auto clamp = [r](double low, double high) { return r < low ? low : r > high ? high : r; };
  switch (to) {
    case Format::S8: return static_cast<uint64_t>(static_cast<int64_t>(clamp(-128, 127)));
    case Format::U8: return static_cast<uint64_t>(clamp(0, 255));
    case Format::S16: return static_cast<uint64_t>(static_cast<int64_t>(clamp(-32768, 32767)));
    case Format::U16: return static_cast<uint64_t>(clamp(0, 65535));
    case Format::S32: return static_cast<uint64_t>(static_cast<int64_t>(clamp(-2147483648.0, 2147483647.0)));
    case Format::U32: return static_cast<uint64_t>(clamp(0, 4294967295.0));
    case Format::S64:
      if (r < -0x1p63) return 0x8000000000000000ull;
      return r >= 0x1p63 ? 0x7fffffffffffffffull : static_cast<uint64_t>(static_cast<int64_t>(r));
    default:
      return r >= 0x1p64 ? 0xffffffffffffffffull : r <= 0 ? 0 : static_cast<uint64_t>(r);
  }
}

/// Runs f(l) for all lanes into the destination, one or two rows wide.
template <class F>
void store(WarpState& w, const MicroOp& op, bool wide, uint32_t rounding, F f) {
  alignas(64) uint64_t r[kWarpLanes];
  with_rounding(rounding, [&] {
    for (unsigned l = 0; l < kWarpLanes; ++l) r[l] = f(l);
  });
  if (wide)
    write64(w, op, [&](unsigned l) { return r[l]; });
  else
    write(w, op, [&](unsigned l) { return static_cast<uint32_t>(r[l]); });
}

void float_to_integer(WarpState& w, const MicroOp& op) {
  const Plan plan(op);
  store(w, op, is_wide(plan.to), 0, [&](unsigned l) { return to_integer(load_float(w, op, plan, l), plan.to, plan.rounding, plan.from == Format::F64); });
}

template <class Small>
inline uint32_t narrow_clamped(double v, uint32_t rounding) {
  const uint32_t bits = narrow<Small>(v);
  constexpr uint32_t infinity = Small::kMantissa == 10 ? 0x7c00u : 0x7f80u;
  const bool overflow = (bits & 0x7fff) == infinity && __builtin_fabs(v) <= 0x1.fffffffffffffp1023;
  const bool toward_zero = rounding == 3 || (rounding == 1 && v > 0) || (rounding == 2 && v < 0);
  return overflow && toward_zero ? bits - 1 : bits;
}

/// A double as the floating-point format, in the current rounding mode.
inline uint64_t from_double(double v, const Plan& plan) {
  switch (plan.to) {
    case Format::F16: return narrow_clamped<Half>(v, plan.rounding);
    case Format::BF16: return narrow_clamped<Brain>(v, plan.rounding);
    case Format::F32: {
      const auto r = static_cast<float>(v);
      if (plan.flags & kSat) return finish<false, true>(r);
      return plan.flags & kFtz ? finish<true, false>(r) : finish<false, false>(r);
    }
    // Rounding functions of some processors leave a signalling NaN as it is.
    default: return v != v ? to_bits(v) | 0x0008000000000000ull : to_bits(v);
  }
}

/// A NaN of double precision keeps its sign and the upper bits of its payload in a smaller format (measured on an H200).
inline uint64_t narrow_nan(uint64_t bits, Format to) {
  const auto keep = [bits](unsigned mantissa, uint32_t infinity) {
    const auto payload = static_cast<uint32_t>((bits & 0x000fffffffffffffull) >> (52 - mantissa)) | 1u << (mantissa - 1);
    return infinity | payload;
  };
  const auto sign = static_cast<uint32_t>(bits >> 63);
  if (to == Format::F16) return sign << 15 | keep(10, 0x7c00u);
  if (to == Format::BF16) return sign << 15 | keep(7, 0x7f80u);
  return sign << 31 | keep(23, 0x7f800000u);
}

void float_to_float(WarpState& w, const MicroOp& op) {
  const Plan plan(op);
  const bool keep_nan = plan.from == Format::F64 && !is_wide(plan.to) && (plan.flags & kSat) == 0;
  store(w, op, is_wide(plan.to), plan.rounding, [&](unsigned l) {
    const double v = load_float(w, op, plan, l);
    return keep_nan && v != v ? narrow_nan(to_bits(v), plan.to) : from_double(v, plan);
  });
}

/// FRND: to an integral value of the same format.
void round_float(WarpState& w, const MicroOp& op) {
  const Plan plan(op);
  store(w, op, is_wide(plan.to), 0,
        [&](unsigned l) { return from_double(round_integral(load_float(w, op, plan, l), plan.rounding), plan); });
}

template <class Integer>
inline uint64_t integer_to(Integer x, const Plan& plan) {
  if (plan.to == Format::F32) return to_bits(static_cast<float>(x));
  if (plan.to == Format::F64) return to_bits(static_cast<double>(x));
  return from_double(static_cast<double>(x), plan);
}

void integer_to_float(WarpState& w, const MicroOp& op) {
  const Plan plan(op);
  const In a(w, op.a);
  const In64 wide(w, op.a);
  const uint32_t shift = op.immediate2 & 0xff;
  store(w, op, is_wide(plan.to), plan.rounding, [&](unsigned l) {
    switch (plan.from) {
      case Format::S8: return integer_to(static_cast<int32_t>(static_cast<int8_t>(a[l] >> shift)), plan);
      case Format::U8: return integer_to(static_cast<int32_t>(a[l] >> shift & 0xff), plan);
      case Format::S16: return integer_to(static_cast<int32_t>(static_cast<int16_t>(a[l] >> shift)), plan);
      case Format::U16: return integer_to(static_cast<int32_t>(a[l] >> shift & 0xffff), plan);
      case Format::U32: return integer_to(a[l], plan);
      case Format::S64: return integer_to(static_cast<int64_t>(wide[l]), plan);
      case Format::U64: return integer_to(wide[l], plan);
      default: return integer_to(static_cast<int32_t>(a[l]), plan);
    }
  });
}

void int32_to_float(WarpState& w, const MicroOp& op) {
  const In a(w, op.a);
  write(w, op, [=](unsigned l) { return to_bits(static_cast<float>(static_cast<int32_t>(a[l]))); });
}
void uint32_to_float(WarpState& w, const MicroOp& op) {
  const In a(w, op.a);
  write(w, op, [=](unsigned l) { return to_bits(static_cast<float>(a[l])); });
}

uint32_t selector_shift(const Operand* operand) {
  if (operand == nullptr) return 0;
  switch (operand->select) {
    case select::kB1: return 8;
    case select::kB2: return 16;
    case select::kB3: return 24;
    case select::kH1:
    case select::kH1H1: return 16;
    default: return 0;
  }
}

Rounding integral_modifier(Binder& b) {
  if (b.has(Modifier::TRUNC)) return Rounding::Zero;
  if (b.has(Modifier::FLOOR)) return Rounding::Down;
  if (b.has(Modifier::CEIL)) return Rounding::Up;
  return rounding_modifier(b);
}

void finish_plan(Binder& b, Format from, Format to, Rounding rounding) {
  const uint32_t flags = (b.has(Modifier::FTZ) ? kFtz : 0u) | (b.has(Modifier::SAT) ? kSat : 0u);
  b.op.immediate = static_cast<uint32_t>(from) | static_cast<uint32_t>(to) << 8 | static_cast<uint32_t>(rounding) << 16 | flags << 24;
  b.op.immediate2 = selector_shift(b.values ? b.value[0] : nullptr);
  const ValueType type = from == Format::F64                           ? ValueType::Double
                         : from == Format::S64 || from == Format::U64 ? ValueType::Integer64
                         : is_integer(from)                           ? ValueType::Integer
                                                                      : ValueType::Float;
  b.bind(type);
}

Execute bind_f2i(Binder& b) {
  Format named[2], from = Format::F32, to = Format::S32;
  for (unsigned i = 0, n = formats_of(b, named); i < n; ++i) (is_integer(named[i]) ? to : from) = named[i];
  b.has(Modifier::NTZ);
  finish_plan(b, from, to, integral_modifier(b));
  return float_to_integer;
}

Execute bind_i2f(Binder& b) {
  Format named[2], from = Format::S32, to = Format::F32;
  for (unsigned i = 0, n = formats_of(b, named); i < n; ++i) (is_integer(named[i]) ? from : to) = named[i];
  const Rounding rounding = rounding_modifier(b);
  finish_plan(b, from, to, rounding);
  if (to == Format::F32 && rounding == Rounding::Nearest && from == Format::S32) return int32_to_float;
  if (to == Format::F32 && rounding == Rounding::Nearest && from == Format::U32) return uint32_to_float;
  return integer_to_float;
}

Execute bind_f2f(Binder& b) {
  Format named[2] = {Format::F32, Format::F32};
  if (formats_of(b, named) != 2) return nullptr;
  finish_plan(b, named[1], named[0], rounding_modifier(b));
  return float_to_float;
}

Execute bind_frnd(Binder& b) {
  Format named[2] = {Format::F32, Format::F32};
  if (formats_of(b, named) == 1) named[1] = named[0];
  finish_plan(b, named[1], named[0], integral_modifier(b));
  return round_float;
}

/// Two floats rounded to halves, a in the high one.
template <class Small>
void pack_halves(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  const uint32_t rounding = op.immediate, relu = op.immediate2;
  const auto one = [=](uint32_t bits) {
    const float v = to_float(bits);
    const uint32_t r = narrow_clamped<Small>(v, rounding);
    return relu && (r & 0x8000) && v == v ? 0u : r;
  };
  alignas(64) uint32_t r[kWarpLanes];
  with_rounding(rounding, [&] { WARPGLASS_LANE_LOOP r[l] = one(a[l]) << 16 | one(b[l]); });
  write(w, op, [&](unsigned l) { return r[l]; });
}

/// fp8, E4M3 and E5M2: one sign bit, no infinity in E4M3. NaN is 0x7f.
struct Fp8 {
  int mantissa, min_exponent;
  uint32_t largest;
  /// Rounded to nearest even, clamped to the largest finite value.
  uint32_t narrow(double v) const {
    if (v != v) return 0x7f;
    const uint32_t sign = to_bits(v) >> 63 ? 0x80 : 0;
    const double magnitude = __builtin_fabs(v);
    if (magnitude >= 0x1p20) return sign | largest;
    if (magnitude == 0) return sign;
    const int own = __builtin_ilogb(magnitude), exponent = own < min_exponent ? min_exponent : own;
    const auto units = static_cast<uint32_t>(__builtin_nearbyint(__builtin_ldexp(magnitude, mantissa - exponent)));
    const uint32_t bits = (static_cast<uint32_t>(exponent - min_exponent) << mantissa) + units;
    return sign | (bits > largest ? largest : bits);
  }
  /// As fp16, which holds every value.
  uint32_t widen(uint32_t bits) const {
    const uint32_t sign = (bits & 0x80) << 8, rest = bits & 0x7f;
    if (mantissa == 2) return (rest & 0x7c) == 0x7c && (rest & 3) ? kNan16 : sign | rest << 8;
    if (rest == 0x7f) return kNan16;
    const uint32_t exponent = rest >> 3, fraction = rest & 7;
    const double value = exponent == 0 ? fraction * 0x1p-9 : __builtin_ldexp(8.0 + fraction, static_cast<int>(exponent) - 10);
    return sign | isa::WARPGLASS_LEVEL::narrow<Half>(value);
  }
};
constexpr Fp8 kE4m3{3, -6, 0x7e}, kE5m2{2, -14, 0x7b};

/// op.immediate: E5M2 instead of E4M3; op.immediate2: negative values become zero.
void pack_fp8(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  const Fp8 format = op.immediate ? kE5m2 : kE4m3;
  const auto one = [&](uint32_t bits) {
    const float v = to_float(bits);
    return op.immediate2 && v < 0 ? 0 : format.narrow(v);
  };
  write(w, op, [&](unsigned l) { return one(a[l]) << 8 | one(b[l]); });
}

/// From two halves in one register.
void pack_fp8_halves(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  const Fp8 format = op.immediate ? kE5m2 : kE4m3;
  const auto one = [&](uint32_t bits) {
    const float v = Half::widen(bits);
    return op.immediate2 && v < 0 ? 0 : format.narrow(v);
  };
  write(w, op, [&](unsigned l) { return one(a[l] >> 16) << 8 | one(a[l] & 0xffff); });
}

void unpack_fp8(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  const Fp8 format = op.immediate ? kE5m2 : kE4m3;
  write(w, op, [&](unsigned l) { return format.widen(a[l] >> 8 & 0xff) << 16 | format.widen(a[l] & 0xff); });
}

bool reads_zero(const Source& s) { return s.base == 1 && s.offset == 0; }

/// Only what was measured: two values, nothing merged.
Execute bind_fp8(Binder& b) {
  b.bind(ValueType::Float);
  for (unsigned i = 0; i < b.values; ++i)
    if (b.value[i]->select != select::kNone) return nullptr;
  b.op.immediate = b.has(Modifier::E5M2);
  b.has(Modifier::E4M3);
  if (b.has(Modifier::UNPACK_B)) return b.has(Modifier::F16) && b.values == 1 ? unpack_fp8 : nullptr;
  if (!b.has(Modifier::SATFINITE)) return nullptr;
  b.op.immediate2 = b.has(Modifier::RELU);
  if (b.has(Modifier::PACK_AB_MERGE_C)) return b.has(Modifier::F32) && reads_zero(b.op.c) ? pack_fp8 : nullptr;
  if (b.has(Modifier::UNPACK_B_MERGE_C)) return b.has(Modifier::F16) && reads_zero(b.op.b) ? pack_fp8_halves : nullptr;
  return nullptr;
}

/// F2FP.….MERGE_C d, a, c: one value; only with nothing to merge.
Execute bind_single_half(Binder& b, Format to) {
  if (!reads_zero(b.op.b)) return nullptr;
  b.op.b = b.op.a;
  b.op.a = Source{};
  return to == Format::F16 ? pack_halves<Half> : to == Format::BF16 ? pack_halves<Brain> : nullptr;
}

Execute bind_f2fp(Binder& b) {
  if (b.instruction.has(Modifier::E4M3) || b.instruction.has(Modifier::E5M2)) return bind_fp8(b);
  Format named[2];
  const bool single = b.has(Modifier::MERGE_C);
  if (formats_of(b, named) != 2 || named[1] != Format::F32 || (!single && !b.has(Modifier::PACK_AB))) return nullptr;
  b.bind(ValueType::Float);
  b.op.immediate = static_cast<uint32_t>(rounding_modifier(b));
  b.op.immediate2 = b.has(Modifier::RELU);
  if (single) return bind_single_half(b, named[0]);
  if (named[0] == Format::F16) return pack_halves<Half>;
  return named[0] == Format::BF16 ? pack_halves<Brain> : nullptr;
}

/// I2I: saturating narrowing.
void narrow_integer(WarpState& w, const MicroOp& op) {
  const Plan plan(op);
  const In a(w, op.a);
  write(w, op, [&](unsigned l) {
    const double v = plan.from == Format::U32 ? static_cast<double>(a[l]) : static_cast<double>(static_cast<int32_t>(a[l]));
    return static_cast<uint32_t>(to_integer(v, plan.to, 0));
  });
}

Execute bind_i2i(Binder& b) {
  Format named[2] = {Format::S32, Format::S32};
  if (formats_of(b, named) == 0 || !b.has(Modifier::SAT)) return nullptr;
  finish_plan(b, named[1], named[0], Rounding::Nearest);
  return narrow_integer;
}

/// I2IP: a and b, saturated to 16 bits, side by side.
void pack_integers(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const auto to = static_cast<Format>(op.immediate);
  const auto one = [to](uint32_t x) { return static_cast<uint32_t>(to_integer(static_cast<int32_t>(x), to, 0)) & 0xffffu; };
  write(w, op, [&](unsigned l) { return one(a[l]) << 16 | one(b[l]); });
}

Execute bind_i2ip(Binder& b) {
  Format named[2];
  if (formats_of(b, named) != 2 || named[1] != Format::S32 || !b.has(Modifier::SAT)) return nullptr;
  b.bind(ValueType::Integer);
  b.op.immediate = static_cast<uint32_t>(named[0]);
  return (named[0] == Format::S16 || named[0] == Format::U16) && reads_zero(b.op.c) ? pack_integers : nullptr;
}

/// F2IP d, RZ, b, RZ: one byte, as F2I makes it. Other forms were never measured.
Execute bind_f2ip(Binder& b) {
  Format named[2];
  if (formats_of(b, named) != 2 || named[0] != Format::U8 || named[1] != Format::F32) return nullptr;
  b.has(Modifier::NTZ);
  finish_plan(b, named[1], named[0], integral_modifier(b));
  if (!reads_zero(b.op.a) || !reads_zero(b.op.c)) return nullptr;
  b.op.a = b.op.b;
  return float_to_integer;
}

}  // namespace

Execute bind_convert(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::F2I: return bind_f2i(b);
    case Opcode::I2F:
    case Opcode::I2FP: return bind_i2f(b);
    case Opcode::F2F: return bind_f2f(b);
    case Opcode::FRND: return bind_frnd(b);
    case Opcode::F2FP: return bind_f2fp(b);
    case Opcode::I2I: return bind_i2i(b);
    case Opcode::I2IP: return bind_i2ip(b);
    case Opcode::F2IP: return bind_f2ip(b);
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
