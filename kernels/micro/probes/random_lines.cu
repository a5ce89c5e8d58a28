// Lines read at random from HBM, each once, by the size of the region that they are in: what opening rows costs, apart from what
// translating addresses adds in large regions.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr unsigned kLargestBits = 26;  // lines of the largest region: 8 GB

// A bijection of numbers of `bits` bits that leaves no pattern.
__device__ uint32_t scattered(uint32_t x, uint32_t bits) {
  const uint32_t mask = (1u << bits) - 1;
  for (int round = 0; round < 3; ++round) {
    x ^= x >> (bits / 2 + 1);
    x = x * 0x9e3779b1u & mask;
  }
  return x ^ x >> (bits / 2);
}

// Threads of the grid read `each` words of lines each, in turn; `in_order`: line by line instead of at random.
template <int kEach>
__global__ void read_lines(const char* data, uint32_t bits, uint32_t lanes_a_line, bool in_order, uint32_t* times) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const char* at[kEach];
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const uint32_t number = (i * threads + thread) / lanes_a_line;
    at[i] = data + size_t{in_order ? number : scattered(number, bits)} * 128 + thread % lanes_a_line * 4;
  }
  if (gridDim.x > 1) meet_all();  // its counter takes grids of one size
  const uint32_t begin = clock_low();
  uint32_t x[kEach], sum = 0;
#pragma unroll
  for (int i = 0; i < kEach; ++i) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x[i]) : "l"(at[i]) : "memory");
#pragma unroll
  for (int i = 0; i < kEach; ++i) sum += x[i];
  const uint32_t end = clock_after(sum);
  if (threadIdx.x % 32 == 0) times[thread / 32] = end - begin;
}

template <int kEach>
void measure(Output& output, unsigned blocks, unsigned block, unsigned bits, unsigned lanes_a_line, bool in_order) {
  constexpr size_t kRegion = size_t{128} << kLargestBits, kTimes = 16 << 20, kOther = 256 << 20;
  char* data = static_cast<char*>(device_memory(kRegion + kTimes + kOther));
  auto* times = reinterpret_cast<uint32_t*>(data + kRegion);
  allow_whole_sm(read_lines<kEach>);
  const unsigned warps = blocks * block / 32;
  if (uint64_t{blocks} * block * kEach / lanes_a_line > uint64_t{1} << bits) return;  // each line once
  std::vector<double> all;
  for (int repeat = 0; repeat < repeats(3); ++repeat) {
    flush_l2();
    if (!simulated()) read_through(data + kRegion + kTimes, kOther);  // L2 has no written lines, which reads would have to evict
    read_lines<kEach><<<blocks, block, kWholeSm>>>(data, bits, lanes_a_line, in_order, times);
    const auto host = copy_back<uint32_t>(times, warps);
    all.push_back(*std::max_element(host.begin(), host.end()));
  }
  output.result("random_lines", parameters("blocks", blocks, "threads", block, "each", kEach, "lanes_a_line", lanes_a_line,
                                           "megabytes", (128u << (bits - 10)) >> 10, "order", in_order ? "in turn" : "random"), all, "cycles");
}

void random_lines(Output& output) {
  for (const unsigned bits : {18u, 20u, 22u, 24u, kLargestBits}) {
    for (const unsigned blocks : {1u, sm_count()}) {
      for (const bool in_order : {false, true}) {
        measure<1>(output, blocks, 256, bits, 1, in_order);
        measure<4>(output, blocks, 1024, bits, 1, in_order);
        measure<4>(output, blocks, 1024, bits, 8, in_order);
      }
    }
  }
}
const Register registered("random_lines", false, random_lines);

}  // namespace
}  // namespace warpglass::probes
