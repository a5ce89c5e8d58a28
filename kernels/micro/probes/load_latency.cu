// Latency of dependent loads by one thread: caches, HBM and address translation, by size of the working set.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

// Element i of the chain points to i * multiplier + increment, a cycle through all elements of a power of two.
__global__ void make_chain(char* data, uint64_t count, uint64_t stride, uint64_t multiplier, uint64_t increment) {
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < count; i += uint64_t{gridDim.x} * blockDim.x)
    *reinterpret_cast<char**>(data + i * stride) = data + (i * multiplier + increment) % count * stride;
}

__global__ void touch(const char* data, uint64_t lines, uint32_t* out) {
  uint32_t sum = 0;
  for (uint64_t i = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x; i < lines * 4; i += uint64_t{gridDim.x} * blockDim.x) {
    uint32_t value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(data + i * 32) : "memory");
    sum += value;
  }
  if (sum == 99) *out = 1;
}

constexpr int kNoted = 512;

template <bool kL1>
__device__ char* follow(char* at) {
  char* next;
  if (kL1)
    asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
  else
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
  return next;
}

// `warm` loads are not noted; then the clock is noted after each of 512 loads.
template <bool kL1>
__global__ void walk(char* at, uint32_t warm, uint32_t* cycles, uint32_t sm) {
  __shared__ uint32_t noted[kNoted];
  meet_all();
  if (sm_id() != sm) return;
  for (uint32_t i = 0; i < warm; ++i) at = follow<kL1>(at);
  for (int i = 0; i < kNoted; ++i) {
    at = follow<kL1>(at);
    noted[i] = clock_after(static_cast<uint32_t>(reinterpret_cast<uint64_t>(at) >> 1 & 1));
  }
  for (int i = 0; i < kNoted; ++i) cycles[i] = noted[i];
  if (at == nullptr) cycles[0] = 0;
}

// Mean over an uninterrupted dependent chain, without clocks in between.
template <bool kL1>
__global__ void walk_mean(char* at, uint32_t warm, uint32_t loads, uint32_t* cycles, uint32_t sm) {
  meet_all();
  if (sm_id() != sm) return;
  for (uint32_t i = 0; i < warm; ++i) at = follow<kL1>(at);
  const uint32_t start = clock_low();
#pragma unroll 8
  for (uint32_t i = 0; i < loads; ++i) at = follow<kL1>(at);
  cycles[0] = clock_low() - start + (at == nullptr);
}

// Chains write a word in every page of their region: a simulated device has the host's memory only.
uint64_t largest_region() {
  static const uint64_t bytes = [] {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "asking for the device");
    return static_cast<uint64_t>(device.totalGlobalMem) / 4;
  }();
  return bytes;
}

template <bool kL1>
void measure(Output& output, char* data, uint64_t bytes, uint64_t stride, bool cold, bool noted, uint32_t sm) {
  auto* cycles = reinterpret_cast<uint32_t*>(data);
  char* chain = data + (1 << 20);
  const uint64_t count = bytes / stride;
  if (bytes / std::max<uint64_t>(stride / 4096, 1) > largest_region()) return;
  // Small sets in order (a fixed step that is odd), large ones far apart.
  const uint64_t multiplier = count > 65536 ? 0x9e3779b1u * uint64_t{4} + 1 : 1;
  const uint64_t increment = count > 65536 ? 0x5bd1e995u : 1;
  make_chain<<<528, 256>>>(chain, count, stride, multiplier, increment);
  const auto warm = static_cast<uint32_t>(cold ? 0 : std::min<uint64_t>(count, 40000));
  const auto name = parameters("bytes", bytes, "stride", stride, "cache", kL1 ? "ca" : "cg", "cold", cold, "sm", sm);
  const uint32_t loads = static_cast<uint32_t>(std::min<uint64_t>(std::max<uint64_t>(count, 512), 4096));
  std::vector<double> means;
  for (int repeat = 0; repeat < repeats(noted ? 3 : 7); ++repeat) {
    if (cold) flush_l2();
    walk_mean<kL1><<<sm_count(), 1, kWholeSm>>>(chain + repeat * (cold ? 64 * stride : 0), warm, loads, cycles, sm);
    means.push_back(copy_back<uint32_t>(cycles, 1)[0] / static_cast<double>(loads));
  }
  output.result("load_latency", name, means, "cycles");
  if (!noted) return;
  if (cold) flush_l2();
  walk<kL1><<<sm_count(), 1, kWholeSm>>>(chain, warm, cycles, sm);
  const auto host = copy_back<uint32_t>(cycles, kNoted);
  std::vector<double> values;
  for (int i = 1; i < kNoted; ++i) values.push_back(host[i] - host[i - 1]);
  output.series("load_latency_each", name, values, "cycles");
}

