// Warps that keep L2 and HBM busy beside what a probe measures.
#pragma once

#include "micro/probes/probe.h"

namespace warpglass::probes {

enum class Background : uint8_t { Read, Write, Copy, ReadLines, CopyLines };

/// Streams read below it and write the next as many bytes.
constexpr size_t kStream = size_t{1} << 30;
constexpr uint32_t kBatchBytes = 2048;

#ifdef __CUDACC__
// Batches of 2 KB, or of 128 lines, that a warp moves until time is up, `pause` cycles after one another or as fast as they come.
template <Background kKind>
__device__ uint32_t stream(char* data, uint64_t mask, uint32_t first, uint32_t step, uint32_t begin, uint32_t cycles, uint32_t pause) {
  constexpr bool kLines = kKind == Background::ReadLines || kKind == Background::CopyLines;
  constexpr uint32_t kLaneBytes = kLines ? 128 : 16, kLoadBytes = 32 * kLaneBytes;
  uint32_t batches = 0, sum = 0;
  uint32_t next = begin;
#pragma unroll 1
  for (uint32_t at = first; clock_low() - begin < cycles; at += step, ++batches) {
    while (static_cast<int32_t>(clock_low() - next) < 0) {
    }
    next += pause;
    char* from = data + (uint64_t{at} * 4 * kLoadBytes & mask) + threadIdx.x % 32 * kLaneBytes;
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      v[k] = make_uint4(0, 0, 0, 0);
      if (kLines) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[k].x) : "l"(from + k * kLoadBytes) : "memory");
      if (kKind == Background::Read || kKind == Background::Copy)
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v[k].x), "=r"(v[k].y), "=r"(v[k].z), "=r"(v[k].w) : "l"(from + k * kLoadBytes) : "memory");
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      sum += v[k].x;
      if (kKind == Background::CopyLines) asm volatile("st.global.u32 [%0], %1;" ::"l"(from + kStream + k * kLoadBytes), "r"(v[k].x) : "memory");
      if (kKind == Background::Write || kKind == Background::Copy)
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(from + kStream + k * kLoadBytes), "r"(v[k].x), "r"(v[k].y), "r"(v[k].z), "r"(v[k].w) : "memory");
    }
  }
  return batches + (sum == 1 ? 1 : 0);
}
#endif

}  // namespace warpglass::probes
