// What warps wait for in a launch that finds all caches empty: for loads, and for the code behind them, by how much all SMs load at once.
// Under the profiler, which empties the caches before each launch, and without it, behind a kernel that pushes all lines out of L2 and
// one that pushes all code out of the SMs.
#include <map>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr unsigned kThreads = 256;

// Clocks of a warp: when it starts, when its loads are issued, when it has passed the code, when the first and the last load is there.
struct Times {
  uint32_t sm, start, issued, passed, first, last;
};

// Loads of 16 B a thread, then lines of code, each of eight instructions, then the wait for what was loaded.
template <int kLoads, int kLines>
__global__ void probed_cold(const uint4* data, float b, Times* times) {
  __shared__ uint32_t noted[kThreads / 32];
  const uint32_t start = clock_low();
  const size_t at = blockIdx.x * size_t{kThreads * (kLoads == 0 ? 1 : kLoads)} + threadIdx.x;
  uint4 v[kLoads == 0 ? 1 : kLoads] = {};
#pragma unroll
  for (int k = 0; k < kLoads; ++k)
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v[k].x), "=r"(v[k].y), "=r"(v[k].z), "=r"(v[k].w) : "l"(data + at + k * kThreads) : "memory");
  const uint32_t issued = clock_low();
  const auto to = static_cast<uint32_t>(__cvta_generic_to_shared(noted)) + threadIdx.x / 32 * 4;
  float a[4] = {b, b + 1, b + 2, b + 3};
#pragma unroll
  for (int i = 0; i < kLines; ++i) {
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(to), "r"(clock_low()) : "memory");
#pragma unroll
    for (int j = 0; j < 6; ++j) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(a[(i * 6 + j) % 4]) : "f"(b));
  }
  const uint32_t passed = clock_low();
  const uint32_t first = clock_when(v[0].x + v[0].y + v[0].z + v[0].w);
  uint32_t sum = 0;
#pragma unroll
  for (const uint4& each : v) sum += each.x + each.y + each.z + each.w;
  const uint32_t last = clock_when(sum);
  if (threadIdx.x % 32 == 0) times[(blockIdx.x * kThreads + threadIdx.x) / 32] = {sm_id(), start, issued, passed, first, last};
  if (a[0] + a[1] + a[2] + a[3] == 99.0f) times[0].sm = noted[0];
}

template <int kLoads, int kLines>
void measure(Output& output, bool profiled, unsigned blocks_per_sm) {
  const unsigned blocks = sm_count() * blocks_per_sm;
  constexpr size_t kRegion = 64 << 20;  // each launch reads another one
  static unsigned region = 0;
  char* memory = static_cast<char*>(device_memory(16 * kRegion + (1 << 20)));
  auto* times = reinterpret_cast<Times*>(memory + 16 * kRegion);
  std::map<std::string, std::vector<double>> results;
  for (int repeat = 0; repeat < (simulated() ? 1 : repeats(profiled ? 5 : 21)); ++repeat) {
    const auto* data = reinterpret_cast<const uint4*>(memory + region++ % 15 * kRegion);
    if (!profiled) {
      flush_l2();
      read_through(memory + 12 * kRegion, size_t{simulated() ? 64u : 256u} << 20);
      flush_instruction_caches();
    } else {
      output.launch("cold_launch_times", parameters("loads", kLoads, "lines", kLines, "blocks_per_sm", blocks_per_sm));
    }
    probed_cold<kLoads, kLines><<<blocks, kThreads>>>(data, 0.5f, times);
    const auto host = copy_back<Times>(times, size_t{blocks} * kThreads / 32);
    std::map<uint32_t, std::pair<uint32_t, uint32_t>> spans;
    double issue = 0, code = 0, first = 0, last = 0;
    for (const Times& t : host) {
      issue += t.issued - t.start;
      code += t.passed - t.issued;
      first += t.first - t.issued;
      last += t.last - t.issued;
      auto& [begin, end] = spans.try_emplace(t.sm, t.start, t.last).first->second;
      if (static_cast<int32_t>(t.start - begin) < 0) begin = t.start;
      if (static_cast<int32_t>(t.last - end) > 0) end = t.last;
    }
    const auto warps = static_cast<double>(host.size());
    double span = 0;
    for (const auto& [sm, times_of_sm] : spans) span += times_of_sm.second - times_of_sm.first;
    results["loads are issued"].push_back(issue / warps);
    results["code is passed"].push_back(code / warps);
    if (kLoads > 0) results["first load"].push_back(first / warps);
    if (kLoads > 0) results["last load"].push_back(last / warps);
    results["first warp to last"].push_back(span / static_cast<double>(spans.size()));
  }
  for (const auto& [what, values] : results)
    output.result("cold_launch", parameters("caches", profiled ? "emptied" : "pushed out", "loads", kLoads, "lines", kLines, "blocks_per_sm", blocks_per_sm, "what", what), values, "cycles");
}

template <int kLoads>
void measure_lines(Output& output, bool profiled) {
  for (const unsigned blocks : {1u, 4u, 8u}) {
    measure<kLoads, 0>(output, profiled, blocks);
    measure<kLoads, 8>(output, profiled, blocks);
    measure<kLoads, 32>(output, profiled, blocks);
  }
}

void measure_all(Output& output, bool profiled) {
  measure_lines<0>(output, profiled);
  measure_lines<1>(output, profiled);
  measure_lines<4>(output, profiled);
  measure_lines<8>(output, profiled);
}
void cold_launch(Output& output) { measure_all(output, false); }
void cold_launch_times(Output& output) { measure_all(output, true); }
const Register registered("cold_launch", false, cold_launch);
const Register registered_profiled("cold_launch_times", true, cold_launch_times);

}  // namespace
}  // namespace warpglass::probes
