// A table in constant memory: read at one place by all lanes of a warp, or by each lane at a place of its
// own.
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kEntries = 256;
constexpr unsigned kTerms = 64;

struct Table {
  float entry[kEntries];
};

constexpr Table make_table() {
  Table table{};
  for (unsigned i = 0; i < kEntries; ++i) table.entry[i] = static_cast<float>(i * 37 % kEntries) / 64 - 2;
  return table;
}

__constant__ Table table = make_table();

__global__ void constant_uniform(const float* in, float* out, unsigned terms) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float sum = in[i];
#pragma unroll 4
  for (unsigned k = 0; k < terms; ++k) sum = fmaf(sum, 0.5F, table.entry[k]);
  out[i] = sum;
}

// The constant cache serves one address at a time: 32 of them take 32 turns.
__global__ void constant_divergent(const float* in, float* out, unsigned terms) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float sum = in[i];
#pragma unroll 4
  for (unsigned k = 0; k < terms; ++k) sum = fmaf(sum, 0.5F, table.entry[(threadIdx.x + k) % kEntries]);
  out[i] = sum;
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  std::size_t place;  // by how many entries neighbouring threads are apart
  std::vector<std::size_t> sizes;
};

}  // namespace

// The size is the number of threads.
void add_constant(std::vector<Case>& cases) {
  const Variant variants[] = {{"uniform", constant_uniform, 0, {65536}},
                              {"divergent", constant_divergent, 1, {8192, 65536}}};
  for (const Variant& variant : variants) {
    for (const std::size_t n : variant.sizes) {
      Case c{.family = "constant", .variant = variant.name, .size = n};
      c.function = "constant_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / kBlock));
      c.block = dim3(kBlock);
      c.inputs = {n};
      c.fill = coarse_sequence;
      c.output = n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], out, kTerms);
      };
      c.reference = [place = variant.place](const Case&, const std::vector<HostArray>& in, HostArray& out) {
        const Table values = make_table();
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = in[0][i];
          for (std::size_t k = 0; k < kTerms; ++k)
            out[i] = std::fma(out[i], 0.5F, values.entry[(i % kBlock * place + k) % kEntries]);
        }
      };
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
