// One decoded SASS instruction: what the disassembly says of operands and modifiers, what the 128 bits say of
// control codes. Everything that reads machine code (executor, timing model, report) reads this.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace warpglass::isa {

/// The opcodes of the instruction table, `isa/instructions.inc`, in its order.
enum class Opcode : uint16_t {
#define WARPGLASS_INSTRUCTION(opcode, ...) opcode,
#include "isa/instructions.inc"
#undef WARPGLASS_INSTRUCTION
};

/// The execution pipe, with ncu's names (`sm__inst_executed_pipe_*`).
enum class Pipe : uint8_t { Alu, Fma, Fp16, Fp64, Xu, Lsu, Adu, Cbu, Uniform, Tensor, Tex, Tma, None };

/// Which row of the model's latency table applies. Fixed-latency classes are covered by stall counts, the
/// others by the dependence barriers (scoreboards).
enum class LatencyClass : uint8_t {
  Alu,              ///< integer, logic, compare, select, fp32 min/max
  Fma,              ///< FADD FMUL FFMA, IMAD (32-bit)
  ImadWide,         ///< IMAD.WIDE, IMAD.HI
  Half,             ///< packed fp16/bf16
  Double,           ///< fp64
  Conversion,       ///< F2I I2F F2F FRND, through the XU pipe
  Mufu,             ///< transcendental functions
  Integer16,        ///< POPC FLO BREV and other quarter-rate integer work in the XU or ALU
  Uniform,          ///< uniform data path
  Shared,           ///< LDS STS ATOMS LDSM STSM
  Shuffle,          ///< SHFL
  Vote,             ///< VOTE MATCH REDUX
  Global,           ///< LDG STG RED ATOM
  Local,            ///< LDL STL
  Constant,         ///< LDC ULDC
  SpecialRegister,  ///< S2R S2UR
  Branch,
  Barrier,
  Memory,  ///< MEMBAR, CCTL, ERRBAR
  Tensor,
  None,
};

/// What the instruction does to control flow or memory, for code that must treat kinds apart.
enum class Category : uint8_t {
  Arithmetic,
  Load,
  Store,
  Atomic,       ///< returns the old value
  Reduction,    ///< an atomic without a result
  Branch,       ///< BRA, BRX, JMP, CALL, RET
  Convergence,  ///< BSSY BSYNC BREAK WARPSYNC YIELD BMOV
  Barrier,      ///< BAR
  Fence,        ///< MEMBAR, ERRBAR, CCTL, DEPBAR
  Exit,
  Shuffle,
  Other,  ///< NOP, NANOSLEEP, …
};

enum class MemorySpace : uint8_t { None, Global, Shared, Local, Constant, Generic };

enum class OperandKind : uint8_t {
  None,
  Register,            ///< R0…R254, RZ = 255
  UniformRegister,     ///< UR0…UR62, URZ = 63
  Predicate,           ///< P0…P6, PT = 7
  UniformPredicate,    ///< UP0…UP6, UPT = 7
  Immediate,           ///< 32 bits (floating-point immediates as their bit pattern), see `Operand::value`
  Constant,            ///< c[bank][offset], optionally indexed by `index` (a register)
  UniformConstant,     ///< cx[UR][offset]: bank descriptor in a uniform register
  Memory,              ///< [R + UR + offset], see `Operand`
  SpecialRegister,     ///< SR_TID.X …: `special`
  ConvergenceBarrier,  ///< B0…B15
  Scoreboard,          ///< SB0…SB5; 8 is gsb0, the scoreboard of warpgroup products
  Label,      ///< branch target: `Instruction::target`; `value` is its byte offset, -1 outside of the section
  Relocated,  ///< half of an address that only the loader knows (`32@lo(symbol)`): see Program::relocations
  Keyword,    ///< a word such as the 2D of TEX: `value` is its index in isa/keywords.inc
};

/// S2R, S2UR and CS2R sources.
enum class SpecialRegister : uint8_t {
  LaneId,
  WarpId /* SR_VIRTID is refused */,
  TidX,
  TidY,
  TidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NtidX,
  NtidY,
  NtidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  CgaCtaId,
  CgaSize,
  EqMask,
  LtMask,
  LeMask,
  GtMask,
  GeMask,
  ClockLo,
  ClockHi,
  GlobalTimerLo,
  GlobalTimerHi,
  SmId,
  Zero,
  VirtualId,         ///< SR_VIRTID: warp slot and SM
  VirtualSmId,       ///< SR_VIRTUALSMID
  SharedWindowHigh,  ///< SR_SWINHI: high 32 bits of the generic address of shared memory
  LocalWindowHigh,   ///< SR_LWINHI
  ThreadKill,
  CoverageMask,
  Tid /* packed x, y, z */,
  NWarpId,
  NSmId,
  RegisterAllocation,
  CtxAddress,
  Other,  ///< another one: the disassembly names it
};

inline constexpr uint8_t kRegisterZero = 255;
inline constexpr uint8_t kUniformRegisterZero = 63;
inline constexpr uint8_t kPredicateTrue = 7;
inline constexpr uint8_t kNoScoreboard = 7;

