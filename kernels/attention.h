// Attention of two heads, forward, in single precision: softmax(Q K^T / 8) V with 64 elements a query, key
// and value.
#pragma once

#include "runner/case.h"

namespace warpglass::kernels {

constexpr unsigned kHeads = 2;
constexpr unsigned kWidth = 64;  // elements of a query, key or value
constexpr float kScale = 0.125F;

using AttentionKernel = void (*)(const float* q, const float* k, const float* v, float* out, unsigned keys);

// Cases of a kernel whose blocks compute `queries` outputs each. The size is the number of queries of a head,
// and of keys.
void add_attention_variant(std::vector<Case>& cases, const char* variant, AttentionKernel kernel,
                           unsigned block, unsigned queries);

}  // namespace warpglass::kernels
