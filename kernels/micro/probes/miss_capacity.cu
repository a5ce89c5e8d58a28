// What limits the lines that an SM has on their way from L2 or HBM: their number, or their places in what shared memory leaves of L1?
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kLoads = 16;

// Each load reads 32 / kLanesALine lines: neighbouring ones, or lines at random out of the same region.
__global__ void load_lines(const char* data, uint32_t lanes_a_line, uint32_t bits, bool random, int passes, uint32_t* cycles) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32, lines = 32 / lanes_a_line;
  const char* at[kLoads];
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    uint32_t number = (warp * kLoads + i) * lines + lane / lanes_a_line;
    if (random) {  // a bijection
      const uint32_t mask = (1u << bits) - 1;
      for (int round = 0; round < 3; ++round) {
        number ^= number >> (bits / 2 + 1);
        number = number * 0x9e3779b1u & mask;
      }
      number ^= number >> (bits / 2);
    }
    at[i] = data + size_t{number} * 128 + lane % lanes_a_line * 4;
  }
  uint32_t begin = 0, end = 0, total = 0;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    uint32_t x[kLoads], sum = 0;
    __syncthreads();
    begin = clock_when(total);
#pragma unroll
    for (int i = 0; i < kLoads; ++i) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x[i]) : "l"(at[i]) : "memory");
#pragma unroll
    for (int i = 0; i < kLoads; ++i) sum += x[i];
    total += sum;
    end = clock_when(total);
  }
  if (lane == 0) cycles[warp] = end - begin;
}

void miss_capacity(Output& output) {
  constexpr size_t kRegion = size_t{2} << 30;
  char* data = static_cast<char*>(device_memory(kRegion + (1 << 20)));
  auto* cycles = reinterpret_cast<uint32_t*>(data + kRegion);
  size_t cold = size_t{64} << 20;
  allow_whole_sm(load_lines);
  for (const bool hit : {true, false}) {
    for (const unsigned lanes_a_line : {1u, 4u}) {
      for (const unsigned warps : {4u, 8u, 16u, 32u}) {
        unsigned bits = 0;
        while (1u << bits < warps * kLoads * 32 / lanes_a_line) ++bits;
        for (const int kilobytes : {0, 60, 120, 160, 200}) {
          for (const bool random : {false, true}) {
            std::vector<double> values;
            for (int i = 0; i < repeats(9); ++i) {
              if (!hit) flush_l2();
              load_lines<<<1, 32 * warps, kilobytes * 1024>>>(data + (hit ? 0 : cold), lanes_a_line, bits, random, hit ? 3 : 1, cycles);
              cold = cold + (4 << 20) < kRegion ? cold + (2 << 20) : size_t{64} << 20;
              uint32_t most = 0;
              for (const uint32_t each : copy_back<uint32_t>(cycles, warps)) most = std::max(most, each);
              values.push_back(most);
            }
            output.result("miss_capacity", parameters("from", hit ? "L2" : "HBM", "lanes_a_line", lanes_a_line, "warps", warps, "shared_kilobytes", kilobytes, "order", random ? "random" : "in turn"), values, "cycles");
          }
        }
      }
    }
  }
}
const Register registered("miss_capacity", false, miss_capacity);

}  // namespace
}  // namespace warpglass::probes
