#include "isa/immediate.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "isa/text.h"

namespace warpglass::isa {
namespace {

/// As nvdisasm prints it; NaNs lose their payload.
double parse_number(std::string_view text) {
  const bool negative = take(text, "-");
  take(text, "+");
  double value = std::numeric_limits<double>::quiet_NaN();
  if (text == "INF")
    value = std::numeric_limits<double>::infinity();
  else if (text != "QNAN" && text != "SNAN")
    value = std::strtod(std::string(text).c_str(), nullptr);
  return negative ? -value : value;
}

double value_of_half(uint16_t bits, bool bfloat16) {
  if (bfloat16) return std::bit_cast<float>(uint32_t{bits} << 16);
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 0x1f)
    value = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  return bits & 0x8000 ? -value : value;
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool same_single(std::string_view text, uint32_t bits) {
  return same(static_cast<float>(parse_number(text)), std::bit_cast<float>(bits));
}

}  // namespace

bool decode_float_immediate(ImmediateType type, std::string_view first, std::string_view second,
                            bool bfloat16, uint64_t bits_low, Operand& operand) {
  const uint32_t bits = immediate_field(bits_low);
  operand.kind = OperandKind::Immediate;
  operand.value = bits;
  switch (type) {
    case ImmediateType::Single:
      return same_single(first, bits);
    case ImmediateType::Double:
      operand.value = static_cast<int64_t>(uint64_t{bits} << 32);
      operand.width = 2;
      return same(parse_number(first), std::bit_cast<double>(operand.value));
    case ImmediateType::Half2:
      if (second.empty()) return same_single(first, bits);
      return same(parse_number(first), value_of_half(static_cast<uint16_t>(bits >> 16), bfloat16)) &&
             same(parse_number(second), value_of_half(static_cast<uint16_t>(bits), bfloat16));
    case ImmediateType::Integer:
      break;
  }
  return false;
}

}  // namespace warpglass::isa
