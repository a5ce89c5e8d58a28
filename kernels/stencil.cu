// Five-point stencil on a square grid whose surroundings are zero. One point a thread.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kWidth = 32;
constexpr unsigned kHeight = 8;

__device__ float at(const float* in, unsigned x, unsigned y, unsigned n) {
  return x < n && y < n ? in[y * n + x] : 0.0F;  // -1 is a large number
}

__device__ float combine(float centre, float left, float right, float above, float below) {
  return 0.5F * centre + 0.125F * (left + right + above + below);
}

__global__ void stencil_global(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * kWidth + threadIdx.x;
  const unsigned y = blockIdx.y * kHeight + threadIdx.y;
  out[y * n + x] = combine(in[y * n + x], at(in, x - 1, y, n), at(in, x + 1, y, n), at(in, x, y - 1, n),
                           at(in, x, y + 1, n));
}

// Each block brings its tile and the points around it into shared memory.
__global__ void stencil_shared(const float* in, float* out, unsigned n) {
  __shared__ float tile[kHeight + 2][kWidth + 2];
  const unsigned x = blockIdx.x * kWidth + threadIdx.x;
  const unsigned y = blockIdx.y * kHeight + threadIdx.y;
  const unsigned tx = threadIdx.x + 1;
  const unsigned ty = threadIdx.y + 1;
  tile[ty][tx] = in[y * n + x];
  if (threadIdx.x == 0) tile[ty][0] = at(in, x - 1, y, n);
  if (threadIdx.x == kWidth - 1) tile[ty][kWidth + 1] = at(in, x + 1, y, n);
  if (threadIdx.y == 0) tile[0][tx] = at(in, x, y - 1, n);
  if (threadIdx.y == kHeight - 1) tile[kHeight + 1][tx] = at(in, x, y + 1, n);
  __syncthreads();
  out[y * n + x] =
      combine(tile[ty][tx], tile[ty][tx - 1], tile[ty][tx + 1], tile[ty - 1][tx], tile[ty + 1][tx]);
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
};

constexpr Variant kVariants[] = {{"global", stencil_global}, {"shared", stencil_shared}};

// Adds what each point gives to its neighbours; exact for the coarse sequence.
void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t n = self.size;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in[0][i] / 2;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float share = in[0][i] / 8;
    if (i % n != 0) out[i - 1] += share;
    if (i % n != n - 1) out[i + 1] += share;
    if (i >= n) out[i - n] += share;
    if (i + n < out.size()) out[i + n] += share;
  }
}

}  // namespace

// The size is the number of points along an edge.
void add_stencil(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t n : {256, 768, 4096}) {
      Case c{.family = "stencil", .variant = variant.name, .size = n};
      c.large = n > 768;
      c.function = "stencil_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / kWidth), static_cast<unsigned>(n / kHeight));
      c.block = dim3(kWidth, kHeight);
      c.inputs = {n * n};
      c.fill = coarse_sequence;
      c.output = n * n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], out, static_cast<unsigned>(self.size));
      };
      c.reference = reference;
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
