// Throughput of special functions: the hardware's approximations, and the library's accurate functions.
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kSteps = 8;

__global__ void special_fast(const float* in, float* out, unsigned steps) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float x = in[i];
  float sum = 0;
  for (unsigned step = 0; step < steps; ++step) {
    const float positive = x * x + 1;
    sum += __sinf(x) + __expf(-positive) + rsqrtf(positive) + __log2f(positive);
    x += 0.125F;
  }
  out[i] = sum;
}

__global__ void special_precise(const float* in, float* out, unsigned steps) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  float x = in[i];
  float sum = 0;
  for (unsigned step = 0; step < steps; ++step) {
    const float positive = x * x + 1;
    sum += sinf(x) + expf(-positive) + 1 / sqrtf(positive) + log2f(positive);
    x += 0.125F;
  }
  out[i] = sum;
}

void reference(const Case&, const std::vector<HostArray>& in, HostArray& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    double sum = 0;
    for (unsigned step = 0; step < kSteps; ++step) {
      const double x = in[0][i] + step / 8.0;
      const double positive = x * x + 1;
      sum += std::sin(x) + std::exp(-positive) + 1 / std::sqrt(positive) + std::log2(positive);
    }
    out[i] = static_cast<float>(sum);
  }
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  double tolerance;
};

constexpr Variant kVariants[] = {{"fast", special_fast, 1e-5}, {"precise", special_precise, 1e-6}};

}  // namespace

// The size is the number of threads.
void add_special(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    Case c{.family = "special", .variant = variant.name, .size = 65536};
    c.function = "special_" + c.variant;
    c.grid = dim3(static_cast<unsigned>(c.size / kBlock));
    c.block = dim3(kBlock);
    c.inputs = {c.size};
    c.fill = coarse_sequence;
    c.output = c.size;
    c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in, float* out) {
      kernel<<<self.grid, self.block>>>(in[0], out, kSteps);
    };
    c.reference = reference;
    c.tolerance = variant.tolerance;
    cases.push_back(c);
  }
}

}  // namespace warpglass::kernels
