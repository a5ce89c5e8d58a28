// Loops over the 32 lanes of a warp. Included only by the sources that are compiled once for each instruction set level,
// hence everything here is in that level's namespace.
#pragma once

#include <cstdint>

#include "isa/semantics/binder.h"
#include "isa/semantics/block_context.h"
#include "isa/semantics/micro_op.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#ifndef WARPGLASS_LEVEL
#define WARPGLASS_LEVEL baseline
#endif

#define WARPGLASS_LANE_LOOP _Pragma("GCC ivdep") for (unsigned l = 0; l < kWarpLanes; ++l)

namespace warpglass::isa::WARPGLASS_LEVEL {

static inline const uint32_t* row_of(const WarpState& w, const Source& s) {
  return reinterpret_cast<const uint32_t*>(w.base[s.base] + s.offset);
}

/// A 32-bit operand: integer, float or packed halves.
struct In {
  const uint32_t* row;
  uint32_t mask, flip, add;
  In(const WarpState& w, const Source& s) : row(row_of(w, s)), mask(s.mask), flip(s.flip), add(s.add) {}
  uint32_t operator[](unsigned l) const { return ((row[l] & mask) ^ flip) + add; }
};

/// An operand whose modifiers are bitwise (float, logic).
struct InBits {
  const uint32_t* row;
  uint32_t mask, flip;
  InBits(const WarpState& w, const Source& s) : row(row_of(w, s)), mask(s.mask), flip(s.flip) {}
  uint32_t operator[](unsigned l) const { return (row[l] & mask) ^ flip; }
};

/// A 64-bit integer operand in two rows.
struct In64 {
  const uint32_t* row;
  uint64_t flip, add;
  In64(const WarpState& w, const Source& s)
      : row(row_of(w, s)), flip(s.flip ? ~uint64_t{0} : 0), add(s.add) {}
  uint64_t operator[](unsigned l) const {
    return ((uint64_t{row[l + kWarpLanes]} << 32 | row[l]) ^ flip) + add;
  }
};

/// A double operand in two rows; modifiers act on the sign.
struct InDouble {
  const uint32_t* row;
  uint32_t mask, flip;
  InDouble(const WarpState& w, const Source& s) : row(row_of(w, s)), mask(s.mask), flip(s.flip) {}
  uint64_t bits(unsigned l) const { return uint64_t{(row[l + kWarpLanes] & mask) ^ flip} << 32 | row[l]; }
  double operator[](unsigned l) const { return __builtin_bit_cast(double, bits(l)); }
};

static inline float to_float(uint32_t bits) { return __builtin_bit_cast(float, bits); }
static inline uint32_t to_bits(float value) { return __builtin_bit_cast(uint32_t, value); }
static inline uint64_t to_bits(double value) { return __builtin_bit_cast(uint64_t, value); }

/// result[l] = f(l) for the executed lanes.
template <class F>
[[gnu::always_inline]] static inline void write_row(WarpState& w, uint32_t* d, F f) {
  const uint32_t mask = w.exec;
  if (mask == kAllLanes) {
    WARPGLASS_LANE_LOOP d[l] = f(l);
  } else {
    WARPGLASS_LANE_LOOP {
      const uint32_t v = f(l);
      d[l] = (mask >> l) & 1 ? v : d[l];
    }
  }
}
template <class F>
[[gnu::always_inline]] static inline void write(WarpState& w, const MicroOp& op, F f) {
  write_row(w, w.row(op.result), f);
}

/// Two rows from a 64-bit value.
template <class F>
[[gnu::always_inline]] static inline void write64(WarpState& w, const MicroOp& op, F f) {
  uint32_t* d = w.row(op.result);
  const uint32_t mask = w.exec;
  if (mask == kAllLanes) {
    WARPGLASS_LANE_LOOP {
      const uint64_t v = f(l);
      d[l] = static_cast<uint32_t>(v);
      d[l + kWarpLanes] = static_cast<uint32_t>(v >> 32);
    }
  } else {
    WARPGLASS_LANE_LOOP {
      const uint64_t v = f(l);
      const bool on = (mask >> l) & 1;
      d[l] = on ? static_cast<uint32_t>(v) : d[l];
      d[l + kWarpLanes] = on ? static_cast<uint32_t>(v >> 32) : d[l + kWarpLanes];
    }
  }
}

/// One bit a lane from rows of 0 and ~0.
static inline uint32_t gather_bits(const int32_t* t) {
#if defined(__AVX512DQ__)
  const uint32_t low = _mm512_movepi32_mask(_mm512_loadu_si512(t));
  const uint32_t high = _mm512_movepi32_mask(_mm512_loadu_si512(t + 16));
  return low | high << 16;
#elif defined(__AVX2__)
  uint32_t m = 0;
  for (unsigned i = 0; i < 4; ++i)
    m |= static_cast<uint32_t>(_mm256_movemask_ps(_mm256_loadu_ps(reinterpret_cast<const float*>(t + 8 * i)))) << (8 * i);
  return m;
#else
  uint32_t m = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) m |= static_cast<uint32_t>(t[l] < 0) << l;
  return m;
#endif
}

