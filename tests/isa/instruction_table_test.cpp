#include <set>
#include <string>

#include "isa/opcode_table.h"
#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

TEST(InstructionTable, OrderAndNames) {
  std::set<std::string_view> mnemonics;
  for (size_t i = 0; i < instruction_table().size(); ++i) {
    const InstructionInfo& line = instruction_table()[i];
    EXPECT_EQ(static_cast<size_t>(line.opcode), i);
    EXPECT_TRUE(mnemonics.insert(line.mnemonic).second) << line.mnemonic << " is there twice";
    EXPECT_EQ(find_opcode(line.mnemonic), line.opcode);
    EXPECT_EQ(name(line.opcode), line.mnemonic);
    EXPECT_EQ(line.mnemonic.find('.'), std::string_view::npos) << line.mnemonic;
  }
  EXPECT_FALSE(find_opcode("FROB"));
}

TEST(InstructionTable, Modifiers) {
  EXPECT_EQ(find_modifier("128"), Modifier::B128);
  EXPECT_EQ(name(Modifier::B128), "128");
  EXPECT_EQ(find_modifier("NAN"), Modifier::NaN);
  EXPECT_FALSE(find_modifier(""));
  std::set<std::string_view> texts;
  for (const std::string_view text : {
#define WARPGLASS_MODIFIER(name, text) std::string_view(text),
#include "isa/modifiers.inc"
#undef WARPGLASS_MODIFIER
       })
    EXPECT_TRUE(texts.insert(text).second) << text << " is there twice";
}

TEST(InstructionTable, MemoryInstructionsHaveASpace) {
  for (const InstructionInfo& line : instruction_table()) {
    Instruction instruction;
    instruction.category = line.category;
    EXPECT_TRUE(!instruction.is_memory() || line.space != MemorySpace::None) << line.mnemonic;
  }
}

TEST(InstructionTable, EnumerationNames) {
  EXPECT_EQ(name(Pipe::Alu), "alu");
  EXPECT_EQ(name(Pipe::None), "none");
  EXPECT_EQ(name(Pipe::Tma), "tma");
  EXPECT_EQ(name(LatencyClass::Alu), "alu");
  EXPECT_EQ(name(LatencyClass::None), "none");
  EXPECT_EQ(name(LatencyClass::SpecialRegister), "special_register");
}

}  // namespace
}  // namespace warpglass::isa
