// Logic, bit fields, selection, moves, predicates.
#include "isa/semantics/lanes.h"
#include "isa/semantics/level.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

/// Three-input logic: bit (a<<2 | b<<1 | c) of the table. Written as a sum of minterms under masks.
inline uint32_t lut3(uint32_t table, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r = 0;
  if (table & 0x01) r |= ~a & ~b & ~c;
  if (table & 0x02) r |= ~a & ~b & c;
  if (table & 0x04) r |= ~a & b & ~c;
  if (table & 0x08) r |= ~a & b & c;
  if (table & 0x10) r |= a & ~b & ~c;
  if (table & 0x20) r |= a & ~b & c;
  if (table & 0x40) r |= a & b & ~c;
  if (table & 0x80) r |= a & b & c;
  return r;
}

struct AnyTable {
  uint32_t m[8];
  explicit AnyTable(uint32_t table) {
    for (unsigned i = 0; i < 8; ++i) m[i] = table >> i & 1 ? kAllLanes : 0;
  }
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    const uint32_t not_a = (~b & ((~c & m[0]) | (c & m[1]))) | (b & ((~c & m[2]) | (c & m[3])));
    const uint32_t with_a = (~b & ((~c & m[4]) | (c & m[5]))) | (b & ((~c & m[6]) | (c & m[7])));
    return (~a & not_a) | (a & with_a);
  }
};

/// The predicate result is "not zero", combined with p0 (OR, or AND for .PAND).
inline void set_nonzero(WarpState& w, const MicroOp& op, const uint32_t* r) {
  const uint32_t nonzero = lane_mask([=](unsigned l) { return r[l] != 0; });
  const uint32_t other = read_predicate(w, op.p0);
  write_predicate(w, op.set0, op.immediate2 & 1 ? nonzero & other : nonzero | other);
}

void lop3_any(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  const AnyTable table(op.immediate);
  alignas(64) uint32_t r[kWarpLanes];
  WARPGLASS_LANE_LOOP r[l] = table(a[l], b[l], c[l]);
  if (op.set0 != kPredicateSink) set_nonzero(w, op, r);
  write(w, op, [&](unsigned l) { return r[l]; });
}

template <uint32_t Table>
void lop3(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  write(w, op, [=](unsigned l) { return lut3(Table, a[l], b[l], c[l]); });
}

Execute bind_lop3(Binder& b) {
  b.ignore({Modifier::LUT});
  b.op.immediate2 = b.has(Modifier::PAND);
  if (b.values < 4) return nullptr;
  b.bind(ValueType::Integer);
  if (!b.is_constant(3, b.op.immediate)) return nullptr;
  if (b.predicate_results) return lop3_any;
  switch (b.op.immediate) {
    case 0xc0: return lop3<0xc0>;  // a & b
    case 0xfc: return lop3<0xfc>;  // a | b
    case 0x3c: return lop3<0x3c>;  // a ^ b
    case 0x33: return lop3<0x33>;  // ~b
    case 0x96: return lop3<0x96>;  // a ^ b ^ c
    case 0xf8: return lop3<0xf8>;  // a | (b & c)
    case 0xe2: return lop3<0xe2>;
    case 0xb8: return lop3<0xb8>;
    case 0x30: return lop3<0x30>;  // a & ~b
    default: return lop3_any;
  }
}

void plop3(WarpState& w, const MicroOp& op) {
  const uint32_t a = read_predicate(w, op.p0), b = read_predicate(w, op.p1), c = read_predicate(w, op.p2);
  const uint32_t first = lut3(op.immediate, a, b, c), second = lut3(op.immediate2, a, b, c);
  write_predicate(w, op.set0, first);
  write_predicate(w, op.set1, second);
}

