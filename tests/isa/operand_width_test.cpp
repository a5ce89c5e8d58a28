#include "isa/operand_width.h"

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

/// Widths of all operands, e.g. "2112".
std::string widths(const char* text, uint64_t low = 0, uint64_t high = 0, uint32_t sm = 90) {
  std::string result;
  const Instruction instruction = decode_line({text, low, high}, sm);
  for (const Operand& operand : instruction.all_operands()) result += std::to_string(operand.width);
  return result;
}

unsigned bytes(const char* text) {
  return decode_line({text, 0, 0}).access_bytes;
}

TEST(OperandWidth, LoadsAndStores) {
  EXPECT_EQ(widths("LDG.E R5, desc[UR6][R6.64]"), "12");
  EXPECT_EQ(widths("LDG.E.128.CONSTANT R4, desc[UR6][R28.64]"), "42");
  EXPECT_EQ(widths("LDG.E R5, [R6]"), "12");  // .E alone says that the address has 64 bits
  EXPECT_EQ(widths("LDG.E R5, [R6.U32+UR4]"), "11");
  EXPECT_EQ(widths("STG.E.64 desc[UR6][R2.64], R8"), "22");
  EXPECT_EQ(widths("LDS.128 R8, [R7+0x1000]"), "41");
  EXPECT_EQ(widths("LDC.64 R6, c[0x0][0x210]"), "22");
  EXPECT_EQ(widths("LDSM.16.M88.4 R8, [R22]"), "41");
  EXPECT_EQ(widths("STSM.16.MT88 [R11], R4"), "11");
  EXPECT_EQ(widths("ATOMG.E.CAS.64.STRONG.GPU PT, R14, [R10+0x8], R12, R14"), "12222");
  EXPECT_EQ(widths("RED.E.ADD.F64.RN.STRONG.GPU [R12.64], R8"), "22");
  EXPECT_EQ(widths("REDG.E.ADD.F32x4.FTZ.RN.STRONG.GPU desc[UR6][R8.64+0x7c], R12"), "24");
}

TEST(OperandWidth, AccessBytes) {
  EXPECT_EQ(bytes("LDG.E.U8 R0, desc[UR4][R2.64]"), 1u);
  EXPECT_EQ(bytes("LDG.E.S16 R0, desc[UR4][R2.64]"), 2u);
  EXPECT_EQ(bytes("LDS R0, [R2]"), 4u);
  EXPECT_EQ(bytes("STS.64 [R2], R4"), 8u);
  EXPECT_EQ(bytes("LDL.128 R4, [R2]"), 16u);
  EXPECT_EQ(bytes("LDSM.16.M88.2 R4, [R2]"), 8u);
  EXPECT_EQ(bytes("ATOMS.ADD.S32 RZ, [UR4], R2"), 4u);
  EXPECT_EQ(bytes("FADD R0, R1, R2"), 0u);
}

TEST(OperandWidth, Arithmetic) {
  EXPECT_EQ(widths("IMAD.WIDE.U32 R22, P3, R2, R29, R22"), "21112");
  EXPECT_EQ(widths("IMAD.WIDE R2, R7, 0x4, R4"), "2112");
  EXPECT_EQ(widths("IMAD.HI.U32 R31, R3, R29, R4"), "1112");
  EXPECT_EQ(widths("IMAD R31, R3, R29, R4"), "1111");
  EXPECT_EQ(widths("DFMA R2, R2, R4, R6"), "2222");
  EXPECT_EQ(widths("DSETP.GT.AND P0, PT, |R2|, R4, PT"), "11221");
  EXPECT_EQ(widths("F2F.F64.F32 R8, R22"), "21");
  EXPECT_EQ(widths("F2F.F32.F64 R8, R22"), "12");
  EXPECT_EQ(widths("F2I.S64.F64.TRUNC R20, R20"), "22");
  EXPECT_EQ(widths("F2I.S64.TRUNC R8, R0"), "21");
  EXPECT_EQ(widths("F2I.F64 R8, R2"), "12");
  EXPECT_EQ(widths("I2F.F64.S64 R10, R10"), "22");
  EXPECT_EQ(widths("I2F.F64 R10, R10"), "21");
  EXPECT_EQ(widths("I2F.U64 R10, R10"), "12");
  EXPECT_EQ(widths("FRND.F64.FLOOR R2, R2"), "22");
  EXPECT_EQ(widths("CS2R R10, SRZ"), "21");
  EXPECT_EQ(widths("CS2R.32 R10, SR_CLOCKLO"), "11");
  EXPECT_EQ(widths("MATCH.ANY.U64 R9, R8"), "12");
  EXPECT_EQ(widths("MUFU.RCP64H R5, R3"), "11");
  EXPECT_EQ(widths("SYNCS.EXCH.64 URZ, [UR7+0x8], UR12"), "212");
  EXPECT_EQ(widths("SYNCS.ARRIVE.TRANS64 R2, [R13+URZ], R2"), "211");
}

