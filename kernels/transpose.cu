// Transpose of a square matrix. Each block moves one 32x32 tile with 32x8 threads, four rows a thread.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kTile = 32;
constexpr unsigned kRows = 8;

// Reads rows and writes columns: every store of a warp touches 32 different cache lines.
__global__ void transpose_naive(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * kTile + threadIdx.x;
  const unsigned y = blockIdx.y * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows) out[x * n + y + j] = in[(y + j) * n + x];
}

// Goes through shared memory so that reads and writes are rows both. With a pitch of 32 words the 32 words of
// a column lie in one bank, so reading a column is a 32-way bank conflict; a pitch of 33 gives each its own
// bank.
template <unsigned Pitch>
__device__ void transpose_through_tile(const float* in, float* out, unsigned n) {
  __shared__ float tile[kTile][Pitch];
  unsigned x = blockIdx.x * kTile + threadIdx.x;
  unsigned y = blockIdx.y * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_conflict(const float* in, float* out, unsigned n) {
  transpose_through_tile<kTile>(in, out, n);
}

__global__ void transpose_padded(const float* in, float* out, unsigned n) {
  transpose_through_tile<kTile + 1>(in, out, n);
}

// A column without conflicts and without padding: the column of each element is swizzled with its row.
__global__ void transpose_swizzle(const float* in, float* out, unsigned n) {
  __shared__ float tile[kTile][kTile];
  unsigned x = blockIdx.x * kTile + threadIdx.x;
  unsigned y = blockIdx.y * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows) {
    tile[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)] = in[(y + j) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (unsigned j = 0; j < kTile; j += kRows) {
    out[(y + j) * n + x] = tile[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x];
  }
}

using Kernel = void (*)(const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  HostArray (*fill)(std::size_t, std::size_t);
};

constexpr Variant kVariants[] = {{"naive", transpose_naive, input_sequence},
                                 {"conflict", transpose_conflict, input_sequence},
                                 {"padded", transpose_padded, input_sequence},
                                 {"swizzle", transpose_swizzle, coarse_sequence}};

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t n = self.size;
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) out[x * n + y] = in[0][y * n + x];
  }
}

}  // namespace

void add_transpose(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t n : {256, 512, 1024, 4096}) {
      Case c{.family = "transpose", .variant = variant.name, .size = n};
      c.large = n > 1024;
      c.function = "transpose_" + c.variant;
      const auto tiles = static_cast<unsigned>(n / kTile);
      c.grid = dim3(tiles, tiles);
      c.block = dim3(kTile, kRows);
      c.inputs = {n * n};
      c.fill = variant.fill;
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
