// LDC whose lanes read different words: cycles by the number of different words and of different lines.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kWords = 4096;
__constant__ uint32_t lane_table[kWords];  // all 0
constexpr int kLoads = 64;

// Lane i reads word i / (32 / words) * stride; dependent, then independent.
__global__ void load_lanes(uint32_t words, uint32_t stride, uint32_t* times) {
  const uint32_t mine = threadIdx.x % 32 / (32 / words) * stride;
  uint32_t at = mine, begin = 0, middle = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    begin = clock_low();
#pragma unroll
    for (int i = 0; i < kLoads; ++i) at = mine + lane_table[at];
    middle = clock_after(at);
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
      uint32_t other = mine + i % 8;
      asm volatile("mov.b32 %0, %0;" : "+r"(other));
      sum += lane_table[other];
    }
    end = clock_after(sum);
    at = mine + sum;
  }
  if (threadIdx.x % 32 == 0) {
    times[threadIdx.x / 32 * 2] = middle - begin;
    times[threadIdx.x / 32 * 2 + 1] = end - middle;
  }
}

void constant_lanes(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(1 << 20));
  for (const unsigned warps : {1u, 4u, 16u}) {
    for (const unsigned words : {1u, 2u, 4u, 8u, 16u, 32u}) {
      for (const unsigned stride : {1u, 16u}) {
        std::vector<double> dependent, independent;
        for (int repeat = 0; repeat < repeats(5); ++repeat) {
          load_lanes<<<1, warps * 32>>>(words, stride, times);
          const auto host = copy_back<uint32_t>(times, warps * 2);
          for (unsigned w = 0; w < warps; ++w) {
            dependent.push_back(host[w * 2] / static_cast<double>(kLoads));
            independent.push_back(host[w * 2 + 1] / static_cast<double>(kLoads));
          }
        }
        output.result("constant_lanes", parameters("words", words, "stride", stride, "warps", warps, "what", "dependent"), dependent, "cycles");
        output.result("constant_lanes", parameters("words", words, "stride", stride, "warps", warps, "what", "independent"), independent, "cycles");
      }
    }
  }
}
const Register registered("constant_lanes", false, constant_lanes);

}  // namespace
}  // namespace warpglass::probes
