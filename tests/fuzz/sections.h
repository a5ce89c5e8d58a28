// A fuzz target's input as several texts, each but the last ended by a zero byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace warpglass::fuzz {

class Sections {
 public:
  Sections(const uint8_t* data, size_t size) : data_(data), left_(size) {}
  /// Up to the next zero byte; "" when there is nothing left.
  std::string next() {
    const auto* zero = static_cast<const uint8_t*>(left_ > 0 ? std::memchr(data_, 0, left_) : nullptr);
    const size_t length = zero != nullptr ? static_cast<size_t>(zero - data_) : left_;
    std::string text(reinterpret_cast<const char*>(data_), length);
    const size_t used = length + (zero != nullptr ? 1 : 0);
    data_ += used;
    left_ -= used;
    return text;
  }
  std::span<const uint8_t> rest() const { return {data_, left_}; }

 private:
  const uint8_t* data_;
  size_t left_;
};

}  // namespace warpglass::fuzz
