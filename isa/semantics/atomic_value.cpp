#include "isa/semantics/atomic_value.h"

#include <bit>

#include "isa/semantics/small_float.h"

namespace warpglass::isa {

using namespace baseline;  // NOLINT: the float helpers of the portable level

namespace {

template <class Integer>
uint64_t integer_value(AtomicOperation operation, Integer old, Integer value) {
  using Bits = std::make_unsigned_t<Integer>;
  const auto o = static_cast<Bits>(old), v = static_cast<Bits>(value);
  switch (operation) {
    case AtomicOperation::Add: return static_cast<Bits>(o + v);
    case AtomicOperation::Increment: return static_cast<Bits>(o + 1);
    case AtomicOperation::Min: return static_cast<Bits>(old < value ? old : value);
    case AtomicOperation::Max: return static_cast<Bits>(old > value ? old : value);
    case AtomicOperation::Inc: return o >= v ? Bits{0} : static_cast<Bits>(o + 1);
    case AtomicOperation::Dec: return o == 0 || o > v ? v : static_cast<Bits>(o - 1);
    case AtomicOperation::And: return o & v;
    case AtomicOperation::Or: return o | v;
    case AtomicOperation::Xor: return o ^ v;
    default: return v;
  }
}

/// Single-precision atomics flush subnormal numbers (.FTZ.RN).
uint64_t add_single(uint64_t old, uint64_t value) {
  const float x = to_float(flush<true>(static_cast<uint32_t>(old))), y = to_float(flush<true>(static_cast<uint32_t>(value)));
  return finish<true, false>(x + y);
}

/// A NaN operand stays as it is, a signalling one too; the added one wins (measured on an H200).
uint64_t add_double(uint64_t old, uint64_t value) {
  const double x = std::bit_cast<double>(old), y = std::bit_cast<double>(value), sum = x + y;
  if (y != y) return value;
  if (x != x) return old;
  return sum != sum ? 0xfff8000000000000ull : std::bit_cast<uint64_t>(sum);
}

template <class Format>
uint32_t add_half(uint32_t x, uint32_t y) {
  return narrow<Format>(add_to_odd(Format::widen(x), Format::widen(y)));
}

template <class Format>
uint64_t add_pair(uint64_t old, uint64_t value) {
  const auto o = static_cast<uint32_t>(old), v = static_cast<uint32_t>(value);
  return add_half<Format>(o & 0xffff, v & 0xffff) | add_half<Format>(o >> 16, v >> 16) << 16;
}

uint64_t half_extreme(AtomicOperation operation, AtomicType type, uint64_t old, uint64_t value) {
  const auto one = [&](uint32_t x, uint32_t y) {
    const float a = type == AtomicType::F16x2 ? Half::widen(x) : Brain::widen(x);
    const float b = type == AtomicType::F16x2 ? Half::widen(y) : Brain::widen(y);
    if (a != a) return b != b ? kNan16 : y;
    if (b != b) return x;
    const bool less = a < b || (a == b && (x & 0x8000));
    return (operation == AtomicOperation::Min) == less ? x : y;
  };
  const auto o = static_cast<uint32_t>(old), v = static_cast<uint32_t>(value);
  return one(o & 0xffff, v & 0xffff) | one(o >> 16, v >> 16) << 16;
}

}  // namespace

uint64_t atomic_value(AtomicOperation operation, AtomicType type, uint64_t old, uint64_t first, uint64_t second) {
  if (operation == AtomicOperation::CompareSwap || operation == AtomicOperation::CompareSwapFlag)
    return old == first ? second : old;
  if (operation == AtomicOperation::Exchange) return first;
  switch (type) {
    case AtomicType::U32: return integer_value(operation, static_cast<uint32_t>(old), static_cast<uint32_t>(first));
    case AtomicType::S32: return integer_value(operation, static_cast<int32_t>(old), static_cast<int32_t>(first));
    case AtomicType::U64: return integer_value(operation, old, first);
    case AtomicType::S64: return integer_value(operation, static_cast<int64_t>(old), static_cast<int64_t>(first));
    case AtomicType::F32: return add_single(old, first);
    case AtomicType::F64: return add_double(old, first);
    case AtomicType::F16x2:
      return operation == AtomicOperation::Add ? add_pair<Half>(old, first) : half_extreme(operation, type, old, first);
    case AtomicType::BF16x2:
      return operation == AtomicOperation::Add ? add_pair<Brain>(old, first) : half_extreme(operation, type, old, first);
  }
  return old;
}

}  // namespace warpglass::isa
