// Whether reads of the same lines by several SMs reach L2 once: sectors at L2 for pairs and groups of SMs, with delays.
// merge_window: how much later another SM of the GPC may ask.
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

// The clocks of a GPC's SMs show the same time. `first` starts reading `lines` lines at a time that it tells the others, SM k of
// the group `k * delay` cycles later, in `rounds` rounds, of other lines each.
__global__ void probed_read_after(const char* data, SmSet set, uint32_t first, int32_t delay, uint32_t lines, uint32_t rounds, volatile uint32_t* told) {
  constexpr uint32_t kPeriod = 6000, kAhead = 40000;
  meet_all();
  const uint32_t sm = sm_id();
  if (!set.has(sm) || threadIdx.x >= 32) return;
  uint32_t begin = 0, rank = 0;
  for (uint32_t other = 0; other < sm; ++other) rank += set.has(other) ? 1 : 0;
  if (sm == first) {
    begin = clock_low() + kAhead;
    told[0] = begin;
    __threadfence();
    told[1] = 1;
  } else {
    while (told[1] == 0) {
    }
    __threadfence();
    begin = told[0];
  }
  begin += rank * delay;
  uint32_t sum = 0;
#pragma unroll 1
  for (uint32_t round = 0; round < rounds; ++round) {
    const char* at = data + round * lines * 128 + threadIdx.x * 4;
    uint32_t now = clock_low();
    while (static_cast<int32_t>(now - begin) < 0) now = clock_low();
#pragma unroll 8
    for (uint32_t i = 0; i < lines; ++i) {
      uint32_t value;
      asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(at + i * 128) : "memory");
      sum += value;
    }
    begin += kPeriod;
  }
  if (sum == 99) told[2] = 1;
}

constexpr uint32_t kRounds = 64;

// "sm" is what one SM alone asks for.
void merge_window(Output& output, const char* name, bool cold) {
  allow_whole_sm(probed_read_after);
  char* data = static_cast<char*>(device_memory(1 << 20));
  auto* told = reinterpret_cast<uint32_t*>(data + (1 << 19));
  const std::vector<unsigned> gpc = sms_of_gpc(1);
  // Members are told by their places in the GPC.
  const auto launch = [&](const std::string& what, const std::vector<unsigned>& places, int delay, uint32_t lines) {
    std::vector<unsigned> sms;
    for (const unsigned place : places) sms.push_back(gpc[place]);
    const SmGroup group = group_of(what, sms);
    if (!cold) bring_into_l2<<<kLines * 32 / 256 * 4, 256>>>(data, told + 3);
    check(cudaMemset(told, 0, 16), "clearing");
    output.launch(name, parameters("group", what, "sms", group.count, "last", places.back(), "delay", delay, "lines", lines, "rounds", kRounds));
    probed_read_after<<<sm_count(), 256, kWholeSm>>>(data, group.set, sms.front(), delay, lines, kRounds, told);
    check(cudaDeviceSynchronize(), "reading after one another");
  };
  for (const uint32_t lines : {1u, 8u, 32u}) {
    launch("sm", {0}, 0, lines);
    for (const int delay : {0, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768}) {
      launch("tpc", {0, 1}, delay, lines);
      for (const unsigned other : {2u, 4u, 8u, 15u}) launch("gpc", {0, other}, delay, lines);
      if (delay > 64) continue;
      launch("two_tpcs", {0, 1, 2, 3}, delay, lines);
      launch("all", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, delay, lines);
    }
  }
}
const Register registered_window("merge_window", true, [](Output& output) { merge_window(output, "merge_window", false); });
const Register registered_cold("merge_window_cold", true, [](Output& output) { merge_window(output, "merge_window_cold", true); });

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