/// True if two rows of 32 words are equal.
static inline bool rows_equal(const uint32_t* x, const uint32_t* y) {
#if defined(__AVX512F__)
  const __mmask16 low = _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(x), _mm512_loadu_si512(y));
  const __mmask16 high = _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(x + 16), _mm512_loadu_si512(y + 16));
  return _mm512_kortestz(low, high);
#else
  uint32_t differs = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) differs |= x[l] ^ y[l];
  return differs == 0;
#endif
}

/// The same for 64-bit lanes.
static inline bool rows_equal(const uint64_t* x, const uint64_t* y) {
  uint64_t differs = 0;
  for (unsigned l = 0; l < kWarpLanes; ++l) differs |= x[l] ^ y[l];
  return differs == 0;
}

/// The mask of the lanes for which f is true.
template <class F>
[[gnu::always_inline]] static inline uint32_t lane_mask(F f) {
  alignas(64) int32_t t[kWarpLanes];
  WARPGLASS_LANE_LOOP t[l] = f(l) ? -1 : 0;
  return gather_bits(t);
}

static inline uint32_t read_predicate(const WarpState& w, const PredicateSource& p) {
  return w.predicates[p.slot] ^ p.flip;
}

static inline void write_predicate(WarpState& w, uint8_t slot, uint32_t value) {
  w.predicates[slot] = (w.predicates[slot] & ~w.exec) | (value & w.exec);
}

/// How a compare's result is combined with its predicate operand.
enum class Combine : uint32_t { And, Or, Xor };

static inline uint32_t combine(uint32_t how, uint32_t x, uint32_t y) {
  return how == 0 ? x & y : how == 1 ? x | y : x ^ y;
}

static inline Combine combine_modifier(Binder& b) {
  if (b.has(Modifier::OR)) return Combine::Or;
  if (b.has(Modifier::XOR)) return Combine::Xor;
  b.has(Modifier::AND);
  return Combine::And;
}

/// Comparison as the set of outcomes that make it true.
enum Outcome : uint32_t { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

static inline uint32_t comparison_modifier(Binder& b) {
  struct Name { Modifier modifier; uint32_t set; };
  static constexpr Name names[] = {
      {Modifier::LT, 1}, {Modifier::EQ, 2}, {Modifier::LE, 3}, {Modifier::GT, 4}, {Modifier::NE, 5}, {Modifier::GE, 6},
      {Modifier::NUM, 7}, {Modifier::NaN, 8}, {Modifier::LTU, 9}, {Modifier::EQU, 10}, {Modifier::LEU, 11},
      {Modifier::GTU, 12}, {Modifier::NEU, 13}, {Modifier::GEU, 14}, {Modifier::T, 15}, {Modifier::F, 0}};
  uint32_t set = 0;
  for (const Name& name : names)
    if (b.has(name.modifier)) set = name.set;
  return set;
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
