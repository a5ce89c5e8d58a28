// How long dependent LDS, SHFL and LDC take beside warps of the SM that stream from L2 or from HBM, by how much they move. Shared memory
// leaves L1 28 KB: fewer lines than 28 warps have under way.
#include "micro/probes/background.h"
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Asked : uint8_t { Shared, Shuffle, Constant };
constexpr unsigned kChain = 16, kMost = 256;
__constant__ uint32_t zeros[64];

// The first four warps of SM 0 run chains of dependent accesses, one after the other; the others, and those of other SMs, stream.
template <Asked kAsked, bool kInL1>
__global__ void chain_beside(char* data, uint64_t mask, uint32_t own, uint32_t others, uint32_t cycles, uint32_t* latencies, uint32_t* batches) {
  extern __shared__ uint32_t words[];
  const uint32_t sm = sm_id(), warp = threadIdx.x / 32;
  if (threadIdx.x < 64) words[threadIdx.x] = 0;
  meet_all();
  const uint32_t begin = clock_low();
  if (sm != 0 || warp >= 4) {
    if (sm == 0 ? warp >= 4 + own : warp < 4 || warp >= 4 + others) return;
    uint32_t done = 0;
    if (kInL1) {  // loads that L1 keeps; lines that it does not have
      uint32_t sum = 0;
#pragma unroll 1
      for (uint32_t at = sm * 28 + warp - 4; clock_low() - begin < cycles; at += gridDim.x * 28, ++done) {
        const char* from = data + (uint64_t{at} * 2048 & mask) + threadIdx.x % 32 * 16;
        uint4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k)
          asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v[k].x), "=r"(v[k].y), "=r"(v[k].z), "=r"(v[k].w) : "l"(from + k * 512) : "memory");
#pragma unroll
        for (const uint4& each : v) sum += each.x;
      }
      done += sum == 1 ? 1 : 0;
    } else {
      done = stream<Background::Read>(data, mask, sm * 28 + warp - 4, gridDim.x * 28, begin, cycles, 0);
    }
    if (sm == 0 && threadIdx.x % 32 == 0) batches[warp] = done;
    return;
  }
  while (clock_low() - begin < cycles / 4) {
  }
  uint32_t x = threadIdx.x & (cycles >> 31);  // 0
  uint32_t count = 0;
#pragma unroll 1
  for (; count < kMost && clock_low() - begin < cycles; ++count) {
    const uint32_t asked = clock_when(x);
#pragma unroll
    for (unsigned k = 0; k < kChain; ++k) {
      if (kAsked == Asked::Shared) x = reinterpret_cast<volatile uint32_t*>(words)[x];
      if (kAsked == Asked::Shuffle) x = __shfl_xor_sync(0xffffffffu, x, 1);
      if (kAsked == Asked::Constant) asm volatile("ld.const.u32 %0, [%1];" : "=r"(x) : "l"(zeros + x));
    }
    const uint32_t took = clock_when(x) - asked;
    if (threadIdx.x == 0) latencies[count] = took;
  }
}

template <Asked kAsked, bool kInL1>
void measure(Output& output, const char* asked, unsigned own, unsigned others, bool in_l2) {
  constexpr size_t kResults = 1 << 20;
  char* data = static_cast<char*>(device_memory(2 * kStream + kResults));
  auto* latencies = reinterpret_cast<uint32_t*>(data + 2 * kStream);
  uint32_t* batches = latencies + 1024;
  allow_whole_sm(chain_beside<kAsked, kInL1>);
  const uint32_t cycles = 20000;
  std::vector<double> mean, rate;
  for (int repeat = 0; repeat < (simulated() ? 1 : repeats()); ++repeat) {
    read_through(data + kStream / 4 * 3, size_t{simulated() ? 64u : 256u} << 20);
    check(cudaMemset(latencies, 0, 8192), "clearing");
    const uint64_t mask = in_l2 ? (8 << 20) - 1 : kStream - 1;
    if (in_l2) chain_beside<kAsked, kInL1><<<sm_count(), 1024, kWholeSm>>>(data, mask, 28, 28, cycles, latencies, batches);
    check(cudaMemset(latencies, 0, 8192), "clearing");
    chain_beside<kAsked, kInL1><<<sm_count(), 1024, kWholeSm>>>(data, mask, own, others, cycles, latencies, batches);
    double sum = 0, count = 0, moved = 0;
    for (const uint32_t each : copy_back<uint32_t>(latencies, kMost)) {
      sum += each;
      count += each != 0 ? 1 : 0;
    }
    for (const uint32_t each : copy_back<uint32_t>(batches, 32)) moved += each;
    mean.push_back(sum / count / kChain);
    rate.push_back(moved * kBatchBytes / cycles);
  }
  const auto keys = [&](const char* what) {
    return parameters("asked", asked, "loads", kInL1 ? "that L1 keeps" : "past L1", "from", in_l2 ? "L2" : "HBM", "own", own, "others", others, "what", what);
  };
  output.result("loaded_shared", keys("an access"), mean, "cycles or B/cycle");
  output.result("loaded_shared", keys("bytes moved a cycle"), rate, "cycles or B/cycle");
}

template <Asked kAsked>
void measure_loads(Output& output, const char* asked) {
  measure<kAsked, false>(output, asked, 0, 0, true);
  for (const unsigned own : {4u, 12u, 28u}) measure<kAsked, false>(output, asked, own, 0, true);
  for (const unsigned own : {4u, 12u, 28u}) measure<kAsked, true>(output, asked, own, 0, true);
  measure<kAsked, false>(output, asked, 28, 28, false);
  measure<kAsked, true>(output, asked, 28, 28, false);
}

void loaded_shared(Output& output) {
  measure_loads<Asked::Shared>(output, "LDS");
  measure_loads<Asked::Shuffle>(output, "SHFL");
  measure_loads<Asked::Constant>(output, "LDC");
}
const Register registered("loaded_shared", false, loaded_shared);

}  // namespace
}  // namespace warpglass::probes
