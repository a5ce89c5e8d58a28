#include "isa/branch_target.h"

namespace warpglass::isa {
namespace {

/// `width` bits from bit `lowest` of the 128, sign-extended (the field must reach into both halves or end at
/// bit 63).
int64_t signed_field(const Instruction& instruction, unsigned lowest, unsigned width) {
  uint64_t bits = instruction.bits_low >> lowest;
  if (lowest != 0) bits |= instruction.bits_high << (64 - lowest);
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

}  // namespace

std::optional<int64_t> encoded_target(const Instruction& instruction, uint32_t address, uint32_t sm) {
  constexpr unsigned kBranch = 0x947, kCallRelative = 0x944, kBssy = 0x945;
  const auto opcode = static_cast<unsigned>(instruction.bits_low & 0xfff);
  const int64_t next = int64_t{address} + kInstructionBytes;
  if (opcode == kBssy) return next + 4 * signed_field(instruction, 34, 30);
  if (opcode != kBranch && opcode != kCallRelative) return std::nullopt;
  int64_t words = signed_field(instruction, 34, 48);
  // Hopper moved the low eight bits of the offset to where other instructions have their destination
  // register.
  if (sm >= 90) words = words * 256 + static_cast<int64_t>(instruction.bits_low >> 16 & 0xff);
  return next + 4 * words;
}

}  // namespace warpglass::isa
