// Whether reads of the same lines by several SMs reach L2 once: sectors at L2 for pairs and groups of SMs, with delays.
#include "micro/probes/sm_groups.h"

namespace warpglass::probes {
namespace {

constexpr uint32_t kLines = 512;

__global__ void bring_into_l2(const char* data, uint32_t* out) {
  uint32_t value;
  asm volatile("ld.global.cg.u32 %0, [%1];"
               : "=r"(value) : "l"(data + (blockIdx.x * blockDim.x + threadIdx.x) * 4) : "memory");
  if (value == 99) *out = 1;
}

// Every chosen SM reads the same 64 KB, a line a warp and turn; all but the first SM start `delay` cycles later.
__global__ void probed_read_same(const char* data, SmSet set, uint32_t sms, uint32_t first, uint32_t delay, uint32_t* counter) {
  meet_all();
  const uint32_t sm = sm_id();
  if (!set.has(sm)) return;
  meet(counter, sms);
  if (sm != first) {
    const uint32_t start = clock_low();
    while (clock_low() - start < delay) {
    }
  }
  uint32_t sum = 0;
#pragma unroll 4
  for (uint32_t i = threadIdx.x; i < kLines * 32; i += blockDim.x) {
    uint32_t value;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(data + i * 4) : "memory");
    sum += value;
  }
  if (sum == 99) counter[1] = 1;
}

void merge(Output& output) {
  allow_whole_sm(probed_read_same);
  char* data = static_cast<char*>(device_memory(1 << 20));
  auto* counter = reinterpret_cast<uint32_t*>(data + (1 << 19));
  const auto launch = [&](const char* what, const SmGroup& group, unsigned other, uint32_t first, uint32_t delay) {
    bring_into_l2<<<kLines * 32 / 256, 256>>>(data, counter + 2);
    output.launch("merge_reads", parameters("what", what, "group", group.name, "sms", group.count, "other", other, "first", first,
                                            "delay", delay, "lines", kLines));
    check(cudaMemset(counter, 0, 16), "clearing");
    probed_read_same<<<sm_count(), 256, kWholeSm>>>(data, group.set, group.count, first, delay, counter);
  };
  for (const SmGroup& group : sm_groups())
    for (int i = 0; i < 3; ++i) launch("group", group, 0, 0, 0);
  for (unsigned other = 1; other < 40; ++other) launch("pair", group_of("pair", {0, other}), other, 0, 0);
  const std::vector<unsigned> gpc = sms_of_gpc(0);
  for (uint32_t delay : {0u, 100u, 200u, 300u, 400u, 600u, 800u, 1200u, 2000u, 4000u, 10000u}) {
    for (int i = 0; i < 2; ++i) {
      for (size_t other : {1u, 2u, 4u, 8u, 15u}) {
        const unsigned sm = gpc[std::min(other, gpc.size() - 1)];
        launch("window", group_of("pair", {0, sm}), sm, 0, delay);
      }
      launch("window", group_of("gpc", gpc), 0, 0, delay);
    }
  }
}
const Register registered("merge_reads", true, merge);

}  // namespace
}  // namespace warpglass::probes
