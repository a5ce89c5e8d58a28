// Copies every stride-th element: the larger the stride, the fewer bytes of each 32-byte sector are used.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;

__global__ void strided_copy(const float* in, float* out, unsigned stride) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  out[i] = in[i];
}

}  // namespace

// The size is the number of elements copied; the arrays are `stride` times as long.
void add_strided_copy(std::vector<Case>& cases) {
  for (const unsigned stride : {1U, 2U, 4U, 8U, 32U}) {
    for (const std::size_t n : {16384, 131072}) {
      Case c{.family = "strided_copy", .variant = "stride" + std::to_string(stride), .size = n};
      c.function = "strided_copy";
      c.grid = dim3(static_cast<unsigned>(n / kBlock));
      c.block = dim3(kBlock);
      c.inputs = {n * stride};
      c.output = n * stride;
      c.launch = [stride](const Case& self, const std::vector<const float*>& in, float* out) {
        strided_copy<<<self.grid, self.block>>>(in[0], out, stride);
      };
      c.reference = [stride](const Case&, const std::vector<HostArray>& in, HostArray& out) {
        for (std::size_t i = 0; i < out.size(); i += stride) out[i] = in[0][i];
      };
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
