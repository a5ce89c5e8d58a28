// Integer corner cases: amounts beyond the width, sign bits, selection of bytes.
#include "micro/corner_cases.h"

namespace warpglass::corner {
namespace {

// clang-format off
PTX2("shl.b32", u32, u32, shift)
PTX2("shr.u32", u32, u32, shift)
PTX2("shr.s32", u32, u32, shift)
PTX2("shl.b64", u64, u64, shift)
PTX2("shr.u64", u64, u64, shift)
PTX2("shr.s64", u64, u64, shift)
PTX3("shf.l.wrap.b32", u32, u32, u32, shift)
PTX3("shf.l.clamp.b32", u32, u32, u32, shift)
PTX3("shf.r.wrap.b32", u32, u32, u32, shift)
PTX3("shf.r.clamp.b32", u32, u32, u32, shift)
PTX3("prmt.b32", u32, u32, u32, u32)
PTX3("prmt.b32.f4e", u32, u32, u32, shift)
PTX3("prmt.b32.b4e", u32, u32, u32, shift)
PTX3("prmt.b32.rc8", u32, u32, u32, shift)
PTX3("prmt.b32.ecl", u32, u32, u32, shift)
PTX3("prmt.b32.ecr", u32, u32, u32, shift)
PTX3("prmt.b32.rc16", u32, u32, u32, shift)
PTX1("bfind.u32", u32, u32)
PTX1("bfind.s32", u32, u32)
PTX1("bfind.shiftamt.u32", u32, u32)
PTX1("bfind.shiftamt.s32", u32, u32)
PTX1("bfind.u64", u32, u64)
PTX1("bfind.s64", u32, u64)
PTX1("clz.b32", u32, u32)
PTX1("clz.b64", u32, u64)
PTX1("popc.b32", u32, u32)
PTX1("popc.b64", u32, u64)
PTX1("brev.b32", u32, u32)
PTX1("brev.b64", u64, u64)
PTX3("bfe.u32", u32, u32, shift, shift)
PTX3("bfe.s32", u32, u32, shift, shift)
PTX2("bmsk.clamp.b32", u32, shift, shift)
PTX2("bmsk.wrap.b32", u32, shift, shift)
PTX2("szext.clamp.s32", u32, u32, shift)
PTX2("szext.wrap.s32", u32, u32, shift)
PTX2("szext.clamp.u32", u32, u32, shift)
PTX2("szext.wrap.u32", u32, u32, shift)
PTX2("mul.hi.s32", u32, u32, u32)
PTX2("mul.hi.u32", u32, u32, u32)
PTX2("mul.wide.s32", u64, u32, u32)
PTX2("mul.wide.u32", u64, u32, u32)
PTX2("mul.lo.u64", u64, u64, u64)
PTX2("mul.hi.s64", u64, u64, u64)
PTX2("mul.hi.u64", u64, u64, u64)
PTX3("mad.lo.s32", u32, u32, u32, u32)
PTX3("mad.hi.s32", u32, u32, u32, u32)
PTX3("mad.hi.u32", u32, u32, u32, u32)
PTX3("mad.wide.s32", u64, u32, u32, u64)
PTX3("mad.wide.u32", u64, u32, u32, u64)
PTX3("sad.s32", u32, u32, u32, u32)
PTX3("sad.u32", u32, u32, u32, u32)
PTX3("dp4a.u32.u32", u32, u32, u32, u32)
PTX3("dp4a.s32.s32", u32, u32, u32, u32)
PTX3("dp4a.s32.u32", u32, u32, u32, u32)
PTX3("dp2a.lo.s32.s32", u32, u32, u32, u32)
PTX3("dp2a.hi.u32.s32", u32, u32, u32, u32)
PTX3("vabsdiff4.u32.u32.u32.add", u32, u32, u32, u32)
PTX3("vabsdiff4.s32.s32.s32.add", u32, u32, u32, u32)
PTX3("vabsdiff4.u32.u32.u32.sat", u32, u32, u32, u32)
PTX3("vabsdiff.u32.s32.s32.add", u32, u32, u32, u32)
PTX2("min.s32", u32, u32, u32)
PTX2("max.u32", u32, u32, u32)
PTX2("min.s64", u64, u64, u64)
PTX2("max.u64", u64, u64, u64)
PTX2("add.sat.s32", u32, u32, u32)
PTX2("sub.sat.s32", u32, u32, u32)
PTX2("add.u64", u64, u64, u64)
PTX2("min.u16x2", u32, u32, u32)
PTX2("max.s16x2", u32, u32, u32)
PTX2("add.s16x2", u32, u32, u32)
PTX1("abs.s32", u32, u32)
PTX1("neg.s32", u32, u32)
PTX1("abs.s64", u64, u64)
PTX1("not.b32", u32, u32)
// clang-format on

// Address arithmetic with an index of 64 bits, for LEA and LEA.HI.
OPERATION("base + index * 8", TYPES("u64", "u64"), false, { return a + (b << 3); })
OPERATION("base + int index * 16", TYPES("u64", "u32"), false,
          { return a + static_cast<Word>(static_cast<std::int64_t>(static_cast<std::int32_t>(b))) * 16; })
OPERATION("a / 7 (signed)", TYPES("u32"), false,
          { return static_cast<std::uint32_t>(static_cast<std::int32_t>(a) / 7); })
OPERATION("a / b (unsigned, b made odd)", TYPES("u32", "u32"), false,
          { return static_cast<std::uint32_t>(a) / (static_cast<std::uint32_t>(b) | 1); })
OPERATION("a % b (signed 64 bits, b made odd)", TYPES("u64", "u64"), false, {
  // The most negative value divided by -1 overflows; keep the divisor positive.
  return static_cast<Word>(static_cast<std::int64_t>(a) % static_cast<std::int64_t>((b >> 1) | 1));
})

// Bit field insertion has four operands; position and length come from the two bytes of the third word.
OPERATION("bfi.b32 (position: byte 0 of c, length: byte 1)", TYPES("u32", "u32", "u32"), false, {
  std::uint32_t r;
  asm("bfi.b32 %0, %1, %2, %3, %4;"
      : "=r"(r)
      : "r"(from_word<std::uint32_t>(a)), "r"(from_word<std::uint32_t>(b)),
        "r"(static_cast<std::uint32_t>(c & 0xff)), "r"(static_cast<std::uint32_t>(c >> 8 & 0xff)));
  return r;
})

}  // namespace
}  // namespace warpglass::corner
