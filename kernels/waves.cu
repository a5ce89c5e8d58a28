// One short block an SM at a time, launched with from one block to 200 waves of them.
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 64;
constexpr unsigned kSteps = 24;
constexpr int kSharedBytes = 120 << 10;  // more than half of what an SM has

__global__ void waves_blocks(const float* in, float* out) {
  extern __shared__ float value[];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  value[threadIdx.x] = in[i];
  __syncthreads();
  float x = value[threadIdx.x];
  const float y = value[kBlock - 1 - threadIdx.x];
#pragma unroll
  for (unsigned step = 0; step < kSteps; ++step) x = fmaf(x, 0.5F, y);
  out[i] = x;
}

void reference(const Case&, const std::vector<HostArray>& in, HostArray& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float y = in[0][i / kBlock * kBlock + (kBlock - 1 - i % kBlock)];
    out[i] = in[0][i];
    for (unsigned step = 0; step < kSteps; ++step) out[i] = std::fma(out[i], 0.5F, y);
  }
}

}  // namespace

// The size is the number of blocks; an H200 has 132 SMs.
void add_waves(std::vector<Case>& cases) {
  for (const std::size_t blocks : {1, 33, 132, 133, 1056, 1100, 26400}) {
    Case c{.family = "waves", .variant = "blocks", .size = blocks};
    c.function = "waves_blocks";
    c.grid = dim3(static_cast<unsigned>(blocks));
    c.block = dim3(kBlock);
    c.inputs = {blocks * kBlock};
    c.fill = coarse_sequence;
    c.output = blocks * kBlock;
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      // Needed above 48 KiB; without it the launch fails, and that is reported.
      cudaFuncSetAttribute(waves_blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
      waves_blocks<<<self.grid, self.block, kSharedBytes>>>(in[0], out);
    };
    c.reference = reference;
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
