#include "isa/operand_text.h"

#include <array>
#include <optional>

#include "isa/opcode_table.h"
#include "isa/text.h"

namespace warpglass::isa {
namespace {

struct Suffix {
  std::string_view text;
  uint8_t select;
};
// Longer ones first: a suffix is taken off the front.
constexpr auto kSuffixes = std::to_array<Suffix>({
    {".H0_H0", select::kH0H0},  {".H1_H1", select::kH1H1},   {".H0_H1", select::kH0H1},
    {".H1_H0", select::kNone},  {".B1_B0", select::kB1B0},   {".B3_B2", select::kB3B2},
    {".X16", select::kScale16}, {".ROW", select::kRow},      {".COL", select::kCol},
    {".F32", select::kF32},     {".U32", select::kU32},      {".X4", select::kScale4},
    {".X8", select::kScale8},   {".B0", select::kB0},        {".B1", select::kB1},
    {".B2", select::kB2},       {".B3", select::kB3},        {".H0", select::kH0},
    {".H1", select::kH1},       {".INVALID", select::kNone},
    {".SIGN", select::kSign},
});

/// `.reuse`, `.64` and selectors; false if something else follows.
bool take_suffixes(std::string_view& text, Operand& operand) {
  while (text.starts_with('.')) {
    if (take(text, ".reuse")) {
      operand.reuse = true;
      continue;
    }
    if (take(text, ".64")) {
      operand.width = 2;
      continue;
    }
    if (take(text, ".tnspA")) operand.select |= select::kTransposeA;
    if (take(text, ".tnspB")) operand.select |= select::kTransposeB;
    if (take(text, ".negA")) operand.select |= select::kNegateA;
    if (take(text, ".negB")) operand.negate = true;
    bool found = text.empty();
    for (const Suffix& suffix : kSuffixes) {
      if (found || !take(text, suffix.text)) continue;
      operand.select = suffix.select;
      found = true;
      break;
    }
    if (!found) return false;
  }
  return true;
}

struct RegisterClass {
  std::string_view prefix;
  std::string_view constant_name;  ///< RZ, PT: the register that reads as a constant
  OperandKind kind;
  uint8_t constant;
};
constexpr std::array<RegisterClass, 6> kRegisterClasses = {{
    {"UR", "URZ", OperandKind::UniformRegister, kUniformRegisterZero},
    {"UP", "UPT", OperandKind::UniformPredicate, kPredicateTrue},
    {"R", "RZ", OperandKind::Register, kRegisterZero},
    {"P", "PT", OperandKind::Predicate, kPredicateTrue},
    {"SB", "", OperandKind::Scoreboard, 6},
    {"B", "", OperandKind::ConvergenceBarrier, 16},
}};

/// A register name without sign or suffix at the front of `text`.
bool take_register(std::string_view& text, Operand& operand) {
  if (text == "PR" || text == "UPR") {
    operand.kind = text == "PR" ? OperandKind::Predicate : OperandKind::UniformPredicate;
    operand.width = 7;
    text = {};
    return true;
  }
  for (const RegisterClass& which : kRegisterClasses) {
    std::string_view rest = text;
    if (!which.constant_name.empty() && take(rest, which.constant_name)) {
      operand.index = which.constant;
    } else {
      if (!take(rest, which.prefix)) continue;
      const auto number = take_number(rest);
      if (!number || *number >= which.constant) continue;
      operand.index = static_cast<uint8_t>(*number);
    }
    operand.kind = which.kind;
    text = rest;
    return true;
  }
  return false;
}

/// `0x10`, `-0x10`: the whole of `text`.
std::optional<int64_t> hexadecimal(std::string_view text) {
  const bool negative = take(text, "-");
  if (!take(text, "0x")) return std::nullopt;
  const auto value = to_integer<uint64_t>(text, 16);
  if (!value) return std::nullopt;
  return static_cast<int64_t>(negative ? 0 - *value : *value);
}

/// One summand of an address: a register, a uniform register or an offset.
bool parse_summand(std::string_view text, Operand& operand) {
  if (const auto offset = hexadecimal(text)) {
    operand.value = *offset;
    return true;
  }
  Operand part;
  if (!take_register(text, part) || !take_suffixes(text, part) || !text.empty()) return false;
  if (part.kind == OperandKind::UniformRegister) {
    operand.uniform = part.index;
    return true;
  }
  if (part.kind != OperandKind::Register) return false;
  operand.index = part.index;
  operand.width = part.width;
  operand.select = part.select;
  operand.reuse = part.reuse;
  return true;
}

/// `R2.64+UR4+-0x10`, without brackets, into base, uniform register and offset.
bool parse_sum(std::string_view text, Operand& operand) {
  operand.index = kRegisterZero;
  while (!text.empty()) {
    const size_t end = std::min(text.find('+'), text.size());
    if (!parse_summand(trim(text.substr(0, end)), operand)) return false;
    if (end + 1 == text.size()) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

/// `[…]` at the front of `text`: its content; the bracket is taken off.
std::optional<std::string_view> take_bracket(std::string_view& text) {
  if (!text.starts_with('[')) return std::nullopt;
  const size_t end = text.find(']');
  if (end == std::string_view::npos || end == 1) return std::nullopt;
  const std::string_view content = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return content;
}

/// `[UR4]`, `[UR4.64]`: a descriptor in front of an address or constant.
bool take_descriptor(std::string_view& text, uint8_t& descriptor) {
  auto content = take_bracket(text);
  Operand part;
  if (!content || !take_register(*content, part) || !take_suffixes(*content, part) || !content->empty())
    return false;
  descriptor = part.index;
  return part.kind == OperandKind::UniformRegister;
}

bool take_memory(std::string_view& text, Operand& operand) {
  operand.kind = OperandKind::Memory;
  if (take(text, "gdesc") || take(text, "desc")) {
    if (!take_descriptor(text, operand.descriptor)) return false;
    operand.index = kRegisterZero;
    if (!text.starts_with('['))
      return true;  // warpgroup products and cache hints have nothing but the descriptor
  }
  const auto sum = take_bracket(text);
  return sum && parse_sum(*sum, operand);
}

/// `c[0x3][R4+0x10]`, `cx[UR4][0x10]`.
bool take_constant(std::string_view& text, Operand& operand) {
  if (take(text, "cx")) {
    operand.kind = OperandKind::UniformConstant;
    uint8_t descriptor = kUniformRegisterZero;
    if (!take_descriptor(text, descriptor)) return false;
    const auto sum = take_bracket(text);
    if (!sum || !parse_sum(*sum, operand)) return false;
    operand.uniform = descriptor;
    return true;
  }
  if (!take(text, "c")) return false;
  operand.kind = OperandKind::Constant;
  const auto bank_text = take_bracket(text);
  const auto bank = bank_text ? hexadecimal(*bank_text) : std::nullopt;
  if (!bank || *bank < 0 || *bank > 31) return false;
  operand.bank = static_cast<uint8_t>(*bank);
  take(text, " ");
  const auto sum = take_bracket(text);
  return sum && parse_sum(*sum, operand);
}

/// gsb0, and words such as the 2D of TEX.
bool take_word(std::string_view& text, Operand& operand) {
  if (take(text, "gsb0")) {
    operand.kind = OperandKind::Scoreboard;
    operand.index = 8;
    return true;
  }
  const auto keyword = find_keyword(text);
  if (!keyword) return false;
  operand.kind = OperandKind::Keyword;
  operand.value = *keyword;
  text = {};
  return true;
}

bool take_plain(std::string_view& text, Operand& operand) {
  if (text.starts_with('[') || text.starts_with("desc") || text.starts_with("gdesc"))
    return take_memory(text, operand);
  if (text.starts_with("c[") || text.starts_with("cx[")) return take_constant(text, operand);
  if (const auto special = find_special_register(text)) {
    operand.kind = OperandKind::SpecialRegister;
    operand.special = *special;
    text = {};
    return true;
  }
  return take_word(text, operand) || take_register(text, operand);
}

}  // namespace

std::vector<std::string_view> split_operands(std::string_view text) {
  std::vector<std::string_view> result;
  if (const size_t comment = text.find("(*"); comment != std::string_view::npos)
    text = text.substr(0, comment);
  size_t start = 0;
  int depth = 0;
  const auto add = [&](size_t end) {
    if (const auto part = trim(text.substr(start, end - start)); !part.empty()) result.push_back(part);
    start = end + 1;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '(' || c == '{') ++depth;
    if (c == ']' || c == ')' || c == '}') --depth;
    // Constants of packed halves have a space inside: `c[0x0] [0x1d0].H0_H0`.
    const bool before_bracket = i + 1 < text.size() && text[i + 1] == '[' && i > 0 && text[i - 1] == ']';
    if (depth == 0 && (c == ',' || (c == ' ' && !before_bracket))) add(i);
  }
  add(text.size());
  return result;
}

bool is_decimal_number(std::string_view text) {
  if (!take(text, "-")) take(text, "+");
  if (text == "INF" || text == "QNAN" || text == "SNAN") return true;
  return !text.empty() && text.find_first_not_of("0123456789.e+-") == std::string_view::npos;
}

bool parse_operand(std::string_view text, Operand& operand) {
  operand = Operand{};
  if (const auto value = hexadecimal(text)) {
    operand.kind = OperandKind::Immediate;
    operand.value = static_cast<int64_t>(static_cast<uint64_t>(*value) & 0xffffffffu);
    return true;
  }
  if (take(text, "-")) operand.negate = true;
  if (take(text, "~") || take(text, "!")) operand.invert = true;
  if (take(text, "|")) operand.absolute = true;
  if (operand.absolute) {
    const size_t end = text.find('|');
    if (end == std::string_view::npos) return false;
    std::string_view inner = text.substr(0, end);
    if (!take_plain(inner, operand) || !take_suffixes(inner, operand) || !inner.empty()) return false;
    text.remove_prefix(end + 1);
  } else if (!take_plain(text, operand)) {
    return false;
  }
  return take_suffixes(text, operand) && text.empty();
}

}  // namespace warpglass::isa
