// Variable-length integers, 7 bits a byte, and signed ones folded into them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpglass::sim {

inline void put_varint(std::vector<uint8_t>& bytes, uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<uint8_t>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<uint8_t>(value));
}

inline void put_signed(std::vector<uint8_t>& bytes, int64_t value) {
  put_varint(bytes, static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
}

/// Reads from untrusted bytes: `ok` turns false at the end or at an over-long number, and values are 0 from then on.
class VarintReader {
 public:
  explicit VarintReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint8_t byte() {
    if (at_ >= bytes_.size()) return fail();
    return bytes_[at_++];
  }
  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const uint8_t b = byte();
      value |= static_cast<uint64_t>(b & 0x7f) << shift;
      if ((b & 0x80) == 0) return ok_ ? value : 0;
    }
    return fail();
  }
  int64_t signed_number() {
    const uint64_t value = number();
    return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
  }
  bool ok() const { return ok_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  uint8_t fail() {
    ok_ = false;
    return 0;
  }
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace warpglass::sim
