// Single-precision matrix product of square row-major matrices, one output element a thread.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kNaiveBlock = 16;

// Every operand comes from the L1 cache.
__global__ void gemm_naive(const float* a, const float* b, float* c, unsigned n) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// Each block keeps one tile of either operand in shared memory, so global traffic falls by the tile's width.
template <unsigned Tile>
__device__ void gemm_tiled(const float* a, const float* b, float* c, unsigned n) {
  __shared__ float tile_a[Tile][Tile];
  __shared__ float tile_b[Tile][Tile];
  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned column = blockIdx.x * Tile + x;
  const unsigned row = blockIdx.y * Tile + y;
  float sum = 0;
  for (unsigned start = 0; start < n; start += Tile) {
    tile_a[y][x] = a[row * n + start + x];
    tile_b[y][x] = b[(start + y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < Tile; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void gemm_tiled16(const float* a, const float* b, float* c, unsigned n) {
  gemm_tiled<16>(a, b, c, n);
}
__global__ void gemm_tiled32(const float* a, const float* b, float* c, unsigned n) {
  gemm_tiled<32>(a, b, c, n);
}

using Kernel = void (*)(const float*, const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  unsigned block;
};

constexpr Variant kVariants[] = {
    {"naive", gemm_naive, kNaiveBlock}, {"tiled16", gemm_tiled16, 16}, {"tiled32", gemm_tiled32, 32}};

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t n = self.size;
  std::vector<double> row(n);
  for (std::size_t y = 0; y < n; ++y) {
    row.assign(n, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      const double a = in[0][y * n + k];
      const float* b = &in[1][k * n];
      for (std::size_t x = 0; x < n; ++x) row[x] += a * b[x];
    }
    for (std::size_t x = 0; x < n; ++x) out[y * n + x] = static_cast<float>(row[x]);
  }
}

}  // namespace

void add_gemm(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t n : {128, 256, 512, 1024, 4096}) {
      if (n > 1024 && variant.block != 32) continue;  // the reference takes a minute
      Case c{.family = "gemm", .variant = variant.name, .size = n};
      c.function = "gemm_" + c.variant;
      const auto blocks = static_cast<unsigned>(n / variant.block);
      c.grid = dim3(blocks, blocks);
      c.block = dim3(variant.block, variant.block);
      c.inputs = {n * n, n * n};
      c.output = n * n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], in[1], out, static_cast<unsigned>(self.size));
      };
      c.reference = reference;
      c.tolerance =
          1e-4;  // up to 4,096 roundings in single precision; the reference sums in double precision
      c.large = n > 512;
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
