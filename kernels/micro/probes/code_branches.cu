// Instruction fetch and branches that are not taken: time of straight code with a branch every so often, from L2 (first pass) and
// in later passes of a loop.
#include <utility>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kPasses = 4;
constexpr int kKilobyte = 64;  // instructions

template <int kCount>
__device__ void multiply(float (&a)[4], float b, float c) {
#pragma unroll
  for (int j = 0; j < kCount; ++j) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(a[j % 4]) : "f"(b), "f"(c));
}

// A comparison and a branch behind each piece.
template <int kBetween, int... kNumbers>
__device__ void run_pieces(float (&a)[4], float b, float c, int last, std::integer_sequence<int, kNumbers...>) {
  (void)((kNumbers != last && (multiply<kBetween - 2>(a, b, c), true)) && ...);
}

template <int kBetween, int kTotal>
__global__ void straight(float b, float c, int last, uint32_t* cycles, float* out) {
  float a[4] = {b, c, b + c, b - c};
  uint32_t begin = clock_low();
#pragma unroll 1
  for (int pass = 0; pass < kPasses; ++pass) {
    if constexpr (kBetween == 0)
      multiply<kTotal>(a, b, c);
    else
      run_pieces<kBetween>(a, b, c, last, std::make_integer_sequence<int, kTotal / kBetween>());
    const uint32_t end = clock_low();
    if (threadIdx.x % 32 == 0) cycles[threadIdx.x / 32 * kPasses + pass] = end - begin;
    __syncthreads();
    begin = clock_low();
  }
  if (a[0] + a[1] + a[2] + a[3] == 99.0f) *out = a[0];
}

template <int kBetween, int kKilobytes>
void measure(Output& output) {
  auto* cycles = static_cast<uint32_t*>(device_memory(64 << 20));
  auto* sink = reinterpret_cast<float*>(cycles + (1 << 20));
  for (const unsigned warps : {1u, 4u}) {
    std::vector<double> first, last;
    for (int i = 0; i < repeats(9); ++i) {
      // The profiler is not needed for cold code: other code pushes it out of the SM, not out of L2.
      straight<kBetween, kKilobytes * kKilobyte><<<1, 32 * warps>>>(0.5f, 1.0f, -1, cycles, sink);
      flush_instruction_caches();
      straight<kBetween, kKilobytes * kKilobyte><<<1, 32 * warps>>>(0.5f, 1.0f, -1, cycles, sink);
      const auto host = copy_back<uint32_t>(cycles, warps * kPasses);
      double ends[2] = {};
      for (unsigned w = 0; w < warps; ++w) {
        ends[0] = std::max<double>(ends[0], host[w * kPasses]);
        ends[1] = std::max<double>(ends[1], host[w * kPasses + kPasses - 1]);
      }
      first.push_back(ends[0]);
      last.push_back(ends[1]);
    }
    const auto keys = [&](const char* pass) { return parameters("between", kBetween, "kilobytes", kKilobytes, "warps", warps, "pass", pass); };
    output.result("code_branches", keys("first"), first, "cycles");
    output.result("code_branches", keys("last"), last, "cycles");
  }
}

template <int kBetween>
void measure_sizes(Output& output) {
  measure<kBetween, 4>(output);
  measure<kBetween, 16>(output);
  measure<kBetween, 64>(output);
  measure<kBetween, 192>(output);
}

void code_branches(Output& output) {
  measure_sizes<0>(output);
  measure_sizes<256>(output);
  measure_sizes<64>(output);
  measure_sizes<16>(output);
}
const Register registered("code_branches", false, code_branches);

}  // namespace
}  // namespace warpglass::probes
