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
  add_softmax(cases);
  add_strided_copy(cases);
  add_divergence(cases);
  return cases;
}

}  // namespace warpglass::kernels
