// Lines of an L2 slice with sectors of which only some bytes have been written and the rest has not been read.
//
// Measured: kernels/micro/probes/partial_writes_profiled.cu, H200, 2026-11: L2 keeps a limited number of such lines, whatever the number of
// their sectors; beyond it, it reads what is missing of the oldest from HBM and writes them back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace warpglass::sim {

/// Lines are named by their place in the slice's cache; the owner tells when a place gets another line (`take`).
class PartialLines {
 public:
  PartialLines(size_t lines, size_t limit) : lines_(lines), limit_(limit) {}

  /// A line that has to go, and its sectors that lack bytes; sectors 0: none.
  struct Excess {
    uint32_t line = 0;
    uint8_t sectors = 0;
  };
  /// `bytes` more have been written to each of `sectors`, none of which is whole. Returns those that are whole now: bytes are
  /// taken to be others than before.
  uint8_t write(uint32_t line, uint8_t sectors, uint32_t bytes);
  /// The oldest line, if there are more than the limit; it is no longer among them.
  Excess take_excess();
  /// Which of `sectors` lack bytes; they have been read, overwritten or evicted.
  uint8_t take(uint32_t line, uint8_t sectors);
  /// Entries of the order, for the test of its bound.
  size_t noted() const { return order_.size(); }

 private:
  struct Line {
    uint8_t sectors = 0;
    std::array<uint8_t, 8> bytes{};  // written, by sector
    uint32_t came = 0;
  };
  struct Arrival {
    uint32_t line = 0, came = 0;
  };
  bool stale(Arrival arrival) const { return lines_[arrival.line].sectors == 0 || lines_[arrival.line].came != arrival.came; }
  void arrive(uint32_t line);

  std::vector<Line> lines_;
  size_t limit_;
  size_t count_ = 0;
  uint32_t clock_ = 0;
  std::deque<Arrival> order_;  // some are gone
};

}  // namespace warpglass::sim
