// Histogram of 256 bins. The values are skewed, so that lanes of a warp often meet at the same bin.
#include "runner/case.h"

namespace warpglass::kernels {
namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kBins = 256;
constexpr unsigned kPerThread = 8;

// One atomic addition to global memory a value.
__global__ void histogram_global(const unsigned* values, unsigned* bins) {
  const unsigned start = blockIdx.x * kBlock * kPerThread + threadIdx.x;
  for (unsigned j = 0; j < kPerThread; ++j) atomicAdd(&bins[values[start + j * kBlock]], 1U);
}

// Each block counts in shared memory and adds its counts to global memory in the end.
__global__ void histogram_shared(const unsigned* values, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  counts[threadIdx.x] = 0;
  __syncthreads();
  const unsigned start = blockIdx.x * kBlock * kPerThread + threadIdx.x;
  for (unsigned j = 0; j < kPerThread; ++j) atomicAdd(&counts[values[start + j * kBlock]], 1U);
  __syncthreads();
  if (counts[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

// The first of the lanes with the same value adds for all of them.
__global__ void histogram_warp_aggregated(const unsigned* values, unsigned* bins) {
  const unsigned start = blockIdx.x * kBlock * kPerThread + threadIdx.x;
  for (unsigned j = 0; j < kPerThread; ++j) {
    const unsigned value = values[start + j * kBlock];
    const unsigned peers = __match_any_sync(0xffffffffU, value);
    const unsigned first = __ffs(static_cast<int>(peers)) - 1;
    if (threadIdx.x % 32 == first) atomicAdd(&bins[value], static_cast<unsigned>(__popc(peers)));
  }
}

static_assert(kBins == kBlock, "histogram_shared has one thread a bin");

HostArray skewed_values(std::size_t elements, std::size_t) {
  std::vector<std::uint32_t> values(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const std::uint32_t random = mix(static_cast<std::uint32_t>(i));
    values[i] = random & (random >> 8) & (kBins - 1);
  }
  return pack(values);
}

void reference(const Case&, const std::vector<HostArray>& in, HostArray& out) {
  std::vector<std::uint32_t> bins(kBins);
  for (const std::uint32_t value : unpack_integers(in[0])) ++bins[value];
  out = pack(bins);
}

using Kernel = void (*)(const unsigned*, unsigned*);

struct Variant {
  const char* name;
  Kernel kernel;
  std::vector<std::size_t> sizes;
};

}  // namespace

void add_histogram(std::vector<Case>& cases) {
  const Variant variants[] = {{"global", histogram_global, {65536}},
                              {"shared", histogram_shared, {65536, 524288, 33554432}},
                              {"warp_aggregated", histogram_warp_aggregated, {65536}}};
  for (const Variant& variant : variants) {
    for (const std::size_t n : variant.sizes) {
      Case c{.family = "histogram", .variant = variant.name, .size = n};
      c.large = n > 524288;
      c.function = "histogram_" + c.variant;
      c.grid = dim3(static_cast<unsigned>(n / (kBlock * kPerThread)));
      c.block = dim3(kBlock);
      c.inputs = {n};
      c.fill = skewed_values;
      c.output = kBins;
      c.accumulates = true;
      c.launch = [kernel = variant.kernel](const Case& self, const std::vector<const float*>& in,
                                           float* out) {
        kernel<<<self.grid, self.block>>>(reinterpret_cast<const unsigned*>(in[0]),
                                          reinterpret_cast<unsigned*>(out));
      };
      c.reference = reference;
      cases.push_back(c);
    }
  }
}

}  // namespace warpglass::kernels
