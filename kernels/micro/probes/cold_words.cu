// What warps wait for in a launch whose words no cache has: loads of 4 bytes, by how far those of neighbouring threads are apart, and what
// the warp does with them.
#include <map>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr unsigned kThreads = 256;

struct Times {
  uint32_t sm, start, issued, first, last;
};

// Each thread loads kLoads words: words of its own structure of kBytes, or, with kBytes 4, of as many arrays.
template <int kLoads, int kBytes>
__global__ void load_words(const char* data, size_t array, bool stores, uint32_t* out, Times* times) {
  const uint32_t start = clock_low();
  const size_t thread = blockIdx.x * size_t{kThreads} + threadIdx.x;
  const char* at = data + thread * kBytes;
  uint32_t v[kLoads];
#pragma unroll
  for (int k = 0; k < kLoads; ++k) asm volatile("ld.global.u32 %0, [%1];" : "=r"(v[k]) : "l"(at + (kBytes == 4 ? k * array : k * size_t{4})) : "memory");
  const uint32_t issued = clock_low();
  const uint32_t first = clock_when(v[0]);
  uint32_t sum = 0;
#pragma unroll
  for (const uint32_t each : v) sum += each;
  const uint32_t last = clock_when(sum);
  if (stores) out[thread] = sum;
  if (threadIdx.x % 32 == 0) times[thread / 32] = {sm_id(), start, issued, first, last};
}

template <int kLoads, int kBytes>
void measure(Output& output, unsigned blocks_per_sm, bool stores) {
  const unsigned blocks = sm_count() * blocks_per_sm;
  constexpr size_t kRegion = 64 << 20;
  static unsigned region = 0;
  char* memory = static_cast<char*>(device_memory(16 * kRegion + (1 << 20)));
  auto* times = reinterpret_cast<Times*>(memory + 16 * kRegion);
  std::map<std::string, std::vector<double>> results;
  for (int repeat = 0; repeat < (simulated() ? 1 : repeats()); ++repeat) {
    char* data = memory + region++ % 12 * kRegion;
    flush_l2();
    read_through(memory + 12 * kRegion, size_t{simulated() ? 64u : 256u} << 20);
    load_words<kLoads, kBytes><<<blocks, kThreads>>>(data, 4 << 20, stores, reinterpret_cast<uint32_t*>(data + kRegion / 2), times);
    const auto host = copy_back<Times>(times, size_t{blocks} * kThreads / 32);
    std::map<uint32_t, std::pair<uint32_t, uint32_t>> spans;
    double issue = 0, first = 0, last = 0;
    for (const Times& t : host) {
      issue += t.issued - t.start;
      first += t.first - t.issued;
      last += t.last - t.issued;
      auto& [begin, end] = spans.try_emplace(t.sm, t.start, t.last).first->second;
      if (static_cast<int32_t>(t.start - begin) < 0) begin = t.start;
      if (static_cast<int32_t>(t.last - end) > 0) end = t.last;
    }
    const auto warps = static_cast<double>(host.size());
    double span = 0;
    for (const auto& [sm, begin_end] : spans) span += begin_end.second - begin_end.first;
    results["loads are issued"].push_back(issue / warps);
    results["first load"].push_back(first / warps);
    results["last load"].push_back(last / warps);
    results["first warp to last"].push_back(span / static_cast<double>(spans.size()));
  }
  for (const auto& [what, values] : results)
    output.result("cold_words", parameters("loads", kLoads, "bytes_apart", kBytes, "blocks_per_sm", blocks_per_sm, "stores", int{stores}, "what", what), values, "cycles");
}

void cold_words(Output& output) {
  for (const bool stores : {false, true}) {
    for (const unsigned blocks : {1u, 4u, 8u}) {
      measure<1, 4>(output, blocks, stores);
      measure<2, 4>(output, blocks, stores);
      measure<8, 4>(output, blocks, stores);
      measure<1, 32>(output, blocks, stores);
      measure<6, 32>(output, blocks, stores);
      measure<1, 128>(output, blocks, stores);
      measure<6, 128>(output, blocks, stores);
    }
  }
}
const Register registered("cold_words", false, cold_words);

}  // namespace
}  // namespace warpglass::probes