void load_latency(Output& output) {
  allow_whole_sm(walk<true>);
  allow_whole_sm(walk<false>);
  allow_whole_sm(walk_mean<true>);
  allow_whole_sm(walk_mean<false>);
  char* data = nullptr;
  check(cudaMalloc(&data, (uint64_t{32} << 30) + (1 << 20)), "allocating 32 GB");
  constexpr uint64_t k = 1024, m = k * k, g = k * m;
  // L1 with 28 KB left beside 200 KB of shared memory: small sets hit.
  for (const uint64_t bytes : {1 * k, 4 * k, 16 * k, 32 * k}) measure<true>(output, data, bytes, 128, false, false, 0);
  measure<true>(output, data, 8 * k, 128, false, true, 0);
  for (const uint64_t bytes : {64 * k, 1 * m, 2 * m, 4 * m})
    measure<false>(output, data, bytes, 128, false, bytes == m, 0);
  for (const uint64_t bytes : {8 * m, 16 * m, 32 * m, 64 * m, 128 * m})
    measure<false>(output, data, bytes, 4 * k, false, bytes == 16 * m, 0);
  for (const uint64_t bytes : {32 * m, 128 * m, 512 * m, 2 * g, 8 * g, 32 * g})
    measure<false>(output, data, bytes, 4 * k, true, true, 0);
  // L2 capacity: all of the region is read by all SMs, then some of its lines by one.
  for (const uint64_t megabytes : {8, 16, 24, 28, 32, 40, 48, 56, 64, 96}) {
    char* chain = data + (1 << 20);
    const uint64_t count = megabytes * m / 128;
    const uint64_t power = uint64_t{1} << (63 - __builtin_clzll(count));  // the chain needs a power of two
    std::vector<double> means;
    make_chain<<<528, 256>>>(chain, power, megabytes * m / power / 128 * 128, 0x9e3779b1u * uint64_t{4} + 1, 0x5bd1e995u);
    for (int repeat = 0; repeat < repeats(7); ++repeat) {
      for (int pass = 0; pass < 3; ++pass) touch<<<528, 256>>>(chain, count, reinterpret_cast<uint32_t*>(data));
      walk_mean<false><<<sm_count(), 1, kWholeSm>>>(chain, 0, 4096, reinterpret_cast<uint32_t*>(data), 0);
      means.push_back(copy_back<uint32_t>(data, 1)[0] / 4096.0);
    }
    output.result("l2_capacity", parameters("megabytes", megabytes), means, "cycles");
  }
  // Address translation: few lines, far apart, all in L2.
  for (const uint64_t stride : {64 * k, 512 * k, 2 * m, 4 * m, 16 * m, 32 * m, 64 * m})
    for (const uint64_t count : {8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})
      if (stride * count <= 32 * g) measure<false>(output, data, stride * count, stride + 0, false, false, 0);
  check(cudaFree(data), "freeing memory");
}
const Register registered("load_latency", false, load_latency);

}  // namespace
}  // namespace warpglass::probes
