// Any bytes as a segment of a trace, and as one warp's steps.
#include <array>
#include <memory>
#include <stdexcept>

#include "base/error.h"
#include "traces/trace/trace_block.h"

namespace {

using namespace warpglass;
constexpr uint32_t kInstructions = 50;
constexpr unsigned kWarps = 2;

void step_block(TraceBlock& block) {
  for (bool any = true; any;) {
    any = false;
    for (unsigned w = 0; w < kWarps; ++w) {
      if (block.next(w) >= kInstructions) continue;
      Step step;
      block.step(w, step);
      any = true;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    size_t at = 0;
    TraceBlock block(std::make_shared<const std::vector<uint8_t>>(data, data + size), at, kInstructions, kWarps, "fuzz");
    step_block(block);
  } catch (const std::out_of_range&) {
  } catch (const Error&) {
  }
  try {
    StepDecoder decoder({data, size}, BaseAddresses(kInstructions, kNoAddress));
    std::array<uint64_t, kLanes> addresses{};
    while (decoder.peek() != kWarpExited) decoder.next(addresses.data());
  } catch (const std::out_of_range&) {
  }
  return 0;
}