TEST(OperandWidth, MatrixFragments) {
  EXPECT_EQ(widths("HMMA.16816.F32 R4, R8.reuse, R4, RZ"), "4424");
  EXPECT_EQ(widths("HMMA.16816.F16 R4, R8, R4, RZ"), "2422");
  EXPECT_EQ(widths("HMMA.1688.F32 R4, R8, R4, R4"), "4214");
  EXPECT_EQ(widths("HMMA.1688.F32.TF32 R4, R8.reuse, R16, R4"), "4424");
  EXPECT_EQ(widths("HMMA.1684.F32.TF32 R4, R8, R16, R4"), "4214");
  EXPECT_EQ(widths("HMMA.SP.16832.F32 R4, R8, R16, R4, R9, 0x0"), "444411");
  EXPECT_EQ(widths("IMMA.16832.U8.S8 R12, R8.reuse.ROW, R16.reuse.COL, RZ"), "4424");
  EXPECT_EQ(widths("IMMA.16816.S8.S8 R12, R8.ROW, R16.COL, RZ"), "4214");
  EXPECT_EQ(widths("IMMA.16864.S4.S4 R12, R8.ROW, R16.COL, R4"), "4424");
  EXPECT_EQ(widths("DMMA.8x8x4 R16, R16, R18, RZ"), "4224");
  EXPECT_EQ(widths("BMMA.168256.AND.POPC R4, R8.ROW, R12.COL, R4"), "4424");
  EXPECT_EQ(widths("HGMMA.64x32x16.F32 R24, gdesc[UR8].tnspB, R24, UP0"), "161161");
  EXPECT_EQ(widths("HGMMA.64x32x16.F32.BF16 R24, R40, gdesc[UR8].tnspB, R24, UP0"), "1641161");
}

// Before Hopper nvdisasm does not print the descriptor of a global address; the encoding has it.
TEST(OperandWidth, HiddenDescriptor) {
  const auto descriptor = [](const char* text, uint64_t low, uint64_t high) {
    const Instruction instruction = decode_line({text, low, high}, 80);
    for (const Operand& operand : instruction.all_operands())
      if (operand.kind == OperandKind::Memory) return unsigned{operand.descriptor};
    return 0u;
  };
  EXPECT_EQ(descriptor("LDG.E R9, [R2.64+0x4]", 0x0000040602097981, 0x001ee6000c1e1900), 6u);
  EXPECT_EQ(descriptor("STG.E.U8 [R8.64], R11", 0x0000000b08007986, 0x0001e8000c101104), 4u);
  EXPECT_EQ(descriptor("RED.E.ADD.STRONG.GPU [R16.64], R7", 0x000000071000098e, 0x0003e8000c10e188), 8u);
  EXPECT_EQ(descriptor("ATOMG.E.ADD.F64.RN.STRONG.GPU PT, R14, [R22.64], R14", 0x0000000e160e79a8,
                       0x000ea200081eedc8),
            8u);
  EXPECT_EQ(descriptor("QSPC.E.S P0, RZ, [R10+0x10]", 0x000010000aff73aa, 0x001e240000000500),
            kUniformRegisterZero);
}

}  // namespace
}  // namespace warpglass::isa
