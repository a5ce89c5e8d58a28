// Shared memory: latency and interval of loads, stores and atomics by width, pattern and number of warps.
#include <utility>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Kind { LoadDependent, Load, Store, Atomic, AtomicDependent };

// Words beyond the first go to `rest`, so that the width of a load stays.
template <int kBytes, Kind kKind>
__device__ uint32_t access(uint32_t at, uint32_t& rest) {
  uint32_t x = 0, y = 0, z = 0, w = 0;
  if constexpr (kKind == Kind::Atomic || kKind == Kind::AtomicDependent) {
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(x) : "r"(at), "r"(x) : "memory");
  } else if constexpr (kKind == Kind::Store) {
    if constexpr (kBytes == 4) asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(x) : "memory");
    if constexpr (kBytes == 8) asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"(at), "r"(x) : "memory");
    if constexpr (kBytes == 16) asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(x) : "memory");
  } else {
    if constexpr (kBytes == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(at) : "memory");
    if constexpr (kBytes == 8) asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(at) : "memory");
    if constexpr (kBytes == 16)
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(at) : "memory");
  }
  rest += y ^ z ^ w;
  return x;
}

// `step` is 0, which the compiler does not know: else it would load once before the loop. Of every `spread` warps one works.
template <int kBytes, Kind kKind>
__global__ void use_shared(uint32_t stride, uint32_t group, int rounds, uint32_t step, uint32_t spread, uint32_t* cycles) {
  __shared__ uint4 words[2048 + 128];
  for (uint32_t i = threadIdx.x; i < 2048 + 128; i += blockDim.x) words[i] = make_uint4(0, 0, 0, 0);
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(words)) +
                (lane / group * stride + lane % group * kBytes) % 32768;
  uint32_t start = 0, end = 0, sum = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    if (warp % spread != 0) continue;
    start = clock_low();
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
      at += step;
#pragma unroll
      for (int j = 0; j < 16; ++j) {
        constexpr bool kDependent = kKind == Kind::LoadDependent || kKind == Kind::AtomicDependent;
        const uint32_t value = access<kBytes, kKind>(at + (kDependent ? 0 : 128 * j), sum);
        if (kDependent) at += value;
        else sum += value;
      }
    }
    if (sum == 99 || at == 99) cycles[100] = 1;
    end = clock_low();
  }
  __syncthreads();
  if (lane == 0) cycles[warp] = end - start;
}

struct Pattern {
  const char* name;
  uint32_t stride, group;
};

template <int kBytes, Kind kKind>
void measure(Output& output, const char* what) {
  const Pattern patterns[] = {{"uniform", 0, 1}, {"unit", kBytes, 1}, {"stride2", 2 * kBytes, 1}, {"stride4", 4 * kBytes, 1},
                              {"stride8", 8 * kBytes, 1}, {"stride32", 32 * kBytes, 1}, {"stride33", 33 * kBytes, 1}};
  constexpr int kRounds = 8;
  constexpr bool kDependent = kKind == Kind::LoadDependent || kKind == Kind::AtomicDependent;
  auto* cycles = static_cast<uint32_t*>(device_memory(64 << 20));
  for (const Pattern& pattern : patterns) {
    for (const auto [warps, spread] : {std::pair{1u, 1u}, {2u, 1u}, {4u, 1u}, {8u, 1u}, {32u, 1u}, {2u, 4u}, {4u, 4u}, {8u, 4u}}) {
      if (kDependent && warps * spread > 1) continue;
      std::vector<double> values;
      for (int repeat = 0; repeat < repeats(); ++repeat) {
        use_shared<kBytes, kKind><<<1, 32 * warps * spread>>>(pattern.stride, pattern.group, kRounds, 0, spread, cycles);
        double most = 0;
        for (uint32_t c : copy_back<uint32_t>(cycles, warps * spread)) most = std::max(most, static_cast<double>(c));
        values.push_back(most / (16.0 * kRounds * warps));
      }
      output.result(kDependent ? "shared_latency" : "shared_interval",
                    parameters("what", what, "bytes", kBytes, "pattern", pattern.name, "warps", warps, "sub_cores", spread == 1 ? std::min(warps, 4u) : 1u), values, "cycles");
    }
  }
}

void shared_rate(Output& output) {
  measure<4, Kind::LoadDependent>(output, "load");
  measure<8, Kind::LoadDependent>(output, "load");
  measure<16, Kind::LoadDependent>(output, "load");
  measure<4, Kind::Load>(output, "load");
  measure<8, Kind::Load>(output, "load");
  measure<16, Kind::Load>(output, "load");
  measure<4, Kind::Store>(output, "store");
  measure<8, Kind::Store>(output, "store");
  measure<16, Kind::Store>(output, "store");
  measure<4, Kind::Atomic>(output, "atomic");
  measure<4, Kind::AtomicDependent>(output, "atomic");
}
const Register registered("shared_rate", false, shared_rate);

}  // namespace
}  // namespace warpglass::probes
