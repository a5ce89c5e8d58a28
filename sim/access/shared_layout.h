// Another layout of shared memory: what its bank conflicts would be if the kernel's arrays lay differently.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::sim {

/// Shared memory from `base` on as rows of `row_bytes`, each followed by padding, or with the order of their
/// elements changed.
struct SharedLayout {
  uint64_t base = 0;           ///< where the first row begins; what lies before it stays
  uint32_t row_bytes = 128;    ///< at least 4
  uint32_t padding_bytes = 0;  ///< added after every row
  /// Element e of row r moves to e XOR r (within 128 bytes, in elements of an access, at least 4 bytes).
  bool swizzle = false;

  bool is_identity() const { return padding_bytes == 0 && !swizzle; }
  uint64_t map(uint64_t address, uint32_t access_bytes) const;
  /// The lanes' addresses in this layout.
  std::array<uint64_t, 32> map(const uint64_t* addresses, uint32_t mask, uint32_t access_bytes) const;
  /// Bytes that an allocation of `bytes` from address 0 on takes with the padding.
  uint64_t bytes_needed(uint64_t bytes) const;
};

}  // namespace warpglass::sim
