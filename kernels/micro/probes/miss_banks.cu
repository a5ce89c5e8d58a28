// Whether data that comes from L2 passes the banks of L1 with conflicts: loads of 32 lines each, whose words are in different banks or
// in the same one.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kLoads = 16;

// Lane i's words are in line i of each load's 32 lines, at word i * step.
__global__ void load_lines(const char* data, uint32_t step, uint32_t* cycles) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const char* at = data + (size_t{warp} * kLoads * 32 + lane) * 128 + lane * step % 32 * 4;
  uint32_t begin = 0, end = 0, total = 0;
#pragma unroll 1
  for (int pass = 0; pass < 3; ++pass) {
    uint32_t x[kLoads], sum = 0;
    __syncthreads();
    begin = clock_when(total);
#pragma unroll
    for (int i = 0; i < kLoads; ++i) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x[i]) : "l"(at + i * 32 * 128) : "memory");
#pragma unroll
    for (int i = 0; i < kLoads; ++i) sum += x[i];
    total += sum;
    end = clock_when(total);
  }
  if (lane == 0) cycles[warp] = end - begin;
}

void miss_banks(Output& output) {
  char* data = static_cast<char*>(device_memory(64 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (32 << 20));
  for (const unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u}) {
    for (const uint32_t step : {0u, 1u, 8u, 16u}) {
      std::vector<double> values;
      for (int i = 0; i < repeats(9); ++i) {
        load_lines<<<1, 32 * warps>>>(data, step, cycles);
        uint32_t most = 0;
        for (const uint32_t each : copy_back<uint32_t>(cycles, warps)) most = std::max(most, each);
        values.push_back(most);
      }
      output.result("miss_banks", parameters("step", step, "warps", warps), values, "cycles");
    }
  }
}
const Register registered("miss_banks", false, miss_banks);

}  // namespace
}  // namespace warpglass::probes
