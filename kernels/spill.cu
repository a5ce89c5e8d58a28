// More live values than registers: the same work with all values in registers, and with so few registers that
// most values are kept in local memory.
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kValues = 64;
constexpr unsigned kRounds = 3;

__device__ float work(float x, unsigned rounds) {
  float value[kValues];
#pragma unroll
  for (unsigned j = 0; j < kValues; ++j) value[j] = x + static_cast<float>(j);
#pragma unroll 1
  for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
    for (unsigned j = 0; j < kValues; ++j) value[j] = fmaf(value[j], 0.5F, value[(j + 7) % kValues]);
  }
  float sum = 0;
#pragma unroll
  for (unsigned j = 0; j < kValues; ++j) sum += value[j];
  return sum;
}

__global__ void __launch_bounds__(kBlock) spill_registers(const float* in, float* out, unsigned rounds) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = work(in[i], rounds);
}

// Eight blocks an SM leave 32 registers a thread.
__global__ void __launch_bounds__(kBlock, 8) spill_spilled(const float* in, float* out, unsigned rounds) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = work(in[i], rounds);
}

void reference(const Case&, const std::vector<HostArray>& in, HostArray& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::vector<float> value(kValues);
    for (unsigned j = 0; j < kValues; ++j) value[j] = in[0][i] + static_cast<float>(j);
    for (unsigned step = 0; step < kRounds * kValues; ++step) {
      const unsigned j = step % kValues;
      value[j] = std::fma(value[j], 0.5F, value[(j + 7) % kValues]);
    }
    out[i] = 0;
    for (const float v : value) out[i] += v;
  }
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  std::vector<std::size_t> sizes;
};

}  // namespace

// The size is the number of threads.
void add_spill(std::vector<Case>& cases) {
  const Variant variants[] = {{"registers", spill_registers, {65536}},
                              {"spilled", spill_spilled, {8192, 65536}}};
  for (const Variant& variant : variants) {
    for (const std::size_t n : variant.sizes) {
      Case c{.family = "spill", .variant = variant.name, .size = n};
      c.function = "spill_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / kBlock));
      c.block = dim3(kBlock);
      c.inputs = {n};
      c.fill = coarse_sequence;
      c.output = n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], out, kRounds);
      };
      c.reference = reference;
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
