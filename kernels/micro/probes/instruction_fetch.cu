// Instruction caches: time of a loop by its code size, and the times at which lines of cold code arrive.
#include <utility>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kChunks = 320;       // of about 64 instructions, 1 KB
constexpr int kPasses = 6;

template <int kCount>
__device__ void multiply(float (&a)[4], float b, float c) {
#pragma unroll
  for (int j = 0; j < kCount; ++j) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(a[j % 4]) : "f"(b), "f"(c));
}

// Written out as often as there are chunks; leaves when `chunks` are done.
template <int... kNumbers>
__device__ void run_chunks(float (&a)[4], float b, float c, int chunks, std::integer_sequence<int, kNumbers...>) {
  (void)((kNumbers < chunks && (multiply<62>(a, b, c), true)) && ...);
}

__global__ void loop_code(float b, float c, int chunks, uint32_t* cycles, float* out) {
  float a[4] = {b, c, b + c, b - c};
  uint32_t ends[kPasses + 1];
  ends[0] = clock_low();
#pragma unroll 1
  for (int pass = 0; pass < kPasses; ++pass) {
    run_chunks(a, b, c, chunks, std::make_integer_sequence<int, kChunks>());
    const uint32_t end = clock_low();
    if (threadIdx.x % 32 == 0) cycles[(blockIdx.x * blockDim.x + threadIdx.x) / 32 * kPasses + pass] = end - ends[0];
    ends[0] = end;
    __syncthreads();
  }
  if (a[0] + a[1] + a[2] + a[3] == 99.0f) *out = a[0];
}

// Each 128 bytes of code note the clock: a STS, the clock and six FFMA. Cold, because the profiler empties all caches before it.
template <int kRun>
__global__ void probed_straight_code(float b, float c, uint32_t* times) {
  __shared__ uint32_t noted[kRun];
  float a[4] = {b, c, b + c, b - c};
  const auto to = static_cast<uint32_t>(__cvta_generic_to_shared(noted));
#pragma unroll
  for (int i = 0; i < kRun; ++i) {
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(to + i * 4), "r"(clock_low()) : "memory");
    multiply<6>(a, b, c);
  }
  if (a[0] + a[1] + a[2] + a[3] == 99.0f) *times = 1;
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int i = 0; i < kRun; ++i) times[i] = noted[i];
}

template <int kRun>
void run_cold(Output& output, uint32_t* cycles) {
  for (const unsigned blocks : {1u, 132u, 264u}) {
    for (const unsigned threads : {32u, 256u}) {
      for (int repeat = 0; repeat < repeats(3); ++repeat) {
        output.launch("code_cold", parameters("lines", kRun, "blocks", blocks, "threads", threads));
        probed_straight_code<kRun><<<blocks, threads>>>(0.5f, 1.0f, cycles);
        const auto host = copy_back<uint32_t>(cycles, kRun);
        std::vector<double> values;
        for (int i = 0; i < kRun; ++i) values.push_back(host[i] - host[0]);
        output.series("code_cold_arrival", parameters("lines", kRun, "blocks", blocks, "threads", threads), values, "cycles");
      }
    }
  }
}

void code_cold(Output& output) {
  auto* cycles = static_cast<uint32_t*>(device_memory(64 << 20));
  run_cold<4>(output, cycles);
  run_cold<32>(output, cycles);
  run_cold<128>(output, cycles);
  run_cold<512>(output, cycles);
}
const Register registered_cold("code_cold", true, code_cold);

void instruction_fetch(Output& output) {
  auto* cycles = static_cast<uint32_t*>(device_memory(64 << 20));
  auto* sink = reinterpret_cast<float*>(cycles + (1 << 20));
  for (const unsigned warps : {1u, 4u, 8u, 16u}) {
    for (int chunks : {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 30, 32, 36, 40, 48, 56, 64, 80, 96, 104, 112, 116, 120, 124, 128,
                       132, 136, 144, 160, 192, 224, 256, 288, 320}) {
      std::vector<double> warm, cold;
      for (int repeat = 0; repeat < repeats(); ++repeat) {
        if (repeat == 0) flush_instruction_caches();
        loop_code<<<1, 32 * warps>>>(0.5f, 1.0f, chunks, cycles, sink);
        const auto host = copy_back<uint32_t>(cycles, warps * kPasses);
        double last = 0;
        for (unsigned w = 0; w < warps; ++w) last = std::max(last, static_cast<double>(host[w * kPasses + kPasses - 1]));
        warm.push_back(last);
      }
      output.result("code_loop", parameters("chunks", chunks, "warps", warps), warm, "cycles per pass");
    }
  }
}
const Register registered("instruction_fetch", false, instruction_fetch);

}  // namespace
}  // namespace warpglass::probes
