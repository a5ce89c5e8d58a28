#include "isa/operand_text.h"

#include <gtest/gtest.h>

#include <string>

namespace warpglass::isa {
namespace {

Operand parse(std::string_view text) {
  Operand operand;
  EXPECT_TRUE(parse_operand(text, operand)) << text;
  return operand;
}

TEST(OperandText, Registers) {
  EXPECT_EQ(parse("R0").kind, OperandKind::Register);
  EXPECT_EQ(parse("R254").index, 254);
  EXPECT_EQ(parse("RZ").index, kRegisterZero);
  EXPECT_EQ(parse("UR62").kind, OperandKind::UniformRegister);
  EXPECT_EQ(parse("URZ").index, kUniformRegisterZero);
  EXPECT_EQ(parse("P6").kind, OperandKind::Predicate);
  EXPECT_EQ(parse("UP0").kind, OperandKind::UniformPredicate);
  EXPECT_EQ(parse("PT").index, kPredicateTrue);
  EXPECT_TRUE(parse("!UPT").invert);
  EXPECT_EQ(parse("B15").kind, OperandKind::ConvergenceBarrier);
  EXPECT_EQ(parse("SB5").kind, OperandKind::Scoreboard);
  EXPECT_EQ(parse("gsb0").index, 8);
  EXPECT_EQ(parse("PR").width, 7);
}

TEST(OperandText, SignsAndSelectors) {
  const Operand operand = parse("-|R8|.reuse.H0_H0");
  EXPECT_TRUE(operand.negate);
  EXPECT_TRUE(operand.absolute);
  EXPECT_TRUE(operand.reuse);
  EXPECT_EQ(operand.select, select::kH0H0);
  EXPECT_TRUE(parse("~R3").invert);
  EXPECT_EQ(parse("R1.B2").select, select::kB2);
  EXPECT_EQ(parse("R1.H1_H1").select, select::kH1H1);
  EXPECT_EQ(parse("R8.reuse.ROW").select, select::kRow);
  EXPECT_TRUE(parse("-c[0x0][0x160]").negate);
  EXPECT_TRUE(parse("|c[0x0][0x160]|").absolute);
}

TEST(OperandText, Immediates) {
  EXPECT_EQ(parse("0x7f800000").value, 0x7f800000);
  EXPECT_EQ(parse("-0x1").value, 0xffffffff);
  EXPECT_FALSE(parse("-0x1").negate);
}

TEST(OperandText, Memory) {
  Operand operand = parse("[R2.64+UR4+-0x8]");
  EXPECT_EQ(operand.kind, OperandKind::Memory);
  EXPECT_EQ(operand.index, 2);
  EXPECT_EQ(operand.width, 2);
  EXPECT_EQ(operand.uniform, 4);
  EXPECT_EQ(operand.value, -8);
  EXPECT_EQ(operand.descriptor, kUniformRegisterZero);

  operand = parse("desc[UR6][R2.64+0x10]");
  EXPECT_EQ(operand.descriptor, 6);
  EXPECT_EQ(operand.value, 0x10);
  EXPECT_EQ(parse("[UR4]").index, kRegisterZero);
  EXPECT_EQ(parse("[UR4]").uniform, 4);
  EXPECT_EQ(parse("[0x40]").index, kRegisterZero);
  EXPECT_EQ(parse("[RZ]").index, kRegisterZero);
  EXPECT_EQ(parse("[R9.X4+UR4]").select, select::kScale4);
  EXPECT_EQ(parse("[RZ.U32+UR4+0x14]").select, select::kU32);
}

TEST(OperandText, WarpgroupDescriptor) {
  const Operand operand = parse("gdesc[UR8].tnspA.tnspB.negB");
  EXPECT_EQ(operand.kind, OperandKind::Memory);
  EXPECT_EQ(operand.descriptor, 8);
  EXPECT_EQ(operand.select, select::kTransposeA | select::kTransposeB);
  EXPECT_TRUE(operand.negate);
  EXPECT_EQ(parse("desc[UR4]").descriptor, 4);
  EXPECT_EQ(parse("desc[UR4]").index, kRegisterZero);
}

TEST(OperandText, Constants) {
  Operand operand = parse("c[0x0][0x210]");
  EXPECT_EQ(operand.kind, OperandKind::Constant);
  EXPECT_EQ(operand.bank, 0);
  EXPECT_EQ(operand.value, 0x210);
  EXPECT_EQ(operand.index, kRegisterZero);

  operand = parse("c[0x3][R4+0x210]");
  EXPECT_EQ(operand.bank, 3);
  EXPECT_EQ(operand.index, 4);

  operand = parse("cx[UR4][0x10]");
  EXPECT_EQ(operand.kind, OperandKind::UniformConstant);
  EXPECT_EQ(operand.uniform, 4);
  EXPECT_EQ(operand.value, 0x10);

  EXPECT_EQ(parse("c[0x0] [0x1d0].H0_H0").select, select::kH0H0);
}

TEST(OperandText, SpecialRegisters) {
  EXPECT_EQ(parse("SR_TID.X").special, SpecialRegister::TidX);
  EXPECT_EQ(parse("SRZ").special, SpecialRegister::Zero);
  EXPECT_EQ(parse("SR_CgaCtaId").special, SpecialRegister::CgaCtaId);
  EXPECT_EQ(parse("SR_SOMETHING_NEW").special, SpecialRegister::Other);
}

TEST(OperandText, Malformed) {
  for (const char* text : {"",
                           "R",
                           "R255",
                           "R256",
                           "R99999999999",
                           "UR63",
                           "P7",
                           "B16",
                           "SB6",
                           "R2x",
                           "R2.",
                           "R2.H9",
                           "|R2",
                           "R2|",
                           "[",
                           "[]",
                           "[R2",
                           "[R2+]",
                           "[+R2]",
                           "[R2+P0]",
                           "[R2 0x4]",
                           "desc[R6][R2]",
                           "desc[UR6][R2",
                           "c[0x0]",
                           "c[0][0x10]",
                           "c[0x20][0x0]",
                           "c[-0x1][0x0]",
                           "c[0x0][",
                           "cx[R4][0x0]",
                           "0x",
                           "0xg",
                           "0x10000000000000000",
                           "--0x1",
                           "!",
                           "-",
                           "~",
                           "TID.X",
                           "gdesc",
                           "$"}) {
    Operand operand;
    EXPECT_FALSE(parse_operand(text, operand)) << text;
  }
}

TEST(OperandText, DecimalNumbers) {
  for (const char* text :
       {"1", "-24", "1.5", "+INF", "-INF", "-QNAN", "+SNAN", "1.1754943508222875e-38", "1e+300"})
    EXPECT_TRUE(is_decimal_number(text)) << text;
  for (const char* text : {"", "-", "0x1", "-0x1", "INFINITY", "R1", "32@lo(x)", "2D", "1D"})
    EXPECT_FALSE(is_decimal_number(text)) << text;
}

TEST(OperandText, Split) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(split_operands("P0, PT, |R2|, +INF , PT"), (Parts{"P0", "PT", "|R2|", "+INF", "PT"}));
  EXPECT_EQ(split_operands("R6 -0x110      (*\"BRANCH_TARGETS .L_x_1,.L_x_2\"*)"), (Parts{"R6", "-0x110"}));
  EXPECT_EQ(split_operands("R6 `(name)"), (Parts{"R6", "`(name)"}));
  EXPECT_EQ(split_operands("SB0, 0x0, {4,3,1}"), (Parts{"SB0", "0x0", "{4,3,1}"}));
  EXPECT_EQ(split_operands("R0, c[0x0] [0x10].H1_H1, R2"), (Parts{"R0", "c[0x0] [0x10].H1_H1", "R2"}));
  EXPECT_EQ(split_operands(""), Parts{});
}

}  // namespace
}  // namespace warpglass::isa
