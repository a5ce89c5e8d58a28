// Which SMs and lines are near to each other: L2 hit latency of each of 256 lines from each SM.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kLines = 256;
constexpr int kTries = 5;

__global__ void visit(char* data, uint32_t* cycles, uint32_t sm) {
  __shared__ uint32_t ends[kTries * kLines];
  meet_all();
  if (sm_id() != sm) return;
  for (int i = 0; i < kTries * kLines; ++i) {
    // Lines in different places: 4 KB apart, and moving through the 4 KB.
    const char* at = data + i % kLines * 4096 + i % 32 * 128;
    uint32_t value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    ends[i] = clock_after(value);
  }
  for (int i = 0; i < kTries * kLines; ++i) cycles[i] = ends[i];
}

void l2_near_far(Output& output) {
  allow_whole_sm(visit);
  char* data = static_cast<char*>(device_memory(64 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (32 << 20));
  std::vector<double> values;
  for (unsigned sm = 0; sm < sm_count(); ++sm) {
    visit<<<sm_count(), 1, kWholeSm>>>(data, cycles, sm);
    const auto ends = copy_back<uint32_t>(cycles, kTries * kLines);
    for (int line = 0; line < kLines; ++line) {
      uint32_t best = ~0u;
      for (int i = std::max(line, 1); i < kTries * kLines; i += kLines) best = std::min(best, ends[i] - ends[i - 1]);
      values.push_back(best);
    }
  }
  output.series("l2_near_far", parameters("lines", kLines), values, "cycles");
}
const Register registered("l2_near_far", false, l2_near_far);

}  // namespace
}  // namespace warpglass::probes