/// Values of Operand::select.
namespace select {
inline constexpr uint8_t kNone = 0;  ///< the whole register; of packed halves .H1_H0
inline constexpr uint8_t kH0H0 = 1;  ///< the low half for both
inline constexpr uint8_t kH1H1 = 2;  ///< the high half for both
inline constexpr uint8_t kH0H1 = 3;  ///< halves swapped
inline constexpr uint8_t kB0 = 4;    ///< byte 0 …
inline constexpr uint8_t kB1 = 5;
inline constexpr uint8_t kB2 = 6;
inline constexpr uint8_t kB3 = 7;
inline constexpr uint8_t kH0 = 8;  ///< one half (conversions)
inline constexpr uint8_t kH1 = 9;
inline constexpr uint8_t kRow = 10;  ///< IMMA layout
inline constexpr uint8_t kCol = 11;
inline constexpr uint8_t kScale4 = 12;  ///< Memory: the base register is an index of 4-byte elements …
inline constexpr uint8_t kScale8 = 13;
inline constexpr uint8_t kScale16 = 14;
inline constexpr uint8_t kU32 =
    15;  ///< Memory: a 32-bit base, zero-extended, added to a 64-bit uniform register pair
inline constexpr uint8_t kF32 = 16;   ///< a single-precision operand of a half-precision instruction
inline constexpr uint8_t kB1B0 = 17;  ///< bytes 0 and 1 …
inline constexpr uint8_t kB3B2 = 18;
inline constexpr uint8_t kSign = 19;  ///< the register's bit 31 as a predicate (PLOP3)
/// Descriptors of warpgroup products (HGMMA): flags, or'ed. `.negB` is Operand::negate.
inline constexpr uint8_t kTransposeA = 0x20;
inline constexpr uint8_t kTransposeB = 0x40;
inline constexpr uint8_t kNegateA = 0x80;
}  // namespace select

struct Operand {
  OperandKind kind = OperandKind::None;
  bool destination = false;
  /// Register, uniform register, predicate or barrier number. For Memory: the base register (255 if there is
  /// none). For Constant: the index register (255 if there is none).
  uint8_t index = 0;
  /// 32-bit registers read or written (2 for a 64-bit operand, 4 for .128). Memory: 2 when the base is a
  /// 64-bit pair. Predicate: 7 for `PR`, all predicates as one bit mask (R2P, P2R). Also set for 64-bit
  /// constants and immediates.
  uint8_t width = 1;
  bool negate = false;    ///< arithmetic minus
  bool absolute = false;  ///< |x|
  bool invert = false;    ///< ~x or !P
  bool reuse = false;     ///< .reuse: keep in the operand reuse cache
  uint8_t uniform =
      kUniformRegisterZero;  ///< Memory: the uniform register added; UniformConstant: the descriptor
  uint8_t descriptor = kUniformRegisterZero;  ///< Memory: desc[UR]
  uint8_t bank = 0;                           ///< Constant: the bank
  uint8_t select = select::kNone;             ///< .H0_H0 .H1_H1 .B1 .X4 …: a value of namespace `select`
  SpecialRegister special = SpecialRegister::Zero;
  /// Immediate bits (zero-extended), or the byte offset of Constant and Memory (signed). An fp64 immediate is
  /// its whole 64-bit pattern, with width 2. Two packed halves (`HFMA2 R0, R1, 0.5, 2, R3`) are one operand;
  /// the first is the high half, so that `HFMA2.MMA R0, -RZ, RZ, 1.875, 0` holds 0x3f800000, the value it
  /// moves.
  int64_t value = 0;
};

/// Suffixes of a mnemonic in `isa/modifiers.inc`; `LDG.E.128` has E and B128.
enum class Modifier : uint16_t {
  None,
#define WARPGLASS_MODIFIER(name, text) name,
#include "isa/modifiers.inc"
#undef WARPGLASS_MODIFIER
};

/// The scheduling fields that the compiler puts into bits 105–125 of every instruction.
struct ControlCodes {
  uint8_t stall = 0;                         ///< cycles before the warp's next issue
  bool yield = false;                        ///< prefer another warp next (bit 109 = 0)
  uint8_t write_scoreboard = kNoScoreboard;  ///< released when the result is written
  uint8_t read_scoreboard = kNoScoreboard;   ///< released when the operands were read
  uint8_t wait_mask = 0;                     ///< scoreboards that must be clear before issue
  uint8_t reuse = 0;                         ///< operand slots a, b, c kept in the reuse cache
};

inline constexpr uint32_t kNoTarget = 0xffffffffu;

struct Instruction {
  Opcode opcode{};
  Pipe pipe = Pipe::None;
  LatencyClass latency_class = LatencyClass::None;
  Category category = Category::Other;
  MemorySpace space = MemorySpace::None;
  uint8_t access_bytes = 0;  ///< bytes a lane moves (memory instructions)

  uint8_t guard = kPredicateTrue;  ///< @P guard; uniform when `guard_uniform`
  bool guard_negate = false;
  bool guard_uniform = false;

  uint8_t modifier_count = 0;
  uint8_t operand_count = 0;
  std::array<Modifier, 10> modifiers{};  ///< in the order of the text
  std::array<Operand, 10> operands{};    ///< in the order of the text, destinations first

  ControlCodes control;
  uint32_t target =
      kNoTarget;          ///< index of the branch target in the program, for direct branches, BSSY, CALL
  uint64_t bits_low = 0;  ///< the machine code
  uint64_t bits_high = 0;

  bool has(Modifier modifier) const {
    for (unsigned i = 0; i < modifier_count; ++i)
      if (modifiers[i] == modifier) return true;
    return false;
  }
  std::span<const Operand> all_operands() const { return {operands.data(), operand_count}; }
  bool is_memory() const {
    return category == Category::Load || category == Category::Store || category == Category::Atomic ||
           category == Category::Reduction;
  }
};

/// Bytes per instruction on sm_70 and later.
inline constexpr uint32_t kInstructionBytes = 16;

std::string_view name(Opcode opcode);
std::string_view name(Pipe pipe);
std::string_view name(LatencyClass latency_class);
std::string_view name(Modifier modifier);

}  // namespace warpglass::isa
