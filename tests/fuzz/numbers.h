// A fuzz target's input as numbers for a file's tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace warpglass::fuzz {

/// Numbers from the input, 0 at its end.
class Numbers {
 public:
  Numbers(const uint8_t* data, size_t size) : data_(data), left_(size) {}
  bool empty() const { return left_ == 0; }
  /// What has not been taken yet.
  std::span<const uint8_t> rest() const { return {data_, left_}; }
  /// Mostly small numbers, sometimes any.
  int64_t next() {
    const size_t bytes = std::min<size_t>(left_, take() % 4 == 0 ? 8 : 1);
    int64_t value = 0;
    if (bytes > 0) std::memcpy(&value, data_, bytes);  // an empty input may be nullptr
    data_ += bytes;
    left_ -= bytes;
    return value;
  }

 private:
  uint8_t take() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  const uint8_t* data_;
  size_t left_;
};

}  // namespace warpglass::fuzz
