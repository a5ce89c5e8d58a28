// Adds a bias to each column of a matrix and clamps at zero: the tail of a neural network's layer.
#include <algorithm>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kColumns = 1024;

__global__ void elementwise_bias_relu(const float* in, const float* bias, float* out, unsigned columns) {
  const unsigned column = blockIdx.x * kBlock + threadIdx.x;
  const unsigned i = blockIdx.y * columns + column;
  out[i] = fmaxf(in[i] + bias[column], 0.0F);
}

}  // namespace

// The size is the number of elements of the matrix.
void add_elementwise(std::vector<Case>& cases) {
  for (const std::size_t n : {65536, 1048576, 16777216}) {
    Case c{.family = "elementwise", .variant = "bias_relu", .size = n};
    c.large = n > 1048576;
    c.function = "elementwise_bias_relu";
    c.grid = dim3(kColumns / kBlock, static_cast<unsigned>(n / kColumns));
    c.block = dim3(kBlock);
    c.inputs = {n, kColumns};
    c.fill = coarse_sequence;
    c.output = n;
    c.launch = [](const Case& self, const std::vector<const float*>& in, float* out) {
      elementwise_bias_relu<<<self.grid, self.block>>>(in[0], in[1], out, kColumns);
    };
    c.reference = [](const Case&, const std::vector<HostArray>& in, HostArray& out) {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(in[0][i] + in[1][i % kColumns], 0.0F);
    };
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
