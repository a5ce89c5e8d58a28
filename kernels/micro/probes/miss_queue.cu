// How many lines an SM has on their way: warps issue loads of 32 lines each without waiting, and note the clock after every issue.
// When the queue of loads and the tracking of misses are full, issue stops until lines arrive.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr uint64_t kRegion = uint64_t{16} << 30;
constexpr int kLoads = 24;

// Warp w's load i reads 32 lines behind `data`, none of them twice.
__global__ void miss(const char* data, uint64_t mask, uint64_t first, uint32_t lines, uint32_t* times) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  uint32_t x[kLoads], noted[kLoads + 1];
  uint64_t at[kLoads];
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    const uint64_t number = first + ((blockIdx.x * uint64_t{32} + warp) * kLoads + i) * lines + lane * lines / 32;
    at[i] = reinterpret_cast<uint64_t>(data) + (number * 0x9e3779b97f4a7c15ull >> 7 & mask) * 128 + lane % (32 / lines) * 4;
  }
  __syncthreads();
  noted[0] = clock_low();
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x[i]) : "l"(at[i]) : "memory");
    noted[i + 1] = clock_low();
  }
  uint32_t sum = 0;
#pragma unroll
  for (int i = 0; i < kLoads; ++i) sum += x[i];
  const uint32_t end = clock_after(sum);
  if (lane == 0) {
    uint32_t* to = times + (blockIdx.x * 32 + warp) * (kLoads + 2);
    for (int i = 0; i <= kLoads; ++i) to[i] = noted[i];
    to[kLoads + 1] = end;
  }
}

void miss_queue(Output& output) {
  char* data = static_cast<char*>(device_memory(kRegion));
  auto* times = reinterpret_cast<uint32_t*>(data);
  const char* cold = data + (1 << 24);
  uint64_t first = 1;
  allow_whole_sm(miss);
  for (const bool hit : {false, true}) {
    for (const unsigned sms : {1u, sm_count()}) {
      for (const unsigned warps : {1u, 4u, 8u, 16u, 32u}) {
        for (const unsigned lines : {1u, 4u, 32u}) {
          std::vector<double> issued(kLoads), end;
          for (int repeat = 0; repeat < repeats(3); ++repeat, first += uint64_t{132} * 32 * kLoads * 32) {
            // The whole region comes from HBM; 4 MB of it from L2.
            miss<<<sms, warps * 32, kWholeSm>>>(cold, hit ? (1 << 15) - 1 : (uint64_t{1} << 26) - 1, first, lines, times);
            const auto host = copy_back<uint32_t>(times, size_t{sms} * 32 * (kLoads + 2));
            uint32_t begin = host[0], last = 0;
            for (unsigned w = 0; w < warps; ++w) begin = std::min(begin, host[w * (kLoads + 2)]);
            for (int i = 0; i < kLoads; ++i) {
              issued[i] = 0;
              for (unsigned w = 0; w < warps; ++w) issued[i] = std::max<double>(issued[i], host[w * (kLoads + 2) + i + 1] - begin);
            }
            for (unsigned w = 0; w < warps; ++w) last = std::max(last, host[w * (kLoads + 2) + kLoads + 1] - begin);
            end.push_back(last);
          }
          const auto keys = parameters("from", hit ? "L2" : "HBM", "sms", sms, "warps", warps, "lines", lines);
          output.series("miss_issue", keys, issued, "cycles until every warp has issued its k-th load");
          output.result("miss_queue", keys, end, "cycles");
        }
      }
    }
  }
}
const Register registered("miss_queue", false, miss_queue);

}  // namespace
}  // namespace warpglass::probes
