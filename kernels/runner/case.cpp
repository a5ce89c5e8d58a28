#include "runner/case.h"

namespace warpglass::kernels {

std::size_t Case::bytes() const {
  std::size_t elements = output;
  for (const std::size_t input : inputs) elements += input;
  return elements * sizeof(float);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  add_vector_add(cases);
  add_reduction(cases);
  add_transpose(cases);
  add_gemm(cases);
  add_gemm_blocked(cases);
  add_softmax(cases);
  add_strided_copy(cases);
  add_divergence(cases);
  add_elementwise(cases);
  add_layernorm(cases);
  add_histogram(cases);
  add_gather(cases);
  add_layout(cases);
  add_constant(cases);
  add_spill(cases);
  add_stencil(cases);
  add_hash(cases);
  add_special(cases);
  add_fp64(cases);
  add_attention(cases);
  add_attention_tiled(cases);
  add_occupancy(cases);
  add_waves(cases);
  add_matvec(cases);
  add_scan(cases);
  return cases;
}

}  // namespace warpglass::kernels
