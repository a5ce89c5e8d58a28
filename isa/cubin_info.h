// The attribute records of `.nv.info` sections.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpglass::isa {

/// Attribute numbers (EIATTR_*) that Warpglass reads; numbers as in the public ELF definitions of LLVM.
enum class Attribute : uint8_t {
  MaxThreads = 0x05,       ///< three u32: the product bounds the block
  ParameterBank = 0x0a,    ///< u32 symbol, u16 offset in bank 0, u16 size
  FrameSize = 0x11,        ///< u32 symbol, u32 bytes
  MinStackSize = 0x12,     ///< u32 symbol, u32 bytes
  ParameterInfo = 0x17,    ///< u32 index, u16 ordinal, u16 offset, u32 flags with the size in bits 18–31
  RegisterCount = 0x2f,    ///< u32 symbol, u32 registers
  ParameterInfoV2 = 0x45,  ///< u32 index, u16 ordinal, u16 offset, u32 flags, u32 size
  BarrierCount = 0x4c,     ///< one byte
};

struct InfoRecord {
  uint8_t format = 0;  ///< 1 no value, 2 byte, 3 half word, 4 bytes follow
  uint8_t attribute = 0;
  uint16_t value = 0;              ///< of formats 2 and 3
  std::span<const uint8_t> bytes;  ///< of format 4

  bool is(Attribute which) const { return attribute == static_cast<uint8_t>(which); }
  /// 32 bits at byte `offset`, 0 past the end.
  uint32_t word(size_t offset) const;
  uint16_t half(size_t offset) const;
};

/// Throws BadInput when a record reaches over the end of the section.
std::vector<InfoRecord> read_info_records(std::span<const uint8_t> section);

}  // namespace warpglass::isa
