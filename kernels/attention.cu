// Attention the plain way: all scores of a query are computed, then their softmax, then the output.
#include <algorithm>
#include <cmath>

#include "attention.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 128;
constexpr unsigned kMostKeys = 512;

template <class Operator>
__device__ float combine_in_block(float value, float* of_thread, Operator combine) {
  of_thread[threadIdx.x] = value;
  for (unsigned distance = kBlock / 2; distance > 0; distance /= 2) {
    __syncthreads();
    if (threadIdx.x < distance) {
      of_thread[threadIdx.x] = combine(of_thread[threadIdx.x], of_thread[threadIdx.x + distance]);
    }
  }
  __syncthreads();
  value = of_thread[0];
  __syncthreads();
  return value;
}

// One block a query, which keeps its scores of all keys in shared memory.
__global__ void attention_plain(const float* q, const float* k, const float* v, float* out, unsigned keys) {
  __shared__ float query[kWidth];
  __shared__ float score[kMostKeys];
  __shared__ float of_thread[kBlock];
  const unsigned t = threadIdx.x;
  const unsigned head = blockIdx.y * keys * kWidth;
  if (t < kWidth) query[t] = q[head + blockIdx.x * kWidth + t] * kScale;
  __syncthreads();
  float largest = -INFINITY;
  for (unsigned key = t; key < keys; key += kBlock) {
    float sum = 0;
    for (unsigned i = 0; i < kWidth; ++i) sum += query[i] * k[head + key * kWidth + i];
    score[key] = sum;
    largest = fmaxf(largest, sum);
  }
  largest = combine_in_block(largest, of_thread, [](float a, float b) { return fmaxf(a, b); });
  float total = 0;
  for (unsigned key = t; key < keys; key += kBlock) {
    score[key] = expf(score[key] - largest);
    total += score[key];
  }
  total = combine_in_block(total, of_thread, [](float a, float b) { return a + b; });
  // Two threads an output element, each with every other value.
  float sum = 0;
  for (unsigned key = t / kWidth; key < keys; key += 2)
    sum += score[key] * v[head + key * kWidth + t % kWidth];
  of_thread[t] = sum;
  __syncthreads();
  if (t < kWidth) out[head + blockIdx.x * kWidth + t] = (of_thread[t] + of_thread[t + kWidth]) / total;
}

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t keys = self.size;
  for (std::size_t row = 0; row < kHeads * keys; ++row) {
    const std::size_t first = row / keys * keys;  // of the head's rows
    std::vector<double> score(keys);
    for (std::size_t key = 0; key < keys; ++key) {
      for (std::size_t i = 0; i < kWidth; ++i) {
        score[key] += static_cast<double>(in[0][row * kWidth + i]) * in[1][(first + key) * kWidth + i] / 8;
      }
    }
    const double largest = *std::max_element(score.begin(), score.end());
    double total = 0;
    for (double& s : score) total += s = std::exp(s - largest);
    for (std::size_t i = 0; i < kWidth; ++i) {
      double sum = 0;
      for (std::size_t key = 0; key < keys; ++key) sum += score[key] * in[2][(first + key) * kWidth + i];
      out[row * kWidth + i] = static_cast<float>(sum / total);
    }
  }
}

}  // namespace

void add_attention_variant(std::vector<Case>& cases, const char* variant, AttentionKernel kernel,
                           unsigned block, unsigned queries) {
  for (const std::size_t n : {128, 192}) {
    Case c{.family = "attention", .variant = variant, .size = n};
    c.function = "attention_" + c.variant;
    c.grid = dim3(static_cast<unsigned>(n) / queries, kHeads);
    c.block = dim3(block);
    c.inputs.assign(3, kHeads * n * kWidth);
    c.fill = coarse_sequence;
    c.output = kHeads * n * kWidth;
    c.launch = [kernel](const Case& self, const std::vector<const float*>& in, float* out) {
      kernel<<<self.grid, self.block>>>(in[0], in[1], in[2], out, static_cast<unsigned>(self.size));
    };
    c.reference = reference;
    c.tolerance = 1e-5;
    cases.push_back(c);
  }
}

void add_attention(std::vector<Case>& cases) {
  add_attention_variant(cases, "plain", attention_plain, kBlock, 1);
}

}  // namespace warpglass::kernels
