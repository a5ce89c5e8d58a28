// Whether the channels of HBM refresh together: cold loads of one warp to 1 … 32 lines in different places. Each line waits for
// a refresh with a chance of about a tenth; the warp waits for the last one.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr uint64_t kRegion = uint64_t{16} << 30;
constexpr int kNoted = 512;

__global__ void cold_lanes(const char* data, uint64_t lines, uint32_t lanes, uint64_t first, uint32_t* cycles) {
  __shared__ uint32_t noted[kNoted + 1];
  uint32_t value = 0;
  noted[0] = clock_low();
#pragma unroll 1
  for (int i = 0; i < kNoted; ++i) {
    uint64_t h = (first + static_cast<uint64_t>(i) * 32 + threadIdx.x) * 0x9e3779b97f4a7c15ull + value;
    h ^= h >> 29;
    const char* at = data + h % lines * 128;
    if (threadIdx.x < lanes) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    noted[i + 1] = clock_after(value);
  }
  for (int i = threadIdx.x; i <= kNoted; i += 32) cycles[i] = noted[i];
}

// Two lines `distance` apart: they wait for the same refresh if they are in the same channel.
__global__ void cold_pairs(const char* data, uint64_t lines, uint64_t distance, uint64_t first, uint32_t* cycles) {
  __shared__ uint32_t noted[kNoted + 1];
  uint32_t value = 0;
  noted[0] = clock_low();
#pragma unroll 1
  for (int i = 0; i < kNoted; ++i) {
    uint64_t h = (first + static_cast<uint64_t>(i) * 32) * 0x9e3779b97f4a7c15ull + value;
    h ^= h >> 29;
    const char* at = data + ((h % lines * 128) ^ (threadIdx.x * distance));
    if (threadIdx.x < 2) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    noted[i + 1] = clock_after(value);
  }
  for (int i = threadIdx.x; i <= kNoted; i += 32) cycles[i] = noted[i];
}

void refresh(Output& output) {
  char* data = static_cast<char*>(device_memory(kRegion));
  auto* cycles = reinterpret_cast<uint32_t*>(data);
  const char* lines = data + (1 << 20);
  uint64_t first = 1;
  for (const uint32_t lanes : {1u, 2u, 4u, 8u, 16u, 32u}) {
    std::vector<double> gaps;
    for (int repeat = 0; repeat < repeats(4); ++repeat, first += kNoted * 32) {
      cold_lanes<<<1, 32>>>(lines, (kRegion >> 7) - (1 << 14), lanes, first, cycles);
      const auto host = copy_back<uint32_t>(cycles, kNoted + 1);
      for (int i = 2; i <= kNoted; ++i) gaps.push_back(host[i] - host[i - 1]);
    }
    output.series("refresh", parameters("lanes", lanes), gaps, "cycles");
  }
  for (uint64_t distance = 64; distance <= (1 << 22); distance *= 2) {
    std::vector<double> gaps;
    for (int repeat = 0; repeat < repeats(4); ++repeat, first += kNoted * 32) {
      cold_pairs<<<1, 32>>>(data + (uint64_t{1} << 30), uint64_t{15} << 23, distance, first, cycles);
      const auto host = copy_back<uint32_t>(cycles, kNoted + 1);
      for (int i = 2; i <= kNoted; ++i) gaps.push_back(host[i] - host[i - 1]);
    }
    output.series("refresh_pairs", parameters("distance", distance), gaps, "cycles");
  }
}
const Register registered("refresh", false, refresh);

}  // namespace
}  // namespace warpglass::probes
