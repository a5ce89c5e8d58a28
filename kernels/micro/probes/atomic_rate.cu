// Atomics without result (RED) at L2: all SMs on the same word, the same sector, the same line, or lines of their own.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kEach = 64;  // REDs of a warp

enum Pattern { kWord, kLanesOfWord, kSector, kLine, kOwnLines };
constexpr const char* kNames[] = {"one lane, one word", "32 lanes, one word", "8 words of one sector", "one line", "own lines"};

__global__ void add_all(uint32_t* data, int pattern, uint32_t* times) {
  const uint32_t lane = threadIdx.x % 32;
  const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  uint32_t* to = data;
  if (pattern == kSector) to += lane % 8;
  if (pattern == kLine) to += lane;
  if (pattern == kOwnLines) to += size_t{warp} * kEach * 32 + lane;
  const uint32_t step = pattern == kOwnLines ? 32 : 0;
  meet_all();
  const uint32_t begin = clock_low();
  if (pattern != kWord || lane == 0) {
#pragma unroll 4
    for (int i = 0; i < kEach; ++i) asm volatile("red.global.add.u32 [%0], 1;" ::"l"(to + i * step) : "memory");
  }
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  const uint32_t end = clock_low();
  if (lane == 0) times[warp] = end - begin;
}

void atomic_rate(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(256 << 20));
  uint32_t* data = times + (1 << 20);
  allow_whole_sm(add_all);
  for (int pattern = kWord; pattern <= kOwnLines; ++pattern) {
    for (const unsigned warps : {1u, 4u}) {
      std::vector<double> all;
      for (int repeat = 0; repeat < repeats(5); ++repeat) {
        add_all<<<sm_count(), warps * 32, kWholeSm>>>(data, pattern, times);
        const auto host = copy_back<uint32_t>(times, sm_count() * warps);
        if (repeat > 0) all.push_back(*std::max_element(host.begin(), host.end()));
      }
      output.result("atomic_rate", parameters("pattern", kNames[pattern], "warps", warps, "each", kEach, "sms", sm_count()), all, "cycles");
    }
  }
}
const Register registered("atomic_rate", false, atomic_rate);

}  // namespace
}  // namespace warpglass::probes
