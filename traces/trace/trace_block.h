// One block of a trace, as the timing model steps through it.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "traces/trace/step_codec.h"
#include "traces/warp_stream.h"

namespace warpglass {

/// A block's recorded steps, and the barriers' openings replayed: a warp that waited goes on when as many arrivals as in
/// the recording have reached the opening.
class TraceBlock final : public BlockStream {
 public:
  /// `segment` is kept alive; `at` is the block's place in it and is moved behind it. Throws std::out_of_range.
  TraceBlock(std::shared_ptr<const std::vector<uint8_t>> segment, size_t& at, uint32_t instructions, unsigned warps,
             std::string where);

  uint32_t next(unsigned warp) const override { return next_[warp]; }
  uint32_t behind_barrier(unsigned warp) const override;
  uint32_t step(unsigned warp, Step& step) override;
  void complete(uint32_t) override {}  // the values are not in the trace

 private:
  [[noreturn]] void fail(const std::exception& error) const;
  void look_ahead(unsigned warp);
  void arrive(unsigned warp, const TracedStep& traced, Step& step);

  std::shared_ptr<const std::vector<uint8_t>> segment_;
  std::string where_;
  std::vector<uint32_t> missing_;        // arrivals, by opening
  std::vector<uint32_t> waiting_mask_;   // warps, by opening
  std::vector<StepDecoder> decoders_;
  std::vector<uint32_t> next_;
  std::array<uint64_t, kLanes> addresses_{};
};

}  // namespace warpglass
