// The same four pieces of work, once chosen by lane (every warp runs all four, a quarter of its lanes each)
// and once chosen by warp (no divergence).
#include <cmath>
#include <cstdint>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kPaths = 4;

// Only correctly rounded operations and explicit fused multiply-adds, so a CPU gives the same bits.
__host__ __device__ float work(unsigned path, float x) {
  switch (path) {
    case 0:  // a chain of fused multiply-adds
#pragma unroll 4
      for (int i = 0; i < 32; ++i) x = fmaf(x, x, -0.75F);
      return x;
    case 1: {  // integer multiplications and shifts
      auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(x * 65536.0F));
#pragma unroll 4
      for (int i = 0; i < 16; ++i) bits = (bits ^ (bits >> 13)) * 0x9e3779b1U;
      return static_cast<float>(bits >> 8);
    }
    case 2:  // square roots
#pragma unroll 1
      for (int i = 0; i < 4; ++i) x = sqrtf(fabsf(x) + 0.5F);
      return x;
    default:  // divisions
#pragma unroll 1
      for (int i = 0; i < 2; ++i) x = 1.0F / (fabsf(x) + 1.0F);
      return x;
  }
}

__global__ void divergence_lane(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work(threadIdx.x % kPaths, in[i]);
}

__global__ void divergence_warp(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work(threadIdx.x / 32 % kPaths, in[i]);
}

using Kernel = void (*)(const float*, float*);

struct Variant {
  const char* name;
  Kernel kernel;
  unsigned threads_per_path;  // neighbouring threads on the same path
};

constexpr Variant kVariants[] = {{"lane", divergence_lane, 1}, {"warp", divergence_warp, 32}};

}  // namespace

void add_divergence(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t n : {16384, 65536, 262144, 4194304}) {
      Case c{.family = "divergence", .variant = variant.name, .size = n};
      c.large = n > 262144;
      c.function = "divergence_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / kBlock));
      c.block = dim3(kBlock);
      c.inputs = {n};
      c.output = n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) { kernel<<<self.grid, self.block>>>(in[0], out); };
      c.reference = [threads = variant.threads_per_path](const Case&, const std::vector<HostArray>& in,
                                                         HostArray& out) {
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = work(static_cast<unsigned>(i / threads % kPaths), in[0][i]);
        }
      };
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
