// Kernels whose machine code tests/isa reads. Rebuild basic.sm_*.{cubin,sass} with tests/isa/data/rebuild.
#include <cassert>
#include <cuda_fp16.h>

__device__ float scaled(float value, float factor) {
  return value * factor + 1.5f;
}

// A loop with a divergent exit, shared memory and a barrier; `scaled` is inlined.
__global__ void __launch_bounds__(128) stage(const float* in, float* out, int n) {
  __shared__ float tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k * 32 + i];
  tile[threadIdx.x] = scaled(sum, 0.1f);
  __syncthreads();
  out[i] = tile[threadIdx.x ^ 1];
}

__global__ void doubles(double* out, const double* in, long long* whole) {
  const int i = threadIdx.x;
  out[i] = in[i] * 134217728.0 + 1e300;
  whole[i] = static_cast<long long>(in[i + 32]);
}

__global__ void halves(__half2* out, const __half2* in) {
  const int i = threadIdx.x;
  out[i] = __hfma2(in[i], __floats2half2_rn(0.5f, -1.25f), in[i + 32]);
}

// A jump table.
__global__ void choose(int* out, int k) {
  int r = 0;
  switch (out[threadIdx.x]) {
    case 0: r = k * 3; break;
    case 1: r = out[5] / 7; break;
    case 2: out[3] = 5; break;
    case 3: r = out[9] ^ k; break;
    case 4: r = k - out[2]; break;
    case 5: r = __popc(k); break;
    default: r = 9;
  }
  out[threadIdx.x] = r;
}

__device__ __noinline__ int third(int x) {
  return x / 3;
}

// A call inside of the section and one out of it (the assertion).
__global__ void calls(int* out) {
  const int value = third(out[threadIdx.x]);
  assert(value != 77);
  out[threadIdx.x] = value;
}

__constant__ int table[64];
__device__ int counter;

__global__ void globals(int* out) {
  if (table[threadIdx.x & 63] > 3) atomicAdd(&counter, out[threadIdx.x]);
}
