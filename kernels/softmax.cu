// Softmax of each row of a matrix, one block a row. Uses expf (MUFU.EX2 in SASS) and a division (MUFU.RCP).
#include <algorithm>
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kWarps = kBlock / 32;
constexpr unsigned kRows = 256;

struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// Combines one value of every thread; all threads get the result.
template <class Operator>
__device__ float combine_in_block(float value, Operator combine) {
  __shared__ float of_warp[kWarps];
  for (unsigned mask = 16; mask > 0; mask /= 2) {
    value = combine(value, __shfl_xor_sync(0xffffffffU, value, mask));
  }
  __syncthreads();  // the array may still be read by an earlier call
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = of_warp[0];
  for (unsigned warp = 1; warp < kWarps; ++warp) value = combine(value, of_warp[warp]);
  return value;
}

// Reads the row three times: for its maximum, for the sum of exponentials, for the result.
__global__ void softmax_three_pass(const float* in, float* out, unsigned columns) {
  const float* row = in + blockIdx.x * columns;
  float maximum = -INFINITY;
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) maximum = fmaxf(maximum, row[i]);
  maximum = combine_in_block(maximum, Maximum{});
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) sum += expf(row[i] - maximum);
  sum = combine_in_block(sum, Sum{});
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) {
    out[blockIdx.x * columns + i] = expf(row[i] - maximum) / sum;
  }
}

// Finds maximum and sum in one reading: the sum is rescaled whenever the maximum grows (Milakov and
// Gimelshein).
__global__ void softmax_online(const float* in, float* out, unsigned columns) {
  const float* row = in + blockIdx.x * columns;
  float maximum = -INFINITY;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) {
    const float larger = fmaxf(maximum, row[i]);
    sum = sum * expf(maximum - larger) + expf(row[i] - larger);
    maximum = larger;
  }
  const float row_maximum = combine_in_block(maximum, Maximum{});
  sum = combine_in_block(sum * expf(maximum - row_maximum), Sum{});
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) {
    out[blockIdx.x * columns + i] = expf(row[i] - row_maximum) / sum;
  }
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
};

constexpr Variant kVariants[] = {{"three_pass", softmax_three_pass}, {"online", softmax_online}};

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t columns = self.size;
  for (std::size_t start = 0; start < out.size(); start += columns) {
    const float* row = &in[0][start];
    const double maximum = *std::max_element(row, row + columns);
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i) sum += std::exp(row[i] - maximum);
    for (std::size_t i = 0; i < columns; ++i) {
      out[start + i] = static_cast<float>(std::exp(row[i] - maximum) / sum);
    }
  }
}

}  // namespace

void add_softmax(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t columns : {512, 2048}) {
      Case c{.family = "softmax", .variant = variant.name, .size = columns};
      c.function = "softmax_" + c.variant;
      c.grid = dim3(kRows);
      c.block = dim3(kBlock);
      c.inputs = {kRows * columns};
      c.output = kRows * columns;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], out, static_cast<unsigned>(self.size));
      };
      c.reference = reference;
      c.tolerance = 1e-8;  // absolute, results are below 0.01: a relative error of about 1e-6
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