/// With sign bits of registers among the inputs: op.immediate2 says which above the second table.
void plop3_signs(WarpState& w, const MicroOp& op) {
  const Source* registers[] = {&op.a, &op.b, &op.c};
  const PredicateSource* predicates[] = {&op.p0, &op.p1, &op.p2};
  uint32_t in[3];
  for (unsigned i = 0; i < 3; ++i) {
    const InBits r(w, *registers[i]);
    in[i] = op.immediate2 >> (8 + i) & 1 ? lane_mask([=](unsigned l) { return r[l] >> 31 != 0; }) : read_predicate(w, *predicates[i]);
  }
  const uint32_t first = lut3(op.immediate, in[0], in[1], in[2]), second = lut3(op.immediate2, in[0], in[1], in[2]);
  write_predicate(w, op.set0, first);
  write_predicate(w, op.set1, second);
}

void move(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  write(w, op, [=](unsigned l) { return a[l]; });
}
void select(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const uint32_t p = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) { return (p >> l) & 1 ? a[l] : b[l]; });
}

template <bool Ftz>
void fselect(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b);
  const uint32_t p = read_predicate(w, op.p0);
  write(w, op, [=](unsigned l) {
    const uint32_t v = (p >> l) & 1 ? a[l] : b[l];
    return Ftz && (v & 0x7f800000u) == 0 ? v & 0x80000000u : v;
  });
}

inline uint32_t permute_byte(uint64_t bytes, uint32_t selector) {
  const uint32_t byte = static_cast<uint32_t>(bytes >> (8 * (selector & 7))) & 0xff;
  return selector & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte;
}

/// Byte permutation; the named modes make a selector from the low two bits of b (PTX prmt).
enum class Permute : uint32_t { Index, Forward4, Backward4, Replicate8, EdgeLeft, EdgeRight, Replicate16 };

inline uint32_t permute_selector(Permute mode, uint32_t b) {
  const uint32_t s = b & 3;
  switch (mode) {
    case Permute::Index: return b;
    case Permute::Forward4: return s | (s + 1) << 4 | (s + 2) << 8 | (s + 3) << 12;
    case Permute::Backward4: return s | ((s + 7) & 7) << 4 | ((s + 6) & 7) << 8 | ((s + 5) & 7) << 12;
    case Permute::Replicate8: return s * 0x1111;
    case Permute::EdgeLeft: return s | (s > 1 ? s : 1) << 4 | (s > 2 ? s : 2) << 8 | 3 << 12;
    case Permute::EdgeRight: return 0 | (s < 1 ? s : 1) << 4 | (s < 2 ? s : 2) << 8 | s << 12;
    case Permute::Replicate16: return (s & 1) * 0x2222 + 0x1010;
  }
  return b;
}

void prmt(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a), b(w, op.b), c(w, op.c);
  const auto mode = static_cast<Permute>(op.immediate);
  write(w, op, [=](unsigned l) {
    const uint64_t bytes = uint64_t{c[l]} << 32 | a[l];
    const uint32_t s = permute_selector(mode, b[l]);
    return permute_byte(bytes, s) | permute_byte(bytes, s >> 4) << 8 | permute_byte(bytes, s >> 8) << 16 |
           permute_byte(bytes, s >> 12) << 24;
  });
}

Execute bind_prmt(Binder& b) {
  b.bind(ValueType::Integer);
  static constexpr Modifier names[] = {Modifier::F4E, Modifier::B4E, Modifier::RC8,
                                       Modifier::ECL, Modifier::ECR, Modifier::RC16};
  for (unsigned i = 0; i < 6; ++i)
    if (b.has(names[i])) b.op.immediate = i + 1;
  return prmt;
}

