// How long warps wait for lines that all SMs load at about the same time: in L2, or in HBM alone.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr unsigned kMostLines = 16;

// Warps of the first SMs load the same `kLines` lines, or each SM its own, a word a lane, and wait for them.
template <unsigned kLines>
__global__ void load_common(const uint32_t* data, unsigned sms, unsigned warps, bool own, bool passes_by, uint32_t* waits) {
  const uint32_t sm = sm_id(), warp = threadIdx.x / 32;
  meet_all();
  if (sm >= sms || warp >= warps) return;
  const uint32_t* at = data + (own ? sm * kMostLines * 32 : 0) + threadIdx.x % 32;
  uint32_t v[kLines];
  const uint32_t begin = clock_low();
#pragma unroll
  for (unsigned k = 0; k < kLines; ++k) {
    if (passes_by) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[k]) : "l"(at + k * 32) : "memory");
    else asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[k]) : "l"(at + k * 32) : "memory");
  }
  uint32_t sum = 0;
#pragma unroll
  for (const uint32_t each : v) sum += each;
  const uint32_t end = clock_when(sum);
  if (threadIdx.x % 32 == 0) waits[sm * warps + warp] = end - begin;
}

template <unsigned kLines>
void measure(Output& output, unsigned sms, unsigned warps, bool own, bool in_l2) {
  constexpr size_t kRegion = 4 << 20;
  char* memory = static_cast<char*>(device_memory((size_t{1} << 30) + (1 << 20)));
  auto* waits = reinterpret_cast<uint32_t*>(memory + (size_t{1} << 30));
  static unsigned region = 0;
  allow_whole_sm(load_common<kLines>);
  std::vector<double> mean, most;
  for (int repeat = 0; repeat < repeats(); ++repeat) {
    const auto* data = reinterpret_cast<const uint32_t*>(memory + region++ % 128 * kRegion + repeat * 8192);
    if (in_l2) load_common<kLines><<<sm_count(), 32 * warps, kWholeSm>>>(data, sms, warps, own, true, waits);
    else read_through(memory + (size_t{1} << 29), size_t{simulated() ? 64u : 256u} << 20);
    load_common<kLines><<<sm_count(), 32 * warps, kWholeSm>>>(data, sms, warps, own, false, waits);
    double sum = 0, worst = 0;
    for (const uint32_t wait : copy_back<uint32_t>(waits, size_t{sms} * warps)) {
      sum += wait;
      worst = std::max<double>(worst, wait);
    }
    mean.push_back(sum / (sms * warps));
    most.push_back(worst);
  }
  const auto keys = [&](const char* what) {
    return parameters("from", in_l2 ? "L2" : "HBM", "lines", own ? "own" : "common", "each", kLines, "sms", sms, "warps", warps, "what", what);
  };
  output.result("common_lines", keys("mean"), mean, "cycles");
  output.result("common_lines", keys("longest"), most, "cycles");
}

void common_lines(Output& output) {
  for (const bool in_l2 : {true, false}) {
    for (const bool own : {false, true}) {
      for (const unsigned sms : {1u, 8u, 32u, sm_count()}) {
        for (const unsigned warps : {1u, 8u}) {
          measure<1>(output, sms, warps, own, in_l2);
          measure<4>(output, sms, warps, own, in_l2);
          measure<16>(output, sms, warps, own, in_l2);
        }
      }
    }
  }
}
const Register registered("common_lines", false, common_lines);

}  // namespace
}  // namespace warpglass::probes
