// The same number of dependent multiply-adds in kernels whose occupancy is limited in turn by registers,
// shared memory, blocks and warps.
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kMultiplyAdds = 96;  // a thread
constexpr unsigned kManyChains = 48;
constexpr std::size_t kThreads = 270336;     // as many as the 132 SMs of an H200 hold
constexpr unsigned kSharedBytes = 48 << 10;  // of a block

// `Chains` independent chains of multiply-adds, all of which live in registers.
template <unsigned Chains>
__device__ float work(float x, unsigned steps) {
  float value[Chains];
#pragma unroll
  for (unsigned j = 0; j < Chains; ++j) value[j] = x + static_cast<float>(j);
#pragma unroll(Chains == 1 ? 8 : 1)
  for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
    for (unsigned j = 0; j < Chains; ++j) value[j] = fmaf(value[j], 0.5F, x);
  }
  float sum = 0;
#pragma unroll
  for (unsigned j = 0; j < Chains; ++j) sum += value[j];
  return sum;
}

__global__ void occupancy_registers(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work<kManyChains>(in[i], kMultiplyAdds / kManyChains);
}

__global__ void occupancy_shared(const float* in, float* out) {
  extern __shared__ float value[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  value[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = work<1>(value[threadIdx.x ^ 32], kMultiplyAdds);
}

__global__ void occupancy_plain(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work<1>(in[i], kMultiplyAdds);
}

using Kernel = void (*)(const float*, float*);

struct Variant {
  const char* name;
  const char* function;
  Kernel kernel;
  unsigned block;
  unsigned shared_bytes;
  unsigned chains;
  unsigned partner;  // whose input a thread works on: its own number with these bits flipped
};

constexpr Variant kVariants[] = {
    {"registers", "occupancy_registers", occupancy_registers, 256, 0, kManyChains, 0},
    {"shared", "occupancy_shared", occupancy_shared, 256, kSharedBytes, 1, 32},
    {"blocks", "occupancy_plain", occupancy_plain, 32, 0, 1, 0},
    {"warps", "occupancy_plain", occupancy_plain, 256, 0, 1, 0},
};

float expected(float x, unsigned chains) {
  float sum = 0;
  for (unsigned j = 0; j < chains; ++j) {
    float value = x + static_cast<float>(j);
    for (unsigned step = 0; step < kMultiplyAdds / chains; ++step) value = std::fma(value, 0.5F, x);
    sum += value;
  }
  return sum;
}

}  // namespace

// The size is the number of threads.
void add_occupancy(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    Case c{.family = "occupancy", .variant = variant.name, .size = kThreads};
    c.function = variant.function;
    c.grid = dim3(static_cast<unsigned>(kThreads / variant.block));
    c.block = dim3(variant.block);
    c.inputs = {kThreads};
    c.fill = coarse_sequence;
    c.output = kThreads;
    c.launch = [variant](const Case& self, const std::vector<const float*>& in, float* out) {
      variant.kernel<<<self.grid, self.block, variant.shared_bytes>>>(in[0], out);
    };
    c.reference = [variant](const Case&, const std::vector<HostArray>& in, HostArray& out) {
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = expected(in[0][i ^ variant.partner], variant.chains);
    };
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
