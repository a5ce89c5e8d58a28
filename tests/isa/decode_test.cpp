// Lines as ptxas and nvdisasm made them; expectations by hand.
#include "isa/decode.h"

#include "tests/isa/support.h"

namespace warpglass::isa {
namespace {

/// The operands' destination marks, e.g. "ddss".
std::string destinations(const Instruction& instruction) {
  std::string result;
  for (const Operand& operand : instruction.all_operands()) result += operand.destination ? 'd' : 's';
  return result;
}

TEST(Decode, GuardAndModifiers) {
  const Instruction i = decode_line(
      {"@!P1 LDGSTS.E.BYPASS.128.ZFILL [R19], [R12.64+0x4]", 0x000000040c139fae, 0x0005e2000b941c44}, 80);
  EXPECT_EQ(i.opcode, Opcode::LDGSTS);
  EXPECT_EQ(i.guard, 1);
  EXPECT_TRUE(i.guard_negate);
  EXPECT_FALSE(i.guard_uniform);
  ASSERT_EQ(i.modifier_count, 4);
  EXPECT_EQ(i.modifiers[0], Modifier::E);
  EXPECT_EQ(i.modifiers[1], Modifier::BYPASS);
  EXPECT_EQ(i.modifiers[2], Modifier::B128);
  EXPECT_EQ(i.modifiers[3], Modifier::ZFILL);
  EXPECT_EQ(i.access_bytes, 16);
  EXPECT_EQ(i.operands[0].width, 1);       // shared
  EXPECT_EQ(i.operands[1].width, 2);       // global
  EXPECT_EQ(i.operands[1].descriptor, 4);  // not printed on sm_80
}

TEST(Decode, UniformGuard) {
  const Instruction i = decode_line({"@!UP0 UMOV UR4, URZ", 0x0000003f00047c82, 0x000fe20008000000});
  EXPECT_EQ(i.guard, 0);
  EXPECT_TRUE(i.guard_negate);
  EXPECT_TRUE(i.guard_uniform);
}

TEST(Decode, DestinationRules) {
  const auto marks = [](const char* text) { return destinations(decode_line({text, 0, 0})); };
  EXPECT_EQ(marks("IADD3 R1, R1, -0x28, RZ"), "dsss");
  EXPECT_EQ(marks("IADD3 R1, P0, P1, R2, R3, R4"), "dddsss");
  EXPECT_EQ(marks("IADD3.X R3, R0.reuse, c[0x0][0x174], RZ, P0, !PT"), "dsssss");
  EXPECT_EQ(marks("LOP3.LUT P0, RZ, R0, 0x1, RZ, 0xc0, !PT"), "ddsssss");
  EXPECT_EQ(marks("LOP3.LUT R0, R0, 0x1, RZ, 0xc0, !PT"), "dsssss");
  EXPECT_EQ(marks("IMAD.WIDE.U32 R22, P3, R2, R29, R22"), "ddsss");
  EXPECT_EQ(marks("PLOP3.LUT P0, PT, P0, P1, P2, 0xe0, 0x0"), "ddsssss");
  EXPECT_EQ(marks("ISETP.GE.AND P0, PT, R0, R7, PT"), "ddsss");
  EXPECT_EQ(marks("VOTE.ANY R7, PT, PT"), "dds");
  EXPECT_EQ(marks("VOTE.ALL P1, P1"), "ds");
  EXPECT_EQ(marks("MATCH.ALL P0, R10, R10"), "dds");
  EXPECT_EQ(marks("MATCH.ANY.U64 R9, R8"), "ds");
  EXPECT_EQ(marks("SHFL.BFLY PT, R5, R6, 0x10, 0x1f"), "ddsss");
  EXPECT_EQ(marks("ATOMG.E.CAS.64.STRONG.GPU PT, R14, [R10+0x8], R12, R14"), "ddsss");
  EXPECT_EQ(marks("STG.E desc[UR6][R2.64], R7"), "ss");
  EXPECT_EQ(marks("SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR5+0x8], R10"), "dss");
  EXPECT_EQ(marks("SYNCS.EXCH.64 URZ, [UR7+0x8], UR12"), "dss");
  EXPECT_EQ(marks("SYNCS.CCTL.IV [R4+URZ]"), "s");
  EXPECT_EQ(marks("B2R.RESULT RZ, P0"), "dd");
  EXPECT_EQ(marks("R2P PR, R6, 0x3"), "dss");
}

TEST(Decode, SingleImmediate) {
  const Instruction i =
      decode_line({"FSEL R31, R2, -0.082518599927425384521, !P0", 0xbda8ff83021f7808, 0x000fe20004000000});
  EXPECT_EQ(i.operands[2].kind, OperandKind::Immediate);
  EXPECT_EQ(i.operands[2].value, 0xbda8ff83);
  EXPECT_TRUE(i.operands[3].invert);
}

TEST(Decode, DoubleImmediateIsWhole) {
  const Instruction i = decode_line({"DFMA R8, R8, -3.5, R2", 0xc00c00000808782b, 0x004e0e0000000002});
  EXPECT_EQ(i.operands[2].value, static_cast<int64_t>(0xc00c000000000000));
  EXPECT_EQ(i.operands[2].width, 2);
  const Instruction infinity =
      decode_line({"DSETP.NEU.AND P0, PT, |R2|, +INF , PT", 0x7ff000000200742a, 0x004e5c0003f0d200});
  EXPECT_EQ(infinity.operands[3].value, 0x7ff0000000000000);
}

TEST(Decode, HighHalfOfADouble) {
  const Instruction i =
      decode_line({"MUFU.RCP64H R7, 4.29496524800000000000e+09", 0x41efffff00077908, 0x000e620000001800});
  EXPECT_EQ(i.operands[1].value, 0x41efffff);
  EXPECT_EQ(i.operands[1].width, 1);
}

TEST(Decode, PackedHalvesAreOneOperand) {
  const Instruction move =
      decode_line({"HFMA2.MMA R4, -RZ, RZ, 1.9375, 0", 0x3fc00000ff047435, 0x000fe200000001ff});
  ASSERT_EQ(move.operand_count, 4);
  EXPECT_EQ(move.operands[3].value, 0x3fc00000);
  EXPECT_TRUE(move.operands[1].negate);
  EXPECT_TRUE(move.has(Modifier::MMA));
  EXPECT_EQ(move.pipe, Pipe::Tensor);

  const Instruction brain =
      decode_line({"HFMA2.BF16_V2 R0, R0.H0_H0, 1, 1, R5.H0_H0", 0x3f803f8000007831, 0x004fe20000240805}, 80);
  ASSERT_EQ(brain.operand_count, 4);
  EXPECT_EQ(brain.operands[2].value, 0x3f803f80);
  EXPECT_EQ(brain.pipe, Pipe::Fma);
  EXPECT_EQ(brain.latency_class, LatencyClass::Half);

  const Instruction compare = decode_line(
      {"HSETP2.GEU.AND P1, PT, |R8|.reuse.H0_H0, 8.523464202880859375e-06, 8.523464202880859375e-06, PT",
       0x008f008f08007434, 0x040fe40003f2ea00},
      80);
  ASSERT_EQ(compare.operand_count, 5);
  EXPECT_EQ(compare.operands[3].value, 0x008f008f);
}

TEST(Decode, ImmediateMustAgreeWithTheEncoding) {
  expect_error(
      [] {
        decode_line({"FADD R3, R0, 1.5", 0x3f80000000037421, 0});
      },
      ExitCode::BadInput, "the immediate");
  expect_error(
      [] {
        decode_line({"DADD R4, R0, 1", 0x3ff8000000047429, 0});
      },
      ExitCode::BadInput, "the immediate");
  expect_error(
      [] {
        decode_line({"HADD2 R4, R0, 1, 2", 0x40003c0000047430, 0});
      },
      ExitCode::BadInput, "the immediate");
}

TEST(Decode, BranchTarget) {
  Line line{"BRA `(.L_x_10)", 0x0000000000a08947, 0x000fec0003800000, 0xb0, {{".L_x_10", 0x340}}};
  EXPECT_EQ(decode_line(line, 90).target, 0x34u);
  line = {"@P1 BRA `(.L_x_12)", 0xfffffffc00c01947, 0x000fea000383ffff, 0x270, {{".L_x_12", 0x180}}};
  EXPECT_EQ(decode_line(line, 90).target, 0x18u);
  line = {"BSSY B0, `(.L_x_0)", 0x0000011000007945, 0x000fe20003800000, 0x130, {{".L_x_0", 0x250}}};
  EXPECT_EQ(decode_line(line, 80).target, 0x25u);
  line.labels[".L_x_0"] = 0x260;
  expect_error([&] { decode_line(line, 80); }, ExitCode::BadInput, "the branch target");
  line.labels.clear();
  expect_error([&] { decode_line(line, 80); }, ExitCode::Unsupported, "label .L_x_0");
}

TEST(Decode, CallsAndReturns) {
  Line line{"CALL.REL.NOINC `($f)", 0x00001ac000007944, 0x000fea0003c00000, 0x230, {{"$f", 0x1d00}}};
  EXPECT_EQ(decode_line(line, 80).target, 0x1d0u);
  // What a return names is where its register counts from, not where it goes.
  line = {"RET.REL.NODEC R6 `(k)", 0xffffe30006007950, 0x000fea0003c3ffff, 0x1cf0, {{"k", 0}}};
  const Instruction ret = decode_line(line, 80);
  EXPECT_EQ(ret.target, kNoTarget);
  EXPECT_EQ(ret.operands[0].width, 2);
  // printf and the like are outside of the section.
  const Instruction out = decode_line({"CALL.ABS.NOINC `(vprintf)", 0x0000000000007943, 0x000fea0003c00000});
  EXPECT_EQ(out.target, kNoTarget);
  EXPECT_EQ(out.operands[0].value, -1);
}

TEST(Decode, RelocatedOperand) {
  const Instruction i = decode_line({"UMOV UR4, 32@lo(_ZTV2A2)", 0x0000000000047882, 0x000fe20000000000});
  EXPECT_EQ(i.operands[1].kind, OperandKind::Relocated);
}

TEST(Decode, ScoreboardList) {
  const Instruction i = decode_line({"DEPBAR.LE SB0, 0x1, {4,0}", 0x000080400000791a, 0x000fc80000000000});
  ASSERT_EQ(i.operand_count, 3);
  EXPECT_EQ(i.operands[2].value, 0b10001);
}

TEST(Decode, Pipes) {
  const auto pipe = [](const char* text) { return decode_line({text, 0, 0}).pipe; };
  EXPECT_EQ(pipe("S2R R0, SR_TID.X"), Pipe::Lsu);
  EXPECT_EQ(pipe("S2R R0, SR_CTAID.X"), Pipe::Adu);
  EXPECT_EQ(pipe("IMAD R0, R1, R2, R3"), Pipe::Fma);
  EXPECT_EQ(decode_line({"IMAD R0, R1, R2, R3", 0, 0}).latency_class, LatencyClass::Fma);
  EXPECT_EQ(decode_line({"IMAD.WIDE R0, R2, 0x4, R4", 0, 0}).latency_class, LatencyClass::ImadWide);
}

TEST(Decode, RefusalsNameOpcodeAddressAndKernel) {
  expect_error(
      [] {
        decode_line({"FROB R0, R1", 0, 0, 0x120});
      },
      ExitCode::Unsupported, "kernel at 0x0120: opcode FROB");
  expect_error(
      [] {
        decode_line({"FADD.WOBBLY R0, R1, R2", 0, 0});
      },
      ExitCode::Unsupported, "modifier .WOBBLY");
  expect_error([] { decode_line({"FADD R0, R1, Q2", 0, 0}); }, ExitCode::Unsupported, "operand Q2");
  expect_error([] { decode_line({"IADD3 R0, R1, 7, RZ", 0, 0}); }, ExitCode::Unsupported, "operand 7");
  expect_error([] { decode_line({"@R0 NOP", 0, 0}); }, ExitCode::Unsupported, "the guard");
  expect_error([] { decode_line({"@PR NOP", 0, 0}); }, ExitCode::Unsupported, "the guard");
  expect_error([] { decode_line({"", 0, 0}); }, ExitCode::Unsupported, "opcode");
  expect_error([] { decode_line({"NOP.", 0, 0}); }, ExitCode::Unsupported, "modifier");
  expect_error(
      [] {
        decode_line({"NOP.E.E.E.E.E.E.E.E.E.E.E", 0, 0});
      },
      ExitCode::Unsupported, "number of modifiers");
  expect_error(
      [] {
        decode_line({"NOP R0,R0,R0,R0,R0,R0,R0,R0,R0,R0,R0", 0, 0});
      },
      ExitCode::Unsupported, "number of operands");
  expect_error([] { decode_line({"FSETP P0", 0, 0}); }, ExitCode::Unsupported, "number of operands");
  expect_error([] { decode_line({"BRA `(x", 0, 0}); }, ExitCode::Unsupported, "operand `(x");
  expect_error(
      [] {
        decode_line({"DEPBAR SB0, 0x0, {6}", 0, 0});
      },
      ExitCode::Unsupported, "list of scoreboards");
  expect_error(
      [] {
        decode_line({"DEPBAR SB0, 0x0, {1,", 0, 0});
      },
      ExitCode::Unsupported, "list of scoreboards");
}

TEST(Decode, IndirectTargets) {
  DisassembledFunction function{
      "k",
      {{0, 1, "BRX R6 -0x110   (*\"BRANCH_TARGETS .L_x_90,.L_x_91,.L_x_7\"*)", 0, 0, 0, 0}},
      {{".L_x_90", 0x20}, {".L_x_91", 0x40}, {".L_x_7", 0x60}}};
  EXPECT_EQ(indirect_targets(function, 0), (std::vector<uint32_t>{2, 4, 6}));
}

}  // namespace
}  // namespace warpglass::isa
