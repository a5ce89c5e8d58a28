// L1 hits: latency of a warp's dependent loads, and cycles per load by width and stride, for one and more warps.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

// Words beyond the first go to `rest`, so that the width of the load stays.
template <class T>
__device__ uint32_t load_word(const char* at, uint32_t& rest) {
  uint32_t x = 0, y = 0, z = 0, w = 0;
  if constexpr (sizeof(T) == 4) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(at) : "memory");
  if constexpr (sizeof(T) == 8)
    asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(at) : "memory");
  if constexpr (sizeof(T) == 16)
    asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(at) : "memory");
  rest += y ^ z ^ w;
  return x;
}

// Lane strides in bytes; all loads stay within 34 KB, which L1 holds. Data is all zero, so a loaded value added to the
// address makes loads dependent.
template <class T, bool kDependent>
__global__ void load_l1(const char* data, uint32_t stride, uint32_t group, int rounds, uint32_t step, uint32_t* cycles) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const char* at = data + (lane / group * stride + lane % group * sizeof(T) + warp * 512) % 32768;
  uint32_t start = 0, end = 0, sum = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = clock_low();
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
      at += step;  // 0, which the compiler does not know: else it would load once before the loop
#pragma unroll
      for (int j = 0; j < 16; ++j) {
        const uint32_t value = load_word<T>(at + (kDependent ? 0 : 128 * j), sum);
        if (kDependent) at += value;
        else sum += value;
      }
    }
    if (sum == 99 || reinterpret_cast<uint64_t>(at) == 99) cycles[100] = 1;
    end = clock_low();
  }
  __syncthreads();
  if (lane == 0) cycles[warp] = end - start;
}

struct Pattern {
  const char* name;
  uint32_t stride, group;
};

template <class T>
void measure(Output& output, const char* data, uint32_t* cycles) {
  constexpr uint32_t kBytes = sizeof(T);
  const Pattern patterns[] = {{"uniform", 0, 1}, {"unit", kBytes, 1}, {"stride2", 2 * kBytes, 1}, {"stride4", 4 * kBytes, 1},
                              {"stride8", 8 * kBytes, 1}, {"stride32", 32 * kBytes, 1}, {"line", 128, 1},
                              {"line_bank", 132, 1}, {"1k", 1024, 1}, {"two_lines", 128, 16}, {"four_lines", 128, 8},
                              {"eight_lines", 128, 4}, {"eight_sectors", 32, 4}, {"sixteen_sectors", 32, 2}};
  constexpr int kRounds = 8;
  for (const Pattern& pattern : patterns) {
    for (const unsigned warps : {0u, 1u, 4u, 8u, 32u}) {
      if (warps == 1 && *pattern.name != 'u') continue;
      if (pattern.stride % kBytes != 0) continue;  // must be aligned
      std::vector<double> values;
      for (int repeat = 0; repeat < repeats(); ++repeat) {
        if (warps == 0)
          load_l1<T, true><<<1, 32>>>(data, pattern.stride, pattern.group, kRounds, 0, cycles);
        else
          load_l1<T, false><<<1, 32 * warps>>>(data, pattern.stride, pattern.group, kRounds, 0, cycles);
        double most = 0;
        const unsigned count = std::max(warps, 1u);
        for (uint32_t c : copy_back<uint32_t>(cycles, count)) most = std::max(most, static_cast<double>(c));
        values.push_back(most / (16.0 * kRounds * count));
      }
      const auto name = parameters("bytes", kBytes, "pattern", pattern.name, "warps", std::max(warps, 1u));
      output.result(warps == 0 ? "l1_latency" : "l1_interval", name, values, "cycles");
    }
  }
}

void l1_rate(Output& output) {
  char* data = static_cast<char*>(device_memory(64 << 20));
  check(cudaMemset(data, 0, 1 << 20), "clearing");
  auto* cycles = reinterpret_cast<uint32_t*>(data + (1 << 20));
  measure<uint32_t>(output, data, cycles);
  measure<uint2>(output, data, cycles);
  measure<uint4>(output, data, cycles);
}
const Register registered("l1_rate", false, l1_rate);

}  // namespace
}  // namespace warpglass::probes
