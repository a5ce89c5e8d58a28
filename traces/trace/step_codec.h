// The bytes of one warp's steps in a trace.
//
// A step is one byte of flags and what the flags announce: where the warp went if it did not go on, masks if they changed,
// addresses as base and stride where they have one, the barrier's opening that it arrived at. Bases are differences from
// the warp's previous execution of the same instruction, or from the block's reference for its first, so that regular
// kernels give runs of equal bytes, which zstd folds: below a byte a step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "traces/launch.h"
#include "traces/warp_stream.h"

namespace warpglass {

/// What a trace remembers of a step beside the step itself.
struct TracedStep {
  Step step;
  bool blocked = false;         ///< the warp waits after this step until the barrier opens
  bool arrived = false;         ///< the step arrived at a barrier
  uint32_t opening = 0;         ///< which opening of a barrier of the block (from 0); valid when `arrived`
};

/// Base addresses by instruction: those of a warp's last executions, or the block's references.
using BaseAddresses = std::vector<uint64_t>;
inline constexpr uint64_t kNoAddress = ~uint64_t{0};

class StepEncoder {
 public:
  explicit StepEncoder(size_t instructions) : last_(instructions, kNoAddress) {}
  /// `reference`: of the block; an instruction's first execution in the block sets it.
  void add(const TracedStep& traced, BaseAddresses& reference);
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  uint64_t steps() const { return steps_; }

 private:
  void addresses(const Step& step, BaseAddresses& reference);
  std::vector<uint8_t> bytes_;
  BaseAddresses last_;
  uint32_t expected_ = 0;
  uint32_t active_ = 0xffffffffu;
  uint64_t steps_ = 0;
};

class StepDecoder {
 public:
  StepDecoder() = default;
  /// `reference` is the block's; it gives the number of instructions too.
  StepDecoder(std::span<const uint8_t> bytes, const BaseAddresses& reference) : bytes_(bytes), last_(reference) {}

  bool at_end() const { return at_ == bytes_.size(); }
  /// The instruction of the next step, or kWarpExited at the end.
  uint32_t peek() const;
  /// Decodes the next step; its addresses go to `addresses` (one a lane). Throws std::out_of_range when the bytes are cut
  /// off or name an instruction that does not exist.
  TracedStep next(uint64_t* addresses);

 private:
  uint8_t byte(size_t& at) const;
  uint64_t varint(size_t& at) const;
  int64_t signed_varint();
  void read_addresses(Step& step, uint64_t* addresses);

  std::span<const uint8_t> bytes_;
  BaseAddresses last_;
  size_t at_ = 0;
  uint32_t expected_ = 0;
  uint32_t active_ = 0xffffffffu;
};

void append_varint(std::vector<uint8_t>& out, uint64_t value);

}  // namespace warpglass
