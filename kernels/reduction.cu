// Sum reduction to one partial sum a block, so that one launch is deterministic and needs no atomics.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;

// Halves the active threads at each step; `partial` has one element a thread. Result in partial[0].
__device__ void reduce_in_shared_memory(float* partial) {
  for (unsigned distance = kBlock / 2; distance > 0; distance /= 2) {
    __syncthreads();
    if (threadIdx.x < distance) partial[threadIdx.x] += partial[threadIdx.x + distance];
  }
}

__global__ void reduction_tree(const float* in, float* sums) {
  __shared__ float partial[kBlock];
  partial[threadIdx.x] = in[blockIdx.x * kBlock + threadIdx.x];
  reduce_in_shared_memory(partial);
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

// Each thread adds two elements before the tree starts: half the blocks for the same input.
__global__ void reduction_two_per_thread(const float* in, float* sums) {
  __shared__ float partial[kBlock];
  const unsigned i = blockIdx.x * (2 * kBlock) + threadIdx.x;
  partial[threadIdx.x] = in[i] + in[i + kBlock];
  reduce_in_shared_memory(partial);
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

__device__ float reduce_in_warp(float value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffU, value, distance);
  }
  return value;  // complete in lane 0
}

// Registers within a warp; shared memory only to hand one value a warp to the first warp.
__global__ void reduction_shuffle(const float* in, float* sums) {
  constexpr unsigned kWarps = kBlock / 32;
  __shared__ float of_warp[kWarps];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const float value = reduce_in_warp(in[blockIdx.x * kBlock + threadIdx.x]);
  if (lane == 0) of_warp[warp] = value;
  __syncthreads();
  if (warp != 0) return;
  const float total = reduce_in_warp(lane < kWarps ? of_warp[lane] : 0.0F);
  if (lane == 0) sums[blockIdx.x] = total;
}

// Adds one value of every thread. Called once, by all threads.
__device__ void reduce_in_block(float value, float* sums) {
  constexpr unsigned kWarps = kBlock / 32;
  __shared__ float of_warp[kWarps];
  const unsigned lane = threadIdx.x % 32;
  value = reduce_in_warp(value);
  if (lane == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const float total = reduce_in_warp(lane < kWarps ? of_warp[lane] : 0.0F);
  if (lane == 0) sums[blockIdx.x] = total;
}

// One 128-bit load a thread: a quarter of the blocks for the same input.
__global__ void reduction_vector4(const float* in, float* sums) {
  const float4 v = reinterpret_cast<const float4*>(in)[blockIdx.x * kBlock + threadIdx.x];
  reduce_in_block((v.x + v.y) + (v.z + v.w), sums);
}

// As many blocks as the GPU holds well, whatever the size of the input.
__global__ void reduction_grid_stride(const float* in, float* sums, unsigned n) {
  float sum = 0;
  for (unsigned i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) sum += in[i];
  reduce_in_block(sum, sums);
}

using Kernel = void (*)(const float*, float*);

struct Variant {
  const char* name;
  Kernel kernel;
  unsigned elements_per_block;
  HostArray (*fill)(std::size_t, std::size_t);
};

constexpr Variant kVariants[] = {
    {"tree", reduction_tree, kBlock, input_sequence},
    {"two_per_thread", reduction_two_per_thread, 2 * kBlock, input_sequence},
    {"shuffle", reduction_shuffle, kBlock, input_sequence},
    {"vector4", reduction_vector4, 4 * kBlock, coarse_sequence},
};

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t elements_per_block = self.size / self.grid.x;
  for (std::size_t block = 0; block < out.size(); ++block) {
    double sum = 0;
    for (std::size_t i = 0; i < elements_per_block; ++i) sum += in[0][block * elements_per_block + i];
    out[block] = static_cast<float>(sum);
  }
}

void grid_stride_reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  std::vector<double> sums(out.size());
  for (std::size_t i = 0; i < self.size; ++i) sums[i / kBlock % sums.size()] += in[0][i];
  for (std::size_t block = 0; block < out.size(); ++block) out[block] = static_cast<float>(sums[block]);
}

void add_grid_stride(std::vector<Case>& cases, std::size_t n) {
  Case c{.family = "reduction", .variant = "grid_stride", .size = n};
  c.function = "reduction_grid_stride";
  c.grid = dim3(264);  // two blocks for each SM of an H200
  c.block = dim3(kBlock);
  c.inputs = {n};
  c.fill = coarse_sequence;
  c.output = c.grid.x;
  c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
    reduction_grid_stride<<<self.grid, self.block>>>(in[0], out, static_cast<unsigned>(self.size));
  };
  c.reference = grid_stride_reference;
  cases.push_back(c);
}

}  // namespace

void add_reduction(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t n : {65536, 1048576, 16777216}) {
      Case c{.family = "reduction", .variant = variant.name, .size = n};
      c.large = n > 1048576;
      c.function = "reduction_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / variant.elements_per_block));
      c.block = dim3(kBlock);
      c.inputs = {n};
      c.fill = variant.fill;
      c.output = c.grid.x;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) { kernel<<<self.grid, self.block>>>(in[0], out); };
      c.reference = reference;
      c.tolerance = 1e-5;  // the tree adds in another order than the reference, in single precision
      cases.push_back(c);
    }
  }
  for (const std::size_t n : {65536, 1048576}) add_grid_stride(cases, n);
}

}  // namespace warpglass::kernels
