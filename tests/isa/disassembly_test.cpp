#include "isa/disassembly.h"

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

// Two instructions as nvdisasm prints them, with what stands around them.
const std::string kHead =
    "\t.target\tsm_90\n"
    "\n"
    "//--------------------- .text.k          --------------------------\n"
    "\t.section\t.text.k,\"ax\",@progbits\n"
    "\t.sectioninfo\t@\"SHI_REGISTERS=24\"\n"
    "\t.align\t128\n"
    "        .global         k\n"
    "k:\n"
    ".text.k:\n";
const std::string kFirst =
    "        /*0000*/               @P0 EXIT ;                        /* 0x000000000000094d */\n"
    "                                                                 /* 0x000fea0003800000 */\n";
const std::string kSecond =
    ".L_x_0:\n"
    "        /*0010*/                   BRA `(.L_x_0);                /* 0xfffffffc00fc7947 */\n"
    "                                                                 /* 0x000fc0000383ffff */\n";

TEST(Disassembly, Instructions) {
  const std::string text = kHead + kFirst + kSecond;
  const Disassembly disassembly = parse_disassembly(text);
  EXPECT_EQ(disassembly.sm, 90u);
  const DisassembledFunction* function = disassembly.find("k");
  ASSERT_NE(function, nullptr);
  ASSERT_EQ(function->instructions.size(), 2u);
  EXPECT_EQ(function->instructions[0].text, "@P0 EXIT");
  EXPECT_EQ(function->instructions[0].bits_low, 0x000000000000094dull);
  EXPECT_EQ(function->instructions[0].bits_high, 0x000fea0003800000ull);
  EXPECT_EQ(function->instructions[0].text_line, 10u);
  EXPECT_EQ(function->instructions[1].address, 16u);
  EXPECT_EQ(function->labels.at("k"), 0u);
  EXPECT_EQ(function->labels.at(".L_x_0"), 16u);
  EXPECT_EQ(disassembly.find("other"), nullptr);
}

TEST(Disassembly, CarriageReturnsAndMissingLastNewline) {
  std::string text = kHead + kFirst;
  text.pop_back();
  std::string dos;
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(parse_disassembly(dos).functions.at(0).instructions.size(), 1u);
}

TEST(Disassembly, InnermostInlinedLine) {
  const std::string text = kHead +
                           "\t//## File \"inner.h\", line 7 inlined at \"middle.h\", line 8\n"
                           "\t//## File \"middle.h\", line 8 inlined at \"outer.cu\", line 9\n"
                           "\t//## File \"outer.cu\", line 9\n" +
                           kFirst + "\t//## File \"outer.cu\", line 12\n" + kSecond;
  const Disassembly disassembly = parse_disassembly(text);
  const auto& instructions = disassembly.functions.at(0).instructions;
  EXPECT_EQ(disassembly.files.at(instructions[0].file), "inner.h");
  EXPECT_EQ(instructions[0].line, 7u);
  EXPECT_EQ(disassembly.files.at(instructions[1].file), "outer.cu");
  EXPECT_EQ(instructions[1].line, 12u);
}

TEST(Disassembly, WithoutLineInformation) {
  const std::string text = kHead + kFirst;
  EXPECT_EQ(parse_disassembly(text).functions.at(0).instructions[0].line, 0u);
}

TEST(Disassembly, ErrorsNameTheLine) {
  const auto refuse = [](const std::string& text, const std::string& part) {
    expect_error([&] { parse_disassembly(text); }, ExitCode::BadInput, part);
  };
  refuse(kFirst, "line 1: an instruction stands outside");
  refuse(kHead + "        /*0000*/  EXIT ;\n", "line 10: an instruction has no encoding");
  refuse(kHead + "        /*zz*/  EXIT ; /* 0x000000000000094d */\n",
         "line 10: an instruction has no address");
  refuse(kHead + "        /*0000  EXIT ; /* 0x000000000000094d */\n",
         "line 10: an instruction has no address");
  refuse(kHead + "        /*0000*/  EXIT   /* 0x000000000000094d */\n",
         "line 10: an instruction does not end");
  refuse(kHead + kSecond, "line 11: an instruction's address does not follow");
  refuse(kHead + kFirst.substr(0, kFirst.find('\n') + 1), "the second half");
  refuse(kHead + kFirst.substr(0, kFirst.find('\n') + 1) + kSecond, "line 11: the second half");
  refuse("\t.target\tcompute\n", "line 1: `.target`");
  refuse("\t.target\tsm_x\n", "line 1: `.target`");
  refuse("\t.section\t.text.,\"ax\"\n", "line 1: a code section has no name");
  refuse(kHead + "//## File x, line 3\n", "line 10: a source comment");
  refuse(kHead + "//## File \"x\", line y\n", "line 10: a source comment");
}

TEST(Disassembly, EmptyTextHasNothing) {
  EXPECT_TRUE(parse_disassembly("").functions.empty());
}

}  // namespace
}  // namespace warpglass::isa
