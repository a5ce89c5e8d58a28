// Rate of stores by pattern and by the SMs that store: words of a full line, full sectors, one word per sector, line, 4 KB.
#include "micro/probes/sm_groups.h"

namespace warpglass::probes {
namespace {

struct Pattern {
  const char* name;
  uint32_t lane_stride;  // bytes between groups of lanes
  uint32_t group;        // lanes that are neighbours, 4 bytes apart
  bool add = false;      // adds atomically instead of storing
};
constexpr Pattern kPatterns[] = {
    {"full_line", 32, 8},       {"half_line", 128, 16},    {"sector_per_line", 128, 8},
    {"word_per_sector", 32, 1}, {"word_per_line", 128, 1}, {"word_per_4k", 4096, 1},
    {"half_sector_per_line", 128, 4}, {"two_words_per_sector", 32, 2},
    {"add_full_line", 32, 8, true}, {"add_word_per_line", 128, 1, true}, {"add_one_word", 0, 1, true}};

// Each warp of a chosen SM stores `rounds` times; `mask` keeps addresses within the region.
__global__ void store(char* data, uint64_t mask, uint32_t lane_stride, uint32_t group, uint32_t step, int rounds, bool add, SmSet set,
                      uint32_t sms, uint32_t* counter, uint64_t* times) {
  meet_all();
  const uint32_t sm = sm_id();
  if (!set.has(sm)) return;
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const uint64_t within = uint64_t{lane / group} * lane_stride + lane % group * 4;
  __shared__ uint32_t rank;
  if (threadIdx.x == 0) rank = atomicAdd(counter + 1, 1);
  meet(counter, sms);
  uint64_t turn = rank * warps + warp;
  const uint64_t turns = uint64_t{sms} * warps;
  const uint64_t start = clock_long();
  for (int i = 0; i < rounds; i += 4) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      // A round's requests of one warp follow one another `step` bytes apart.
      char* at = data + ((turn * step + within) & mask);
      if (add)
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(i + j) : "memory");
      else
        asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(i + j) : "memory");
      turn += turns;
    }
  }
  __syncthreads();
  const uint64_t issued = clock_long();
  __threadfence();
  __syncthreads();
  const uint64_t end = clock_long();
  if (threadIdx.x == 0) {
    times[sm * 2] = issued - start;
    times[sm * 2 + 1] = end - start;
  }
}

void store_rate(Output& output) {
  allow_whole_sm(store);
  char* data = static_cast<char*>(device_memory(size_t{1} << 30));
  auto* counter = reinterpret_cast<uint32_t*>(data);
  auto* times = reinterpret_cast<uint64_t*>(data + 4096);
  char* region = data + (size_t{256} << 20);
  for (const Pattern& pattern : kPatterns) {
    for (const SmGroup& group : sm_groups()) {
      const int rounds = pattern.add ? 32 : 256;
      // Words in the same 4 KB page area: the next request starts where the pattern leaves off, or 4 bytes on for 4 KB strides.
      const uint32_t bytes = (32 / pattern.group) * pattern.lane_stride;
      const uint32_t step = pattern.lane_stride == 4096 ? 32 : bytes;
      const uint64_t mask = (uint64_t{16} << 20) - 1;
      std::vector<double> issue, all;
      for (int repeat = 0; repeat < repeats(9); ++repeat) {
        check(cudaMemset(data, 0, 8192), "clearing");
        store<<<sm_count(), 1024, kWholeSm>>>(region, mask, pattern.lane_stride, pattern.group, step, rounds, pattern.add, group.set,
                                              group.count, counter, times);
        check(cudaGetLastError(), "storing");
        double most_issue = 0, most = 0;
        const auto host = copy_back<uint64_t>(times, sm_count() * 2);
        for (size_t i = 0; i < host.size(); i += 2) {
          most_issue = std::max(most_issue, static_cast<double>(host[i]));
          most = std::max(most, static_cast<double>(host[i + 1]));
        }
        const double requests = 32.0 * rounds;  // warp instructions of one SM
        issue.push_back(most_issue / requests);
        all.push_back(most / requests);
      }
      const auto name = parameters("pattern", pattern.name, "group", group.name, "sms", group.count, "region_mb", 16);
      output.result("store_rate", name, all, "cycles per warp store of an SM");
      output.result("store_issue", name, issue, "cycles per warp store of an SM");
    }
  }
}
const Register registered("store_rate", false, store_rate);

}  // namespace
}  // namespace warpglass::probes
