// Atomics on shared memory by how many lanes meet at a word, with and without result, and counts of one (ATOMS.POPC.INC).
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Kind { Add, AddOne, AddWithResult, Max };
constexpr const char* kNames[] = {"add", "add one", "add with result", "max"};
constexpr int kEach = 16;

template <Kind kind>
__device__ void update(uint32_t at, uint32_t value, uint32_t& sum) {
  if constexpr (kind == Kind::Add) asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
  if constexpr (kind == Kind::AddOne) asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(at) : "memory");
  if constexpr (kind == Kind::Max) asm volatile("red.shared.max.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
  if constexpr (kind == Kind::AddWithResult) {
    uint32_t old;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(at), "r"(value) : "memory");
    sum += old;
  }
}

// `together` lanes meet at a word; words are in banks of their own, or `stride` words apart. `random`: words at random of 256.
template <Kind kind>
__global__ void meet_in_shared(uint32_t together, uint32_t stride, bool random, int rounds, uint32_t* cycles) {
  __shared__ uint32_t words[4096];
  const uint32_t lane = threadIdx.x % 32;
  for (uint32_t i = threadIdx.x; i < 4096; i += blockDim.x) words[i] = 0;
  uint32_t at[kEach];
#pragma unroll
  for (int j = 0; j < kEach; ++j) {
    uint32_t index = (lane / together * stride + 32 * j) % 4096;
    if (random) {
      uint32_t h = (threadIdx.x * kEach + j) * 0x9e3779b1u;
      h ^= h >> 15;
      h *= 0x85ebca6bu;
      index = (h ^ h >> 13) & 255;
    }
    at[j] = static_cast<uint32_t>(__cvta_generic_to_shared(words + index));
  }
  uint64_t start = 0, end = 0;
  uint32_t sum = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = clock_long();
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
      for (int j = 0; j < kEach; ++j) update<kind>(at[j], lane + 1, sum);
    }
    __syncthreads();
    end = clock_long();
  }
  if (sum == 99) cycles[100] = 1;
  if (lane == 0) cycles[threadIdx.x / 32] = static_cast<uint32_t>(end - start);
}

template <Kind kind>
void measure(Output& output) {
  auto* cycles = static_cast<uint32_t*>(device_memory(1 << 20));
  constexpr int kRounds = 8;
  struct Pattern {
    uint32_t together, stride;
    bool random;
  };
  for (const Pattern pattern : {Pattern{1, 1, false}, {2, 1, false}, {4, 1, false}, {8, 1, false}, {16, 1, false}, {32, 1, false}, {1, 2, false}, {2, 2, false},
                                {1, 8, false}, {4, 8, false}, {1, 32, false}, {2, 32, false}, {1, 1, true}}) {
    for (const unsigned warps : {1u, 4u, 8u, 32u}) {
      std::vector<double> values;
      for (int repeat = 0; repeat < repeats(9); ++repeat) {
        meet_in_shared<kind><<<1, 32 * warps>>>(pattern.together, pattern.stride, pattern.random, kRounds, cycles);
        check(cudaGetLastError(), "adding in shared memory");
        double most = 0;
        for (const uint32_t value : copy_back<uint32_t>(cycles, warps)) most = std::max(most, static_cast<double>(value));
        values.push_back(most / (kRounds * kEach * warps));
      }
      output.result("shared_atomics", parameters("what", kNames[static_cast<int>(kind)], "together", pattern.together, "stride", pattern.stride,
                    "random", pattern.random, "warps", warps), values, "cycles per warp atomic of an SM");
    }
  }
}

void shared_atomics(Output& output) {
  measure<Kind::Add>(output);
  measure<Kind::AddOne>(output);
  measure<Kind::AddWithResult>(output);
  measure<Kind::Max>(output);
}
const Register registered("shared_atomics", false, shared_atomics);

}  // namespace
}  // namespace warpglass::probes
