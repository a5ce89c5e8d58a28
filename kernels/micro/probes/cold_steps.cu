// What the first accesses of a launch take, one after the other: lines of each SM's own or common to all, in pages that this launch has used
// before or not. Under the profiler, which empties the caches before each launch, and behind kernels that push everything out of them.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr unsigned kWarps = 8, kMostSteps = 8;
constexpr size_t kPage = size_t{64} << 20;  // far enough for pages of any size in use

struct Step {
  const char* what;
  unsigned page;
  unsigned lines;  // of each warp
  bool common;     // to all SMs
};
// Each step's lines are others than those before.
__host__ __device__ constexpr Step step_of(unsigned number) {
  constexpr Step steps[kMostSteps] = {
      {"own line, first of its page", 0, 1, false},      {"own line of the same page", 0, 1, false},
      {"own line, first of a second page", 1, 1, false}, {"common lines, first of a third page", 2, 4, true},
      {"common lines of the same page", 2, 4, true},     {"common lines, first of a fourth page", 3, 4, true},
      {"own lines of the first page", 0, 4, false},      {"own lines of the second page", 1, 4, false},
  };
  return steps[number];
}

template <unsigned kLines>
__device__ uint32_t load(const uint32_t* at) {
  uint32_t sum = 0, v[kLines];
#pragma unroll
  for (unsigned k = 0; k < kLines; ++k) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[k]) : "l"(at + k * 32) : "memory");
#pragma unroll
  for (const uint32_t each : v) sum += each;
  return sum;
}

__global__ void probed_steps(const char* data, uint32_t* times) {
  const unsigned warp = threadIdx.x / 32;
  uint32_t zero = 0, noted[kMostSteps + 1];
  noted[0] = clock_when(zero);
#pragma unroll
  for (unsigned s = 0; s < kMostSteps; ++s) {
    const Step step = step_of(s);
    const unsigned worker = step.common ? warp : blockIdx.x * kWarps + warp;
    const char* at = data + step.page * kPage + s * (kPage / 64) + (size_t{worker} * 4 * 32 + threadIdx.x % 32 + zero) * 4;
    zero = step.lines == 1 ? load<1>(reinterpret_cast<const uint32_t*>(at)) : load<4>(reinterpret_cast<const uint32_t*>(at));
    noted[s + 1] = clock_when(zero);
  }
  if (threadIdx.x % 32 != 0) return;
  for (unsigned s = 0; s < kMostSteps; ++s) times[(blockIdx.x * kWarps + warp) * kMostSteps + s] = noted[s + 1] - noted[s];
}

void measure(Output& output, bool profiled) {
  char* memory = static_cast<char*>(device_memory(16 * kPage + (1 << 20)));
  auto* times = reinterpret_cast<uint32_t*>(memory + 16 * kPage);
  std::vector<double> means[kMostSteps];
  for (int repeat = 0; repeat < repeats(profiled ? 9 : 21); ++repeat) {
    if (profiled) {
      output.launch("cold_steps_profiled", parameters("warps", kWarps));
    } else {
      flush_l2();
      read_through(memory + 12 * kPage, size_t{simulated() ? 64u : 256u} << 20);
      flush_instruction_caches();
    }
    probed_steps<<<sm_count(), 32 * kWarps>>>(memory + repeat % 2 * 4 * kPage, times);
    const auto host = copy_back<uint32_t>(times, size_t{sm_count()} * kWarps * kMostSteps);
    for (unsigned s = 0; s < kMostSteps; ++s) {
      double sum = 0;
      for (size_t i = s; i < host.size(); i += kMostSteps) sum += host[i];
      means[s].push_back(sum / (sm_count() * kWarps));
    }
  }
  for (unsigned s = 0; s < kMostSteps; ++s)
    output.result("cold_steps", parameters("caches", profiled ? "emptied" : "pushed out", "step", s, "what", step_of(s).what), means[s], "cycles");
}

void cold_steps(Output& output) { measure(output, false); }
void cold_steps_profiled(Output& output) { measure(output, true); }
const Register registered("cold_steps", false, cold_steps);
const Register registered_profiled("cold_steps_profiled", true, cold_steps_profiled);

}  // namespace
}  // namespace warpglass::probes
