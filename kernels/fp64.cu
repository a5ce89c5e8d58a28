// Double precision: a polynomial, which is limited by the FP64 pipe, and a x + y, which is limited by memory.
#include <cmath>

#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr int kDegree = 64;
constexpr double kFactor = 0.375;

// Horner's scheme, with coefficients 64/64, 63/64, ... 1/64.
__global__ void fp64_polynomial(const double* in, const double*, double* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  const double x = in[i];
  double value = 1;
#pragma unroll
  for (int k = kDegree - 1; k > 0; --k) value = fma(value, x, k / static_cast<double>(kDegree));
  out[i] = value;
}

__global__ void fp64_axpy(const double* x, const double* y, double* out) {
  const unsigned i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = fma(kFactor, x[i], y[i]);
}

HostArray doubles(std::size_t elements, std::size_t index) {
  const HostArray values = coarse_sequence(elements / 2, index);
  return pack(std::vector<double>(values.begin(), values.end()));
}

double polynomial(double x, double) {
  double value = 1;
  for (int k = kDegree - 1; k > 0; --k) value = std::fma(value, x, k / 64.0);
  return value;
}

double axpy(double x, double y) {
  return std::fma(kFactor, x, y);
}

using Kernel = void (*)(const double*, const double*, double*);

struct Variant {
  const char* name;
  Kernel kernel;
  double (*expected)(double, double);
  std::vector<std::size_t> sizes;
};

}  // namespace

void add_fp64(std::vector<Case>& cases) {
  const Variant variants[] = {{"polynomial", fp64_polynomial, polynomial, {8192, 131072}},
                              {"axpy", fp64_axpy, axpy, {262144}}};
  for (const Variant& variant : variants) {
    for (const std::size_t n : variant.sizes) {
      Case c{.family = "fp64", .variant = variant.name, .size = n};
      c.function = "fp64_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / kBlock));
      c.block = dim3(kBlock);
      c.inputs = {2 * n, 2 * n};  // two floats are as large as a double
      c.fill = doubles;
      c.output = 2 * n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(reinterpret_cast<const double*>(in[0]),
                                          reinterpret_cast<const double*>(in[1]),
                                          reinterpret_cast<double*>(out));
      };
      c.reference = [expected = variant.expected](const Case&, const std::vector<HostArray>& in,
                                                  HostArray& out) {
        const std::vector<double> x = unpack_doubles(in[0]);
        const std::vector<double> y = unpack_doubles(in[1]);
        std::vector<double> results(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) results[i] = expected(x[i], y[i]);
        out = pack(results);
      };
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
