// Layer normalisation: each row of a matrix is shifted and scaled to mean 0 and variance 1. One block a row.
#include <algorithm>
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kWarps = kBlock / 32;
constexpr unsigned kRows = 264;  // two blocks for each SM of an H200
constexpr float kEpsilon = 1e-5F;

// Adds one value of every thread; all threads get the sum.
__device__ float sum_in_block(float value) {
  __shared__ float of_warp[kWarps];
  for (unsigned mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(0xffffffffU, value, mask);
  __syncthreads();  // the array may still be read by an earlier call
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  value = 0;
  for (unsigned warp = 0; warp < kWarps; ++warp) value += of_warp[warp];
  return value;
}

// Writes the row: `squares` are the summed squared distances from the mean.
__device__ void normalise(const float* row, float mean, float squares, const float* parameters, float* out,
                          unsigned columns) {
  const float scale = rsqrtf(squares / columns + kEpsilon);
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) {
    out[blockIdx.x * columns + i] = (row[i] - mean) * scale * parameters[i] + parameters[columns + i];
  }
}

// `parameters` holds scale, shift and bias of each column, one array after the other.
__global__ void layernorm_two_pass(const float* in, const float* parameters, float* out, unsigned columns) {
  const float* row = in + blockIdx.x * columns;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) sum += row[i];
  const float mean = sum_in_block(sum) / columns;
  float squares = 0;
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) squares += (row[i] - mean) * (row[i] - mean);
  normalise(row, mean, sum_in_block(squares), parameters, out, columns);
}

struct Moments {
  float count;
  float mean;
  float squares;
};

// Chan, Golub and LeVeque.
__device__ Moments merge(const Moments& a, const Moments& b) {
  const float count = a.count + b.count;
  const float delta = b.mean - a.mean;
  return {count, a.mean + delta * (b.count / count),
          a.squares + b.squares + delta * delta * (a.count * b.count / count)};
}

// Mean and variance in one reading of the row (Welford).
__global__ void layernorm_welford(const float* in, const float* parameters, float* out, unsigned columns) {
  __shared__ Moments of_warp[kWarps];
  const float* row = in + blockIdx.x * columns;
  Moments m{};
  for (unsigned i = threadIdx.x; i < columns; i += kBlock) {
    m.count += 1;
    const float delta = row[i] - m.mean;
    m.mean += delta / m.count;
    m.squares += delta * (row[i] - m.mean);
  }
  for (unsigned mask = 16; mask > 0; mask /= 2) {
    m = merge(m, {__shfl_xor_sync(0xffffffffU, m.count, mask), __shfl_xor_sync(0xffffffffU, m.mean, mask),
                  __shfl_xor_sync(0xffffffffU, m.squares, mask)});
  }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = m;
  __syncthreads();
  m = of_warp[0];
  for (unsigned warp = 1; warp < kWarps; ++warp) m = merge(m, of_warp[warp]);
  normalise(row, m.mean, m.squares, parameters, out, columns);
}

// Bias, ReLU and normalisation in one kernel: the row is read once and stays in registers.
__global__ void layernorm_fused(const float* in, const float* parameters, float* out, unsigned columns) {
  constexpr unsigned kPerThread = 4;
  const float* row = in + blockIdx.x * columns;
  const float* bias = parameters + 2 * columns;
  float value[kPerThread];
  float sum = 0;
  for (unsigned j = 0; j < kPerThread; ++j) {
    const unsigned i = j * kBlock + threadIdx.x;
    value[j] = i < columns ? fmaxf(row[i] + bias[i], 0.0F) : 0.0F;
    sum += value[j];
  }
  const float mean = sum_in_block(sum) / columns;
  float squares = 0;
  for (unsigned j = 0; j < kPerThread; ++j) {
    if (j * kBlock + threadIdx.x < columns) squares += (value[j] - mean) * (value[j] - mean);
  }
  const float scale = rsqrtf(sum_in_block(squares) / columns + kEpsilon);
  for (unsigned j = 0; j < kPerThread; ++j) {
    const unsigned i = j * kBlock + threadIdx.x;
    if (i < columns)
      out[blockIdx.x * columns + i] = (value[j] - mean) * scale * parameters[i] + parameters[columns + i];
  }
}

using Kernel = void (*)(const float*, const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  bool fused;
  std::vector<std::size_t> sizes;
};

void reference(const Case& self, bool fused, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t columns = self.size;
  const float* parameters = in[1].data();
  for (std::size_t start = 0; start < out.size(); start += columns) {
    std::vector<double> row(&in[0][start], &in[0][start] + columns);
    for (std::size_t i = 0; fused && i < columns; ++i)
      row[i] = std::max(row[i] + parameters[2 * columns + i], 0.0);
    double mean = 0;
    for (const double value : row) mean += value / static_cast<double>(columns);
    double variance = 0;
    for (const double value : row) variance += (value - mean) * (value - mean) / static_cast<double>(columns);
    const double scale = 1 / std::sqrt(variance + kEpsilon);
    for (std::size_t i = 0; i < columns; ++i)
      out[start + i] = static_cast<float>((row[i] - mean) * scale * parameters[i] + parameters[columns + i]);
  }
}

}  // namespace

// The size is the number of columns.
void add_layernorm(std::vector<Case>& cases) {
  const Variant variants[] = {{"two_pass", layernorm_two_pass, false, {512, 2048}},
                              {"welford", layernorm_welford, false, {2048}},
                              {"fused", layernorm_fused, true, {1000}}};
  for (const Variant& variant : variants) {
    for (const std::size_t columns : variant.sizes) {
      Case c{.family = "layernorm", .variant = variant.name, .size = columns};
      c.function = "layernorm_" + c.variant;
      c.grid = dim3(kRows);
      c.block = dim3(kBlock);
      c.inputs = {kRows * columns, 3 * columns};
      c.fill = coarse_sequence;
      c.output = kRows * columns;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], in[1], out, static_cast<unsigned>(self.size));
      };
      c.reference = [fused = variant.fused](const Case& self, const std::vector<HostArray>& in,
                                            HostArray& out) { reference(self, fused, in, out); };
      c.tolerance = 1e-5;  // sums of up to 2,048 elements in single precision
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
