// How many instructions of a kind a sub-core takes without waiting, and how fast they leave: time to issue k in a row.
#include <utility>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kMost = 24;

struct LoadShared {
  static constexpr const char* kName = "LDS";
  static __device__ void issue(uint32_t shared, const char*, uint32_t i, uint32_t& x) {
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(shared + 128 * i) : "memory");
  }
};
struct StoreShared {
  static constexpr const char* kName = "STS";
  static __device__ void issue(uint32_t shared, const char*, uint32_t i, uint32_t& x) {
    asm volatile("st.shared.u32 [%1], %0;" ::"r"(x), "r"(shared + 128 * i) : "memory");
  }
};
struct LoadGlobal {
  static constexpr const char* kName = "LDG";
  static __device__ void issue(uint32_t, const char* global, uint32_t i, uint32_t& x) {
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(global + 128 * i) : "memory");
  }
};
struct StoreGlobal {
  static constexpr const char* kName = "STG";
  static __device__ void issue(uint32_t, const char* global, uint32_t i, uint32_t& x) {
    asm volatile("st.global.u32 [%1], %0;" ::"r"(x), "l"(global + 128 * i) : "memory");
  }
};
struct Shuffle {
  static constexpr const char* kName = "SHFL";
  static __device__ void issue(uint32_t, const char*, uint32_t i, uint32_t& x) {
    asm volatile("shfl.sync.bfly.b32 %0, %0, %1, 0x1f, -1;" : "+r"(x) : "r"(i));
  }
};
struct Exponential {
  static constexpr const char* kName = "MUFU";
  static __device__ void issue(uint32_t, const char*, uint32_t, uint32_t& x) {
    asm volatile("{ .reg .f32 t; mov.b32 t, %0; ex2.approx.ftz.f32 t, t; mov.b32 %0, t; }" : "+r"(x));
  }
};

template <class Op, int kCount>
__global__ void burst(const char* global, uint32_t lane_stride, uint32_t* cycles) {
  __shared__ uint32_t words[8192 + 1024];
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(words)) + (lane * lane_stride) % 32768;
  const char* at = global + lane * lane_stride + warp * 65536;
  uint32_t x[kMost], start = 0, end = 0, sum = 0;
#pragma unroll
  for (int i = 0; i < kMost; ++i) x[i] = lane_stride * i + lane * (i + 3);
#pragma unroll 1
  for (int pass = 0; pass < 3; ++pass) {
    __syncthreads();
    start = clock_low();
#pragma unroll
    for (int i = 0; i < kCount; ++i) Op::issue(shared, at, i, x[i]);
    end = clock_low();
#pragma unroll
    for (int i = 0; i < kCount; ++i) sum += x[i];
  }
  if (sum == 99) cycles[100] = 1;
  // Subtracted by the host: here the subtraction would make the clocks uniform and slow to read.
  if (lane == 0) {
    cycles[2 * warp] = start;
    cycles[2 * warp + 1] = end;
  }
}

template <class Op, int kCount>
void measure_count(Output& output, uint32_t lane_stride, unsigned warps) {
  char* data = static_cast<char*>(device_memory(64 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (32 << 20));
  std::vector<double> values;
  for (int repeat = 0; repeat < repeats(); ++repeat) {
    burst<Op, kCount><<<1, 32 * warps>>>(data, lane_stride, cycles);
    const auto host = copy_back<uint32_t>(cycles, 2);
    values.push_back(host[1] - host[0]);
  }
  output.result("queue_depth", parameters("op", Op::kName, "lane_stride", lane_stride, "warps", warps, "count", kCount),
                values, "cycles");
}

template <class Op, int... kCounts>
void measure(Output& output, std::integer_sequence<int, kCounts...>) {
  for (uint32_t lane_stride : {4u, 128u})
    for (unsigned warps : {1u, 4u, 8u}) (measure_count<Op, kCounts>(output, lane_stride, warps), ...);
}

// The same burst, then a barrier: does it wait until the queue has drained?
template <class Op, int kCount>
__global__ void burst_then_meet(const char* global, uint32_t lane_stride, uint32_t* cycles) {
  __shared__ uint32_t words[8192 + 1024];
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(words)) + (lane * lane_stride) % 32768;
  const char* at = global + lane * lane_stride + warp * 65536;
  uint32_t x[kMost], start = 0, issued = 0, met = 0;
#pragma unroll
  for (int i = 0; i < kMost; ++i) x[i] = lane_stride * i + lane * (i + 3);
#pragma unroll 1
  for (int pass = 0; pass < 3; ++pass) {
    const uint32_t ended = clock_low();
    while (clock_low() - ended < 20000) {  // until all queues are empty
    }
    __syncthreads();
    start = clock_low();
#pragma unroll
    for (int i = 0; i < kCount; ++i) Op::issue(shared, at, i, x[i]);
    issued = clock_low();
    __syncthreads();
    met = clock_low();
  }
  if (x[0] + x[kMost - 1] == 99) cycles[100] = words[lane];
  if (lane == 0 && warp == 0) {
    cycles[0] = start;
    cycles[1] = issued;
    cycles[2] = met;
  }
}

template <class Op, int kCount>
void measure_meeting(Output& output, uint32_t lane_stride, unsigned warps) {
  char* data = static_cast<char*>(device_memory(64 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (32 << 20));
  std::vector<double> issued, met;
  for (int repeat = 0; repeat < repeats(9); ++repeat) {
    burst_then_meet<Op, kCount><<<1, 32 * warps>>>(data, lane_stride, cycles);
    const auto host = copy_back<uint32_t>(cycles, 3);
    issued.push_back(host[1] - host[0]);
    met.push_back(host[2] - host[0]);
  }
  const auto keys = [&](const char* until) {
    return parameters("op", Op::kName, "lane_stride", lane_stride, "warps", warps, "count", kCount, "until", until);
  };
  output.result("queue_barrier", keys("issued"), issued, "cycles");
  output.result("queue_barrier", keys("met"), met, "cycles");
}

template <class Op, int... kCounts>
void measure_meetings(Output& output, std::integer_sequence<int, kCounts...>) {
  for (uint32_t lane_stride : {4u, 128u})
    for (unsigned warps : {1u, 4u, 8u}) (measure_meeting<Op, kCounts>(output, lane_stride, warps), ...);
}

void queue_barrier(Output& output) {
  using Counts = std::integer_sequence<int, 0, 1, 2, 4, 8, 12, 16, 24>;
  measure_meetings<StoreShared>(output, Counts());
  measure_meetings<StoreGlobal>(output, Counts());
}
const Register registered_barrier("queue_barrier", false, queue_barrier);

void queue_depth(Output& output) {
  using Counts = std::integer_sequence<int, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 24>;
  measure<LoadShared>(output, Counts());
  measure<StoreShared>(output, Counts());
  measure<LoadGlobal>(output, Counts());
  measure<StoreGlobal>(output, Counts());
  measure<Shuffle>(output, Counts());
  measure<Exponential>(output, Counts());
}
const Register registered("queue_depth", false, queue_depth);

}  // namespace
}  // namespace warpglass::probes
