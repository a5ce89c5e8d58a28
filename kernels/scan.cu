// Inclusive prefix sums of each 1,024 elements: shuffles within a warp, shared memory between warps.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kWarps = kBlock / 32;
constexpr std::size_t kSegment = std::size_t{4} * kBlock;

__device__ float scan_in_warp(float value) {
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const float below = __shfl_up_sync(0xffffffffU, value, distance);
    if (threadIdx.x % 32 >= distance) value += below;
  }
  return value;
}

__global__ void scan_shuffle(const float4* in, float4* out) {
  __shared__ float of_warp[kWarps];
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float4 v = in[i];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  const float sum = scan_in_warp(v.w);
  if (threadIdx.x % 32 == 31) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  float before = sum - v.w;
  for (unsigned warp = 0; warp < threadIdx.x / 32; ++warp) before += of_warp[warp];
  out[i] = make_float4(before + v.x, before + v.y, before + v.z, before + v.w);
}

}  // namespace

void add_scan(std::vector<Case>& cases) {
  for (const std::size_t n : {524288, 16777216}) {
    Case c{.family = "scan", .variant = "shuffle", .size = n};
    c.large = n > 524288;
    c.function = "scan_shuffle";
    c.grid = dim3(static_cast<unsigned>(n / kSegment));
    c.block = dim3(kBlock);
    c.inputs = {n};
    c.fill = coarse_sequence;
    c.output = n;
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      scan_shuffle<<<self.grid, self.block>>>(reinterpret_cast<const float4*>(in[0]),
                                              reinterpret_cast<float4*>(out));
    };
    c.reference = [](const Case&, const std::vector<HostArray>& in, HostArray& out) {
      float sum = 0;
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = sum = (i % kSegment == 0 ? 0 : sum) + in[0][i];
    };
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
