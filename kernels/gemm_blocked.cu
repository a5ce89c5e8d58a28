// Single-precision matrix product with several output elements a thread, so that each value read from shared
// memory is used more than once. 256 threads a block.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kThreadsAcross = 16;
constexpr unsigned kThreads = kThreadsAcross * kThreadsAcross;

// One step's part of both operands: `Depth` of the rows of B, and as many columns of A, which lie here as
// rows.
template <unsigned Tile, unsigned Depth>
struct alignas(16) Operands {
  static_assert(Tile * Depth / 4 == kThreads, "each thread brings one float4 of either operand");
  float a[Depth][Tile + 4];  // the padding spreads the columns that are written over the banks
  float b[Depth][Tile];
};

struct Loaded {
  float4 a;
  float4 b;
};

template <unsigned Tile, unsigned Depth>
__device__ Loaded load(const float* a, const float* b, unsigned n, unsigned start) {
  const unsigned t = threadIdx.x;
  const unsigned row = blockIdx.y * Tile + t / (Depth / 4);
  const unsigned column = blockIdx.x * Tile + t % (Tile / 4) * 4;
  return {*reinterpret_cast<const float4*>(&a[row * n + start + t % (Depth / 4) * 4]),
          *reinterpret_cast<const float4*>(&b[(start + t / (Tile / 4)) * n + column])};
}

template <unsigned Tile, unsigned Depth>
__device__ void store(Operands<Tile, Depth>& to, const Loaded& from) {
  const unsigned t = threadIdx.x;
  const unsigned row = t / (Depth / 4);
  const unsigned k = t % (Depth / 4) * 4;
  to.a[k][row] = from.a.x;
  to.a[k + 1][row] = from.a.y;
  to.a[k + 2][row] = from.a.z;
  to.a[k + 3][row] = from.a.w;
  *reinterpret_cast<float4*>(&to.b[t / (Tile / 4)][t % (Tile / 4) * 4]) = from.b;
}

template <unsigned Tile, unsigned Depth, unsigned Block = Tile / kThreadsAcross>
__device__ void multiply(const Operands<Tile, Depth>& tiles, float (&sum)[Block][Block]) {
  const unsigned x = threadIdx.x % kThreadsAcross * Block;
  const unsigned y = threadIdx.x / kThreadsAcross * Block;
#pragma unroll
  for (unsigned k = 0; k < Depth; ++k) {
    float a[Block];
    float b[Block];
    for (unsigned i = 0; i < Block; ++i) a[i] = tiles.a[k][y + i];
    for (unsigned i = 0; i < Block; ++i) b[i] = tiles.b[k][x + i];
    for (unsigned i = 0; i < Block; ++i) {
      for (unsigned j = 0; j < Block; ++j) sum[i][j] += a[i] * b[j];
    }
  }
}

template <unsigned Tile, unsigned Block = Tile / kThreadsAcross>
__device__ void write(float* c, unsigned n, const float (&sum)[Block][Block]) {
  const unsigned x = blockIdx.x * Tile + threadIdx.x % kThreadsAcross * Block;
  const unsigned y = blockIdx.y * Tile + threadIdx.x / kThreadsAcross * Block;
  struct alignas(sizeof(float) * Block) Row {
    float value[Block];
  };
  for (unsigned i = 0; i < Block; ++i) {
    Row row;
    for (unsigned j = 0; j < Block; ++j) row.value[j] = sum[i][j];
    *reinterpret_cast<Row*>(&c[(y + i) * n + x]) = row;
  }
}

// 4x4 elements a thread, all accesses to global and shared memory but the transposing stores 128 bits wide.
__global__ void gemm_vectorized(const float* a, const float* b, float* c, unsigned n) {
  constexpr unsigned kTile = 64;
  constexpr unsigned kDepth = 16;
  __shared__ Operands<kTile, kDepth> tiles;
  float sum[4][4] = {};
  for (unsigned start = 0; start < n; start += kDepth) {
    store(tiles, load<kTile, kDepth>(a, b, n, start));
    __syncthreads();
    multiply(tiles, sum);
    __syncthreads();
  }
  write<kTile>(c, n, sum);
}

// The next tiles are on their way while the present ones are multiplied, and one barrier a step is enough.
__global__ void gemm_double_buffer(const float* a, const float* b, float* c, unsigned n) {
  constexpr unsigned kTile = 32;
  constexpr unsigned kDepth = 32;
  __shared__ Operands<kTile, kDepth> tiles[2];
  float sum[2][2] = {};
  store(tiles[0], load<kTile, kDepth>(a, b, n, 0));
  __syncthreads();
  unsigned current = 0;
  for (unsigned start = kDepth; start < n; start += kDepth) {
    const Loaded next = load<kTile, kDepth>(a, b, n, start);
    multiply(tiles[current], sum);
    current ^= 1;
    store(tiles[current], next);
    __syncthreads();
  }
  multiply(tiles[current], sum);
  write<kTile>(c, n, sum);
}

using Kernel = void (*)(const float*, const float*, float*, unsigned);

struct Variant {
  const char* name;
  Kernel kernel;
  unsigned tile;
};

constexpr Variant kVariants[] = {{"vectorized", gemm_vectorized, 64},
                                 {"double_buffer", gemm_double_buffer, 32}};

void reference(const Case& self, const std::vector<HostArray>& in, HostArray& out) {
  const std::size_t n = self.size;
  for (std::size_t y = 0; y < n; ++y) {
    std::vector<double> row(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t x = 0; x < n; ++x) row[x] += static_cast<double>(in[0][y * n + k]) * in[1][k * n + x];
    }
    for (std::size_t x = 0; x < n; ++x) out[y * n + x] = static_cast<float>(row[x]);
  }
}

}  // namespace

void add_gemm_blocked(std::vector<Case>& cases) {
  for (const Variant& variant : kVariants) {
    for (const std::size_t n : {128, 256, 384}) {
      Case c{.family = "gemm", .variant = variant.name, .size = n};
      c.function = "gemm_" + c.variant;
      const auto blocks = static_cast<unsigned>(n / variant.tile);
      c.grid = dim3(blocks, blocks);
      c.block = dim3(kThreads);
      c.inputs = {n * n, n * n};
      c.fill = coarse_sequence;
      c.output = n * n;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(in[0], in[1], out, static_cast<unsigned>(self.size));
      };
      c.reference = reference;
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
