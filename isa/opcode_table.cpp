#include "isa/opcode_table.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace warpglass::isa {
namespace {

constexpr auto kInstructions = std::to_array<InstructionInfo>({
#define WARPGLASS_INSTRUCTION(opcode, mnemonic, pipe, latency, category, space, destinations, immediates) \
  {Opcode::opcode,     mnemonic,           Pipe::pipe,   LatencyClass::latency,                           \
   Category::category, MemorySpace::space, destinations, ImmediateType::immediates},
#include "isa/instructions.inc"
#undef WARPGLASS_INSTRUCTION
});

constexpr auto kModifiers = std::to_array<std::string_view>({
    "",
#define WARPGLASS_MODIFIER(name, text) text,
#include "isa/modifiers.inc"
#undef WARPGLASS_MODIFIER
});

struct SpecialRegisterInfo {
  SpecialRegister special;
  std::string_view text;
};
constexpr auto kSpecialRegisters = std::to_array<SpecialRegisterInfo>({
#define WARPGLASS_SPECIAL_REGISTER(name, text) {SpecialRegister::name, text},
#include "isa/special_registers.inc"
#undef WARPGLASS_SPECIAL_REGISTER
});

constexpr auto kKeywords = std::to_array<std::string_view>({
#define WARPGLASS_KEYWORD(text) text,
#include "isa/keywords.inc"
#undef WARPGLASS_KEYWORD
});

struct VariantInfo {
  Opcode opcode;
  Modifier modifier;
  Variant variant;
};
constexpr auto kVariants = std::to_array<VariantInfo>({
#define WARPGLASS_VARIANT(opcode, modifier, pipe, latency) \
  {Opcode::opcode, Modifier::modifier, {Pipe::pipe, LatencyClass::latency}},
#include "isa/variants.inc"
#undef WARPGLASS_VARIANT
});

template <typename Map, typename Key>
auto find_in(const Map& map, Key key) -> std::optional<typename Map::mapped_type> {
  const auto found = map.find(key);
  if (found == map.end()) return std::nullopt;
  return found->second;
}

}  // namespace

const InstructionInfo& info(Opcode opcode) {
  return kInstructions[static_cast<size_t>(opcode)];
}

std::span<const InstructionInfo> instruction_table() {
  return kInstructions;
}

std::optional<Opcode> find_opcode(std::string_view mnemonic) {
  static const auto map = [] {
    std::unordered_map<std::string_view, Opcode> result;
    for (const InstructionInfo& line : kInstructions) result.emplace(line.mnemonic, line.opcode);
    return result;
  }();
  return find_in(map, mnemonic);
}

std::optional<Modifier> find_modifier(std::string_view text) {
  static const auto map = [] {
    std::unordered_map<std::string_view, Modifier> result;
    for (size_t i = 1; i < kModifiers.size(); ++i) result.emplace(kModifiers[i], static_cast<Modifier>(i));
    return result;
  }();
  return find_in(map, text);
}

std::optional<SpecialRegister> find_special_register(std::string_view text) {
  for (const SpecialRegisterInfo& line : kSpecialRegisters)
    if (line.text == text) return line.special;
  if (text.starts_with("SR_")) return SpecialRegister::Other;
  return std::nullopt;
}

std::optional<uint32_t> find_keyword(std::string_view text) {
  const auto found = std::find(kKeywords.begin(), kKeywords.end(), text);
  if (found == kKeywords.end()) return std::nullopt;
  return static_cast<uint32_t>(found - kKeywords.begin());
}

std::optional<Variant> find_variant(const Instruction& instruction) {
  for (const VariantInfo& line : kVariants)
    if (line.opcode == instruction.opcode && instruction.has(line.modifier)) return line.variant;
  return std::nullopt;
}

std::string_view name(Opcode opcode) {
  return info(opcode).mnemonic;
}

std::string_view name(Modifier modifier) {
  return kModifiers[static_cast<size_t>(modifier)];
}

}  // namespace warpglass::isa