void popc(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  write(w, op, [=](unsigned l) {
    uint32_t x = a[l];
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return (((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
  });
}

void brev(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  write(w, op, [=](unsigned l) {
    uint32_t x = a[l];
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
  });
}

/// Position of the leading one, or of the first bit that differs from the sign; .SH counts from the top instead.
/// Nothing found: 0xffffffff (measured for bfind).
void flo(WarpState& w, const MicroOp& op) {
  const In a(w, op.a);
  const bool is_signed = op.immediate & 1, from_top = op.immediate & 2;
  uint32_t nonzero = 0, result[kWarpLanes];
  for (unsigned l = 0; l < kWarpLanes; ++l) {
    uint32_t x = a[l];
    if (is_signed && (x >> 31)) x = ~x;
    nonzero |= (x ? 1u : 0u) << l;
    const auto lead = static_cast<uint32_t>(__builtin_clz(x | 1));
    result[l] = x == 0 ? 0xffffffffu : from_top ? lead : 31 - lead;
  }
  write(w, op, [&](unsigned l) { return result[l]; });
  write_predicate(w, op.set0, nonzero);
}

/// A mask of b bits from bit a on (.W wraps both, .C clamps).
void bmsk(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const bool wrap = op.immediate;
  write(w, op, [=](unsigned l) {
    const uint32_t position = wrap ? a[l] & 31 : a[l], count = wrap ? b[l] & 31 : b[l];
    const uint32_t ones = count > 31 ? 0xffffffffu : (1u << (count & 31)) - 1;
    return position > 31 ? 0 : ones << (position & 31);
  });
}

/// Sign- or zero-extends the low b bits.
void sgxt(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const bool is_unsigned = op.immediate & 1, wrap = op.immediate & 2;
  write(w, op, [=](unsigned l) {
    const uint32_t bits = wrap ? b[l] & 31 : b[l];
    if (bits > 31) return a[l];
    if (bits == 0) return 0u;
    const uint32_t up = a[l] << (32 - bits);
    return is_unsigned ? up >> (32 - bits) : static_cast<uint32_t>(static_cast<int32_t>(up) >> (32 - bits));
  });
}

/// Dot product of four bytes or of two halves with bytes, plus c.
void idp(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b), c(w, op.c);
  const bool a_signed = op.immediate & 1, b_signed = op.immediate & 2, two = op.immediate & 4, upper = op.immediate & 8;
  write(w, op, [=](unsigned l) {
    uint32_t sum = c[l];
    for (unsigned i = 0; i < (two ? 2u : 4u); ++i) {
      const uint32_t y8 = b[l] >> (8 * (i + (upper ? 2 : 0))) & 0xff;
      const uint32_t y = b_signed ? static_cast<uint32_t>(static_cast<int8_t>(y8)) : y8;
      const uint32_t x16 = two ? a[l] >> (16 * i) & 0xffff : a[l] >> (8 * i) & 0xff;
      const uint32_t x = !a_signed ? x16
                         : two     ? static_cast<uint32_t>(static_cast<int16_t>(x16))
                                   : static_cast<uint32_t>(static_cast<int8_t>(x16));
      sum += x * y;
    }
    return sum;
  });
}

Execute bind_idp(Binder& b) {
  b.bind(ValueType::Integer);
  const bool two = b.has(Modifier::A2);
  if (!two && !b.has(Modifier::A4)) return nullptr;
  // .4A.S8.U8: the type of a, then of b, read from the encoding because both carry the same names.
  const uint32_t a_signed = b.instruction.bits_high >> 9 & 1, b_signed = b.instruction.bits_high >> 10 & 1;
  b.ignore({Modifier::S8, Modifier::U8, Modifier::S16, Modifier::U16, Modifier::LO});
  b.op.immediate = a_signed | b_signed << 1 | (two ? 4 : 0) | (b.has(Modifier::HI) ? 8 : 0);
  return idp;
}

/// P2R: the predicates as bits, under a mask, inserted into a at byte .B0….
void p2r(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const uint32_t shift = op.immediate;
  uint32_t bits[kWarpLanes] = {};
  for (unsigned i = 0; i < 7; ++i)
    for (unsigned l = 0; l < kWarpLanes; ++l) bits[l] |= ((w.predicates[i] >> l) & 1) << i;
  write(w, op, [&](unsigned l) { return (a[l] & ~(b[l] << shift)) | (bits[l] & b[l]) << shift; });
}

void r2p(WarpState& w, const MicroOp& op) {
  const In a(w, op.a), b(w, op.b);
  const uint32_t shift = op.immediate;
  for (unsigned i = 0; i < 7; ++i) {
    uint32_t bits = 0, on = 0;
    for (unsigned l = 0; l < kWarpLanes; ++l) {
      bits |= (a[l] >> (shift + i) & 1) << l;
      on |= (b[l] >> i & 1) << l;
    }
    on &= w.exec;
    w.predicates[i] = (w.predicates[i] & ~on) | (bits & on);
  }
}

Execute bind_predicate_register(Binder& b) {
  b.bind(ValueType::Integer);
  const uint8_t which = b.values ? b.value[0]->select : select::kNone;
  b.op.immediate = which >= select::kB1 && which <= select::kB3 ? 8u * (which - select::kB0) : b.has(Modifier::B1) ? 8 : 0;
  return b.instruction.opcode == Opcode::R2P ? r2p : p2r;
}

Execute bind_plop3(Binder& b) {
  b.ignore({Modifier::LUT});
  b.bind(ValueType::Integer);
  if (b.values < 2 || !b.is_constant(b.values - 2, b.op.immediate) || !b.is_constant(b.values - 1, b.op.immediate2)) return nullptr;
  if (b.values == 2) return plop3;
  Source* registers[] = {&b.op.a, &b.op.b, &b.op.c};
  PredicateSource* predicates[] = {&b.op.p0, &b.op.p1, &b.op.p2};
  b.op.immediate2 &= 0xff;
  unsigned i = 0;
  for (const Operand& operand : b.instruction.all_operands()) {
    if (operand.destination || operand.kind == OperandKind::Immediate) continue;
    if (i >= 3) return nullptr;
    if (operand.kind == OperandKind::Predicate || operand.kind == OperandKind::UniformPredicate) {
      *predicates[i] = b.predicate_of(operand);
    } else {
      if (operand.select != select::kSign) return nullptr;
      *registers[i] = b.source_of(operand, ValueType::Integer);
      b.op.immediate2 |= 0x100u << i;
    }
    ++i;
  }
  return i == 3 ? plop3_signs : nullptr;
}

Execute bind_flo(Binder& b) {
  b.bind(ValueType::Integer);
  const bool is_unsigned = b.has(Modifier::U32);
  b.has(Modifier::S32);
  b.op.immediate = (is_unsigned ? 0 : 1) | (b.has(Modifier::SH) ? 2 : 0);
  return flo;
}

}  // namespace

Execute bind_logic(Binder& b) {
  switch (b.instruction.opcode) {
    case Opcode::LOP3:
    case Opcode::ULOP3: return bind_lop3(b);
    case Opcode::PLOP3:
    case Opcode::UPLOP3: return bind_plop3(b);
    case Opcode::MOV:
    case Opcode::UMOV: b.bind(ValueType::Integer); return move;
    case Opcode::SEL:
    case Opcode::USEL: b.bind(ValueType::Integer); return select;
    case Opcode::FSEL: b.bind(ValueType::Float); return b.has(Modifier::FTZ) ? fselect<true> : fselect<false>;
    case Opcode::PRMT:
    case Opcode::UPRMT: return bind_prmt(b);
    case Opcode::POPC:
    case Opcode::UPOPC: b.bind(ValueType::Integer); return popc;
    case Opcode::BREV:
    case Opcode::UBREV: b.bind(ValueType::Integer); return brev;
    case Opcode::FLO:
    case Opcode::UFLO: return bind_flo(b);
    case Opcode::BMSK:
    case Opcode::UBMSK:
      b.bind(ValueType::Integer);
      b.op.immediate = b.has(Modifier::W);
      b.has(Modifier::C);
      return bmsk;
    case Opcode::SGXT:
    case Opcode::USGXT:
      b.bind(ValueType::Integer);
      b.op.immediate = (b.has(Modifier::U32) ? 1 : 0) | (b.has(Modifier::W) ? 2 : 0);
      return sgxt;
    case Opcode::IDP: return bind_idp(b);
    case Opcode::P2R:
    case Opcode::R2P: return bind_predicate_register(b);
    default: return nullptr;
  }
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
