// Looks up mnemonics, modifiers and special registers in the tables `isa/*.inc`.
#pragma once

#include <optional>
#include <string_view>

#include "isa/instruction.h"

namespace warpglass::isa {

/// Rules for instructions whose number of destinations shows only in the operands (column `destinations`).
enum Destinations : uint8_t { kWithPredicates = 100, kAllButLast, kBeforeMemory };

/// What a decimal number among an opcode's operands is.
enum class ImmediateType : uint8_t { Integer, Single, Half2, Double };

/// A line of `isa/instructions.inc`.
struct InstructionInfo {
  Opcode opcode;
  std::string_view mnemonic;
  Pipe pipe;
  LatencyClass latency_class;
  Category category;
  MemorySpace space;
  uint8_t destinations;
  ImmediateType immediates;
};

/// A line of `isa/variants.inc`.
struct Variant {
  Pipe pipe;
  LatencyClass latency_class;
};

const InstructionInfo& info(Opcode opcode);
std::span<const InstructionInfo> instruction_table();
std::optional<Opcode> find_opcode(std::string_view mnemonic);
std::optional<Modifier> find_modifier(std::string_view text);
std::optional<SpecialRegister> find_special_register(std::string_view text);
/// Index in `isa/keywords.inc`.
std::optional<uint32_t> find_keyword(std::string_view text);
std::optional<Variant> find_variant(const Instruction& instruction);

}  // namespace warpglass::isa
