// Attention with online softmax: no score leaves the registers.
#include <cmath>

#include "attention.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 64;
constexpr unsigned kTile = 32;  // keys and values in shared memory
constexpr unsigned kGroup = 8;  // keys between two updates of the running maximum

// One query a thread, in registers with its output; keys and values come tile by tile, and the sums are
// rescaled when the maximum grows.
__global__ void attention_tiled(const float* q, const float* k, const float* v, float* out, unsigned keys) {
  __shared__ float4 tile_k[kTile][kWidth / 4];
  __shared__ float4 tile_v[kTile][kWidth / 4];
  const unsigned head = blockIdx.y * keys * kWidth;
  const unsigned row = head + (blockIdx.x * kBlock + threadIdx.x) * kWidth;
  float query[kWidth];
  float sum[kWidth] = {};
  for (unsigned i = 0; i < kWidth; ++i) query[i] = q[row + i] * kScale;
  float largest = -INFINITY;
  float total = 0;
  for (unsigned start = 0; start < keys; start += kTile) {
    __syncthreads();
    for (unsigned i = threadIdx.x; i < kTile * kWidth / 4; i += kBlock) {
      tile_k[i / (kWidth / 4)][i % (kWidth / 4)] =
          reinterpret_cast<const float4*>(&k[head + start * kWidth])[i];
      tile_v[i / (kWidth / 4)][i % (kWidth / 4)] =
          reinterpret_cast<const float4*>(&v[head + start * kWidth])[i];
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned group = 0; group < kTile; group += kGroup) {
      float score[kGroup] = {};
      float larger = largest;
      for (unsigned j = 0; j < kGroup; ++j) {
        for (unsigned i = 0; i < kWidth / 4; ++i) {
          const float4 key = tile_k[group + j][i];
          score[j] += query[4 * i] * key.x + query[4 * i + 1] * key.y + query[4 * i + 2] * key.z +
                      query[4 * i + 3] * key.w;
        }
        larger = fmaxf(larger, score[j]);
      }
      const float shrink = expf(largest - larger);
      largest = larger;
      total *= shrink;
      for (unsigned i = 0; i < kWidth; ++i) sum[i] *= shrink;
      for (unsigned j = 0; j < kGroup; ++j) {
        const float weight = expf(score[j] - largest);
        total += weight;
        for (unsigned i = 0; i < kWidth / 4; ++i) {
          const float4 value = tile_v[group + j][i];
          sum[4 * i] += weight * value.x;
          sum[4 * i + 1] += weight * value.y;
          sum[4 * i + 2] += weight * value.z;
          sum[4 * i + 3] += weight * value.w;
        }
      }
    }
  }
  const float inverse = 1 / total;
  for (unsigned i = 0; i < kWidth; ++i) out[row + i] = sum[i] * inverse;
}

}  // namespace

void add_attention_tiled(std::vector<Case>& cases) {
  add_attention_variant(cases, "tiled", attention_tiled, kBlock, kBlock);
}

}  // namespace warpglass::kernels
