// Vector addition: the simplest kernel that is limited by memory bandwidth.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;

__global__ void vector_add(const float* a, const float* b, float* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

// The same with 128-bit accesses: a quarter of the load and store instructions for the same bytes.
__global__ void vector_add_float4(const float4* a, const float4* b, float4* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 x = a[i];
  const float4 y = b[i];
  sum[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

}  // namespace

void add_vector_add(std::vector<Case>& cases) {
  Case c{.family = "vector_add"};
  c.block = dim3(kBlock);
  c.reference = [](const Case&, const std::vector<HostArray>& in, HostArray& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = in[0][i] + in[1][i];
  };
  for (const std::size_t n : {65536, 262144, 1048576, 16777216}) {
    c.size = n;
    c.large = n > 1048576;
    c.inputs = {n, n};
    c.output = n;

    c.variant = "float";
    c.function = "vector_add";
    c.grid = dim3(static_cast<unsigned>(n / kBlock));
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      vector_add<<<self.grid, self.block>>>(in[0], in[1], out, static_cast<unsigned>(self.size));
    };
    cases.push_back(c);

    c.variant = "float4";
    c.function = "vector_add_float4";
    c.grid = dim3(static_cast<unsigned>(n / 4 / kBlock));
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      vector_add_float4<<<self.grid, self.block>>>(
          reinterpret_cast<const float4*>(in[0]), reinterpret_cast<const float4*>(in[1]),
          reinterpret_cast<float4*>(out), static_cast<unsigned>(self.size / 4));
    };
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
