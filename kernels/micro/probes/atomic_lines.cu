// REDs of all SMs to few lines: does a slice of L2 serve another line while one is busy, how are lines spread over slices, and what
// do lanes cost that go to words at random?
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kEach = 128;  // REDs of a warp

// Warp w's i-th RED adds to line (w + i) % lines, whose lines are `stride` words apart.
__global__ void add_lines(uint32_t* data, uint32_t lines, uint32_t stride, uint32_t* times) {
  const uint32_t lane = threadIdx.x % 32;
  const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  meet_all();
  const uint32_t begin = clock_low();
#pragma unroll 4
  for (uint32_t i = 0; i < kEach; ++i)
    asm volatile("red.global.add.u32 [%0], 1;" ::"l"(data + ((warp + i) & (lines - 1)) * size_t{stride} + lane) : "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  const uint32_t end = clock_low();
  if (lane == 0) times[warp] = end - begin;
}

// Every lane adds to a word at random.
__global__ void add_random(uint32_t* data, uint32_t words, uint32_t* times) {
  const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  uint32_t state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345;
  meet_all();
  const uint32_t begin = clock_low();
#pragma unroll 4
  for (int i = 0; i < kEach; ++i) {
    state = state * 1664525 + 1013904223;
    asm volatile("red.global.add.u32 [%0], 1;" ::"l"(data + (state >> 8) % words) : "memory");
  }
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  const uint32_t end = clock_low();
  if (threadIdx.x % 32 == 0) times[warp] = end - begin;
}

template <class Launch>
std::vector<double> slowest_warp(Launch launch, const uint32_t* times, unsigned warps) {
  std::vector<double> all;
  for (int repeat = 0; repeat < repeats(4); ++repeat) {
    launch();
    const auto host = copy_back<uint32_t>(times, sm_count() * warps);
    if (repeat > 0) all.push_back(*std::max_element(host.begin(), host.end()));
  }
  return all;
}

void atomic_lines(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(256 << 20));
  uint32_t* data = times + (1 << 20);
  allow_whole_sm(add_lines);
  allow_whole_sm(add_random);
  for (const unsigned warps : {1u, 8u}) {
    if (simulated() && warps > 1) continue;
    for (const uint32_t stride : {32u, 128u, 256u, 1024u, 32768u}) {
      for (const uint32_t lines : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 256u, 1024u}) {
        if (lines == 1 && stride > 32) continue;
        const auto cycles = slowest_warp([&] { add_lines<<<sm_count(), warps * 32, kWholeSm>>>(data, lines, stride, times); }, times, warps);
        output.result("atomic_lines", parameters("warps", warps, "stride_bytes", 4 * stride, "lines", lines, "each", kEach), cycles, "cycles");
      }
    }
    for (const uint32_t words : {1u, 8u, 32u, 64u, 256u, 1024u, 4096u, 65536u, 1048576u}) {
      const auto cycles = slowest_warp([&] { add_random<<<sm_count(), warps * 32, kWholeSm>>>(data, words, times); }, times, warps);
      output.result("atomic_random", parameters("warps", warps, "words", words, "each", kEach), cycles, "cycles");
    }
  }
}
const Register registered("atomic_lines", false, atomic_lines);

}  // namespace
}  // namespace warpglass::probes
