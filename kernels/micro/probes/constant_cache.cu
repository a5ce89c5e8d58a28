// Constant caches: time of each LDC of a walk through constant memory, warm and cold.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kWords = 16384;
__constant__ uint32_t table[kWords];  // all 0

// Every access waits for the one before. Two passes: what the first misses the second finds, if it fits.
__global__ void walk_constant(uint32_t step, uint32_t count, uint32_t* times) {
  __shared__ uint32_t noted[2][1024];
  uint32_t value = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    uint32_t at = threadIdx.x;
    for (uint32_t i = 0; i < count; ++i) {
      value = table[(at + value) & (kWords - 1)];
      noted[pass][i] = clock_after(value);
      at += step;
    }
  }
  for (int pass = 0; pass < 2; ++pass)
    for (uint32_t i = 0; i < count; ++i) times[pass * count + i] = noted[pass][i];
}

// Mean of dependent loads, without clocks in between.
__global__ void chain_constant(uint32_t start, uint32_t* times) {
  uint32_t at = start;
  uint32_t begin = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    begin = clock_low();
#pragma unroll 16
    for (int i = 0; i < 256; ++i) asm volatile("ld.const.u32 %0, [%0];" : "+r"(at));
    end = clock_low();
  }
  times[0] = end - begin + (at == 99);
}

// Cold, because the profiler empties all caches before it.
__global__ void probed_walk_constant(uint32_t step, uint32_t count, uint32_t* times) {
  __shared__ uint32_t noted[1024];
  uint32_t value = 0, at = threadIdx.x;
  for (uint32_t i = 0; i < count; ++i) {
    value = table[(at + value) & (kWords - 1)];
    noted[i] = clock_after(value);
    at += step;
  }
  for (uint32_t i = 0; i < count; ++i) times[i] = noted[i];
}

// What each access took: the clocks after them, less the clock before. The first is lost.
std::vector<double> gaps(const std::vector<uint32_t>& ends) {
  std::vector<double> values;
  for (size_t i = 1; i < ends.size(); ++i) values.push_back(ends[i] - ends[i - 1]);
  return values;
}

void constant_cold(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(64 << 20));
  for (const uint32_t step : {1u, 16u, 64u}) {
    for (int repeat = 0; repeat < repeats(3); ++repeat) {
      const uint32_t count = std::min(kWords / step, 256u);
      output.launch("constant_cold", parameters("step_bytes", 4 * step));
      probed_walk_constant<<<1, 1>>>(step, count, times);
      output.series("constant_cold_walk", parameters("step_bytes", 4 * step), gaps(copy_back<uint32_t>(times, count)), "cycles");
    }
  }
}
const Register registered_cold("constant_cold", true, constant_cold);

void constant_cache(Output& output) {
  auto* times = static_cast<uint32_t*>(device_memory(64 << 20));
  for (const int flushed : {0, 1, 2}) {
    for (const uint32_t step : {1u, 8u, 16u, 64u}) {
      for (int repeat = 0; repeat < repeats(3); ++repeat) {
        if (flushed >= 1) flush_instruction_caches();
        if (flushed >= 2) flush_l2();
        const uint32_t count = std::min(kWords / step, 256u);
        walk_constant<<<1, 1>>>(step, count, times);
        output.series("constant_walk", parameters("flushed", flushed, "step_bytes", 4 * step, "passes", 2),
                      gaps(copy_back<uint32_t>(times, 2 * count)), "cycles");
      }
    }
  }
  {
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(); ++repeat) {
      chain_constant<<<1, 1>>>(0, times);
      check(cudaGetLastError(), "chaining constants");
      values.push_back(copy_back<uint32_t>(times, 1)[0] / 256.0);
    }
    output.result("constant_latency", parameters("bytes", 4), values, "cycles");
  }
  // Capacity: mean of a second pass by size.
  for (const uint32_t bytes : {512u, 1024u, 1536u, 2048u, 3072u, 4096u, 8192u, 16384u, 32768u, 49152u, 65536u}) {
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(); ++repeat) {
      const uint32_t count = bytes / 64;
      walk_constant<<<1, 1>>>(16, count, times);
      const auto host = copy_back<uint32_t>(times, 2 * count);
      values.push_back((host[2 * count - 1] - host[count]) / (count - 1.0));
    }
    output.result("constant_capacity", parameters("bytes", bytes, "step_bytes", 64), values, "cycles");
  }
}
const Register registered("constant_cache", false, constant_cache);

}  // namespace
}  // namespace warpglass::probes
