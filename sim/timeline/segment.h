// What one warp slot of an SM did from one cycle to another, and its compact form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/clock.h"
#include "sim/stall.h"

namespace warpglass::sim {

inline constexpr uint32_t kNoProducer = 0xffffffffu;

struct Segment {
  Cycle start = 0;
  Cycle cycles = 0;
  uint32_t instruction = 0;            ///< that the warp issues (selected) or waits to issue
  uint32_t producer = kNoProducer;     ///< whose result it waits for, where there is one
  Stall stall = Stall::Selected;

  Cycle end() const { return start + cycles; }
  bool operator==(const Segment&) const = default;
};

/// Segments of one warp slot as bytes: about four a segment. Starts are in order; the first is relative to `base`.
class SegmentEncoder {
 public:
  explicit SegmentEncoder(Cycle base = 0) : last_end_(base) {}
  void add(const Segment& segment);
  std::vector<uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<uint8_t> bytes_;
  Cycle last_end_;
  uint32_t last_instruction_ = 0;
  uint32_t last_producer_ = 0;
};

/// Nothing when the bytes are no `count` segments.
std::optional<std::vector<Segment>> decode_segments(std::span<const uint8_t> bytes, Cycle base, uint32_t count);

}  // namespace warpglass::sim
