// Runs one block of a launch to its end and encodes what its warps did.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "traces/trace/step_codec.h"
#include "traces/warp_stream.h"

namespace warpglass {

class BlockRecorder {
 public:
  BlockRecorder(LaunchStream& stream, uint64_t block);

  /// Executes up to `budget` steps, every warp in turn. True when the block has ended.
  bool advance(uint64_t budget);
  uint64_t block() const { return number_; }
  uint64_t steps() const;
  /// Appends the block's part of a segment.
  void append_to(std::vector<uint8_t>& segment) const;

 private:
  void record(unsigned warp);

  uint64_t number_;
  std::unique_ptr<BlockStream> stream_;
  BaseAddresses reference_;
  std::vector<StepEncoder> warps_;
  std::vector<uint32_t> arrivals_;                 // by opening
  std::vector<uint32_t> current_;                  // by barrier number: its opening under way, + 1
};

}  // namespace warpglass
