// Which warp a scheduler prefers: all warps of an SM do the same work and note the clock after each eighth of it. A fair
// scheduler lets them advance together; a greedy or age-based one lets some finish while others wait.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kParts = 8;
enum Work { kFfma, kMufu, kShared, kSharedThenFfma };
constexpr const char* kNames[] = {"FFMA", "MUFU", "LDS", "LDS_FFMA"};

// `count` turns of eight instructions of the kind that all warps compete for.
template <Work work>
__device__ inline float turns(float* shared, float value, int count) {
  float a = value, b = value + 1, c = value + 2, d = value + 3;
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    if constexpr (work == kFfma) {
#pragma unroll
      for (int k = 0; k < 2; ++k)
        asm volatile("fma.rn.f32 %0, %0, %0, %0; fma.rn.f32 %1, %1, %1, %1; fma.rn.f32 %2, %2, %2, %2; fma.rn.f32 %3, %3, %3, %3;"
                     : "+f"(a), "+f"(b), "+f"(c), "+f"(d));
    } else if constexpr (work == kMufu) {
#pragma unroll
      for (int k = 0; k < 2; ++k)
        asm volatile("ex2.approx.ftz.f32 %0, %0; ex2.approx.ftz.f32 %1, %1; ex2.approx.ftz.f32 %2, %2; ex2.approx.ftz.f32 %3, %3;"
                     : "+f"(a), "+f"(b), "+f"(c), "+f"(d));
    } else {
      const auto at = static_cast<uint32_t>(__cvta_generic_to_shared(shared + threadIdx.x % 32));
      float e, f, g, h;
      asm volatile("ld.volatile.shared.f32 %0, [%4]; ld.volatile.shared.f32 %1, [%4+128]; ld.volatile.shared.f32 %2, [%4+256]; ld.volatile.shared.f32 %3, [%4+384];"
                   : "=f"(e), "=f"(f), "=f"(g), "=f"(h) : "r"(at));
      a += e, b += f, c += g, d += h;
      if constexpr (work == kShared) {
        asm volatile("ld.volatile.shared.f32 %0, [%4]; ld.volatile.shared.f32 %1, [%4+128]; ld.volatile.shared.f32 %2, [%4+256]; ld.volatile.shared.f32 %3, [%4+384];"
                     : "=f"(e), "=f"(f), "=f"(g), "=f"(h) : "r"(at));
        a += e, b += f, c += g, d += h;
      } else {
        asm volatile("fma.rn.f32 %0, %0, %0, %0; fma.rn.f32 %1, %1, %1, %1; fma.rn.f32 %2, %2, %2, %2; fma.rn.f32 %3, %3, %3, %3;"
                     : "+f"(a), "+f"(b), "+f"(c), "+f"(d));
      }
    }
  }
  return a + b + c + d;
}

// times[(block * warps + warp) * (kParts + 1) + part] of the blocks of SM 0.
template <Work work>
__global__ void compete(uint32_t* times, int count) {
  __shared__ float shared[256];
  if (threadIdx.x < 256) shared[threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncthreads();
  const uint32_t warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  uint32_t noted[kParts + 1];  // values stay positive, so clock_after adds nothing
  float value = static_cast<float>(threadIdx.x);
  noted[0] = clock_low();
#pragma unroll
  for (int part = 0; part < kParts; ++part) {
    value = turns<work>(shared, value, count);
    noted[part + 1] = clock_after(__float_as_uint(value));
  }
  if (threadIdx.x % 32 == 0)
    for (int part = 0; part <= kParts; ++part) times[warp * (kParts + 2) + part] = noted[part];
  if (threadIdx.x % 32 == 0) times[warp * (kParts + 2) + kParts + 1] = sm_id();
}

template <Work work>
void measure(Output& output, uint32_t* times, unsigned blocks_per_sm, unsigned warps, unsigned waves = 1) {
  const unsigned grid = sm_count() * blocks_per_sm * waves;
  constexpr int kTurns = 64;
  std::vector<double> series;
  for (int repeat = 0; repeat < repeats(2); ++repeat) {  // the first fills the instruction caches
    compete<work><<<grid, warps * 32>>>(times, kTurns);
    const auto host = copy_back<uint32_t>(times, size_t{grid} * warps * (kParts + 2));
    series.clear();
    for (size_t w = 0; w < size_t{grid} * warps; ++w) {
      const uint32_t* row = &host[w * (kParts + 2)];
      if (row[kParts + 1] != host[kParts + 1]) continue;  // another SM than the first block's
      series.push_back(static_cast<double>(w));
      for (int part = 0; part <= kParts; ++part) series.push_back(static_cast<double>(row[part] - host[0]));
    }
  }
  output.series("scheduler", parameters("work", kNames[work], "blocks", blocks_per_sm, "warps", warps, "waves", waves, "turns", kTurns), series,
                "warp, then cycles at the start and after each eighth");
}

void scheduler(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(16 << 20));
  struct Shape { unsigned blocks, warps; };
  for (const Shape shape : {Shape{1, 16}, {1, 32}, {2, 32}, {8, 8}, {2, 8}, {4, 4}}) {
    measure<kFfma>(output, times, shape.blocks, shape.warps);
    measure<kMufu>(output, times, shape.blocks, shape.warps);
    measure<kShared>(output, times, shape.blocks, shape.warps);
    measure<kSharedThenFfma>(output, times, shape.blocks, shape.warps);
  }
  // Blocks that take the place of finished ones: does their age or their place count?
  measure<kMufu>(output, times, 8, 8, 4);
  measure<kFfma>(output, times, 8, 8, 4);
}
const Register registered("scheduler", false, scheduler);

}  // namespace
}  // namespace warpglass::probes
