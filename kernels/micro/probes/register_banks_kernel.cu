// The body that register_banks.cu rewrites: 64 independent FFMA a round.
#include <cstdint>

extern "C" __global__ void register_banks(float* out, float x, float y, float z, int rounds, uint32_t* cycles) {
  float d[8];
  y += threadIdx.x, z -= threadIdx.x;  // in vector registers
#pragma unroll
  for (int k = 0; k < 8; ++k) d[k] = x + k;
  uint64_t start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {  // the first fills the instruction caches
    __syncthreads();
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(start)::"memory");
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
      for (int j = 0; j < 8; ++j)
#pragma unroll
        for (int k = 0; k < 8; ++k) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(d[k]) : "f"(y), "f"(z));
    }
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(end)::"memory");
  }
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += d[k];
  if (sum == 99.0f) *out = sum;
  if (threadIdx.x % 32 == 0) cycles[threadIdx.x / 32] = static_cast<uint32_t>(end - start);
}
