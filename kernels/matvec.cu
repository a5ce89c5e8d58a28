// Product of a square matrix and a vector, one warp a row, with 128-bit loads.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kWarps = kBlock / 32;

__global__ void matvec_row_per_warp(const float4* matrix, const float4* vector, float* product,
                                    unsigned vectors) {
  const unsigned row = blockIdx.x * kWarps + threadIdx.x / 32;
  float sum = 0;
  for (unsigned i = threadIdx.x % 32; i < vectors; i += 32) {
    const float4 a = matrix[row * vectors + i];
    const float4 b = vector[i];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (unsigned distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffU, sum, distance);
  if (threadIdx.x % 32 == 0) product[row] = sum;
}

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t n = self.size;
  for (std::size_t row = 0; row < n; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(in[0][row * n + i]) * in[1][i];
    out[row] = static_cast<float>(sum);
  }
}

}  // namespace

void add_matvec(std::vector<Case>& cases) {
  for (const std::size_t n : {512, 2048}) {
    Case c{.family = "matvec", .variant = "row_per_warp", .size = n};
    c.function = "matvec_row_per_warp";
    c.grid = dim3(static_cast<unsigned>(n / kWarps));
    c.block = dim3(kBlock);
    c.inputs = {n * n, n};
    c.fill = coarse_sequence;
    c.output = n;
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      matvec_row_per_warp<<<self.grid, self.block>>>(reinterpret_cast<const float4*>(in[0]),
                                                     reinterpret_cast<const float4*>(in[1]), out,
                                                     static_cast<unsigned>(self.size / 4));
    };
    c.reference = reference;
    c.tolerance = 1e-5;  // the order of the sum
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
