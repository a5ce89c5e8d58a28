// LDC whose lanes read different words: cycles by the number of different words and of different lines.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kWords = 4096;
__constant__ uint32_t lane_table[kWords];  // all 0
constexpr int kLoads = 64;

// Lane i reads word i / (32 / words) * stride, at an address that needs the word read before.
__global__ void load_lanes(uint32_t words, uint32_t stride, uint32_t* times) {
  const uint32_t mine = threadIdx.x % 32 / (32 / words) * stride;
  uint32_t at = mine, begin = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    begin = clock_low();
#pragma unroll
    for (int i = 0; i < kLoads; ++i) at = mine + lane_table[at];
    end = clock_after(at);
  }
  if (threadIdx.x % 32 == 0) times[threadIdx.x / 32] = end - begin;
}

void constant_lanes(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(1 << 20));
  for (const unsigned warps : {1u, 4u, 16u}) {
    for (const unsigned words : {1u, 2u, 4u, 8u, 16u, 32u}) {
      for (const unsigned stride : {1u, 16u}) {
        std::vector<double> dependent;
        for (int repeat = 0; repeat < repeats(5); ++repeat) {
          load_lanes<<<1, warps * 32>>>(words, stride, times);
          const auto host = copy_back<uint32_t>(times, warps);
          for (unsigned w = 0; w < warps; ++w) dependent.push_back(host[w] / static_cast<double>(kLoads));
        }
        output.result("constant_lanes", parameters("words", words, "stride", stride, "warps", warps, "what", "dependent"), dependent, "cycles");
      }
    }
  }
}
const Register registered("constant_lanes", false, constant_lanes);

}  // namespace
}  // namespace warpglass::probes
