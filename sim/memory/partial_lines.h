// Lines of an L2 slice with sectors of which only some bytes have been written and the rest has not been read.
//
// Measured: kernels/micro/probes/partial_writes_profiled.cu, H200, 2026-11: L2 keeps a limited number of such lines, whatever the number of
// their sectors; beyond it, it reads what is missing of the oldest from HBM and writes them back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>

namespace warpglass::sim {

class PartialLines {
 public:
  explicit PartialLines(size_t limit) : limit_(limit) {}

  /// A line that has to go, and its sectors that lack bytes; sectors 0: none.
  struct Excess {
    uint64_t line = 0;
    uint8_t sectors = 0;
  };
  /// `bytes` more have been written to each of `sectors`, none of which is whole. Returns those that are whole now: bytes are
  /// taken to be others than before.
  uint8_t write(uint64_t line, uint8_t sectors, uint32_t bytes);
  /// The oldest line, if there are more than the limit; it is no longer among them.
  Excess take_excess();
  /// Sectors of the line that lack bytes; they have been read, overwritten or evicted.
  uint8_t take(uint64_t line, uint8_t sectors);
  bool empty() const { return lines_.empty(); }
  /// Entries of the order, for the test of its bound.
  size_t noted() const { return order_.size(); }

 private:
  void note(uint64_t line);
  struct Line {
    uint8_t sectors = 0;
    std::array<uint8_t, 8> bytes{};  // written, by sector
  };
  size_t limit_;
  std::unordered_map<uint64_t, Line> lines_;
  std::deque<uint64_t> order_;  // in which they came; some are gone
};

}  // namespace warpglass::sim
