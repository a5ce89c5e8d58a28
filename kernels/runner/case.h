// A case is one launch that can be run, checked and measured by name: `family-variant-size`.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "runner/arrays.h"

namespace warpglass::kernels {

struct Case {
  std::string family;
  std::string variant;
  std::size_t size = 0;
  std::string function;  // the kernel's C++ name without template arguments, as ncu shows it
  dim3 grid;
  dim3 block;
  std::vector<std::size_t> inputs;  // elements of each input array
  std::size_t output = 0;           // elements of the output array

  // What input number `index` holds; integers and doubles lie in it bit by bit.
  std::function<HostArray(std::size_t elements, std::size_t index)> fill = input_sequence;

  // The kernel adds to its output, which is therefore cleared before every launch.
  bool accumulates = false;

  // Enqueues the launch. Kernels read only the inputs and write only the output, so a launch can be repeated.
  std::function<void(const Case&, const std::vector<const float*>& inputs, float* output)> launch;

  // Computes what the launch must leave in `output`, which arrives as the launch finds it.
  std::function<void(const Case&, const std::vector<HostArray>& inputs, HostArray& output)> reference;

  // Largest allowed |got - expected| / max(1, |expected|). 0 demands equal bits; anything else is for kernels
  // that round in another order than the reference.
  double tolerance = 0;

  // Large cases are for the runner alone: their memory is too big to keep as a sample.
  bool large = false;

  std::string name() const { return family + '-' + variant + '-' + std::to_string(size); }
  std::size_t bytes() const;  // of all arrays together
};

// Every case, in the order in which `run --all` launches them.
std::vector<Case> all_cases();

// One function for each source of kernels.
void add_vector_add(std::vector<Case>& cases);
void add_reduction(std::vector<Case>& cases);
void add_transpose(std::vector<Case>& cases);
void add_gemm(std::vector<Case>& cases);
void add_gemm_blocked(std::vector<Case>& cases);
void add_softmax(std::vector<Case>& cases);
void add_strided_copy(std::vector<Case>& cases);
void add_divergence(std::vector<Case>& cases);
void add_elementwise(std::vector<Case>& cases);
void add_layernorm(std::vector<Case>& cases);
void add_histogram(std::vector<Case>& cases);
void add_gather(std::vector<Case>& cases);
void add_layout(std::vector<Case>& cases);
void add_constant(std::vector<Case>& cases);
void add_spill(std::vector<Case>& cases);
void add_stencil(std::vector<Case>& cases);
void add_hash(std::vector<Case>& cases);
void add_special(std::vector<Case>& cases);
void add_fp64(std::vector<Case>& cases);
void add_attention(std::vector<Case>& cases);
void add_attention_tiled(std::vector<Case>& cases);
void add_occupancy(std::vector<Case>& cases);
void add_waves(std::vector<Case>& cases);
void add_matvec(std::vector<Case>& cases);
void add_scan(std::vector<Case>& cases);

}  // namespace warpglass::kernels
