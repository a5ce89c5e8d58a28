// Latency and rate of an instruction: `Op` has a type `Value` and `step(Value& a, Value b, Value c)`.
#pragma once

#include "micro/probes/probe.h"

namespace warpglass::probes {

template <class V>
__device__ V initial_value(uint32_t seed) {
  return static_cast<V>(seed);
}

/// One warp runs `kRounds` times `kLength` dependent steps on each of `kChains` chains; the clocks go to `out`.
template <class Op, int kLength, int kChains>
__global__ void chain(uint32_t* out, typename Op::Value b, typename Op::Value c, int rounds) {
  typename Op::Value a[kChains];
#pragma unroll
  for (int k = 0; k < kChains; ++k) a[k] = initial_value<typename Op::Value>(threadIdx.x + k + 1);
  uint32_t start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {  // the first warms the instruction cache
    __syncthreads();
    start = clock_low();
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
      for (int j = 0; j < kLength; ++j) {
#pragma unroll
        for (int k = 0; k < kChains; ++k) Op::step(a[k], b, c);
      }
    }
    end = clock_low();
  }
  bool odd = false;
#pragma unroll
  for (int k = 0; k < kChains; ++k) odd |= a[k] == static_cast<typename Op::Value>(0x7654321);
  if (odd) out[threadIdx.x + 64] = 1;
  __syncthreads();
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = end - start;
}

/// Cycles for one step more: the difference between a long and a short body, so that loops and clocks cancel.
template <class Op, int kChains>
std::vector<double> step_cycles(unsigned warps) {
  constexpr int kRounds = 16;
  constexpr int kShort = 32 / kChains, kLong = 96 / kChains;
  auto* out = static_cast<uint32_t*>(device_memory(64 << 20));
  std::vector<double> values;
  const auto b = static_cast<typename Op::Value>(Op::kB);
  const auto c = static_cast<typename Op::Value>(Op::kC);
  const auto slowest = [&] {
    double most = 0;
    for (uint32_t cycles : copy_back<uint32_t>(out, warps)) most = std::max(most, static_cast<double>(cycles));
    return most;
  };
  for (int repeat = 0; repeat < repeats(); ++repeat) {
    chain<Op, kShort, kChains><<<1, warps * 32>>>(out, b, c, kRounds);
    const double with_short = slowest();
    chain<Op, kLong, kChains><<<1, warps * 32>>>(out, b, c, kRounds);
    check(cudaGetLastError(), Op::kName);
    values.push_back((slowest() - with_short) / (kRounds * (kLong - kShort) * kChains));
  }
  return values;
}

/// Latency of a dependent step, interval of independent ones in one warp, and interval per sub-core with more warps.
template <class Op>
void measure_chain(Output& output) {
  output.result("op_latency", parameters("op", Op::kName), step_cycles<Op, 1>(1), "cycles");
  output.result("op_interval", parameters("op", Op::kName, "warps", 1), step_cycles<Op, 8>(1), "cycles");
  for (unsigned warps : {4u, 8u, 16u, 32u}) {
    std::vector<double> values = step_cycles<Op, 8>(warps);
    for (double& value : values) value /= warps / 4.0;
    output.result("op_interval", parameters("op", Op::kName, "warps", warps), values, "cycles per sub-core");
  }
}

/// Launches the chain once, so that a profiler can tell which pipes its instructions go to.
template <class Op>
void launch_chain(Output& output) {
  constexpr int kLength = 96 / 8;
  auto* out = static_cast<uint32_t*>(device_memory(64 << 20));
  output.launch("pipes", parameters("op", Op::kName));
  chain<Op, kLength, 8><<<1, 32>>>(out, static_cast<typename Op::Value>(Op::kB), static_cast<typename Op::Value>(Op::kC), 16);
  check(cudaGetLastError(), Op::kName);
}

}  // namespace warpglass::probes
