// Which instructions the data path of shared memory and L1 serves first: warps of an SM that issue one kind of them without end,
// beside warps that issue another kind.
#include <array>

#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

enum class Kind : uint32_t { None, LoadShared, StoreShared, LoadGlobal, StoreGlobal, Shuffle };

/// `lane_stride`: bytes between the words of neighbouring lanes; 4: one wavefront or line, 128: one for each lane.
struct Role {
  Kind kind = Kind::None;
  uint32_t lane_stride = 4;
};

constexpr int kBatch = 8;
constexpr uint32_t kCycles = 40000;

template <Kind kKind>
__device__ void issue(uint32_t shared, const char* global, uint32_t& x) {
  if constexpr (kKind == Kind::LoadShared) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(shared) : "memory");
  if constexpr (kKind == Kind::StoreShared) asm volatile("st.shared.u32 [%1], %0;" ::"r"(x), "r"(shared) : "memory");
  if constexpr (kKind == Kind::LoadGlobal) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(global) : "memory");
  if constexpr (kKind == Kind::StoreGlobal) asm volatile("st.global.u32 [%1], %0;" ::"r"(x), "l"(global) : "memory");
  if constexpr (kKind == Kind::Shuffle) asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 0x1f, -1;" : "+r"(x));
}

// Batches that were issued until time is up; a batch's results are waited for before the next.
template <Kind kKind>
__device__ uint32_t repeat(uint32_t shared, const char* global, uint32_t begin, uint32_t zero) {
  uint32_t x[kBatch], batches = 0, sum = 0;
#pragma unroll
  for (int i = 0; i < kBatch; ++i) x[i] = shared + i;
#pragma unroll 1
  while (clock_low() - begin < kCycles) {
#pragma unroll
    for (int i = 0; i < kBatch; ++i) issue<kKind>(shared + i * 4096, global + i * 4096, x[i]);
#pragma unroll
    for (int i = 0; i < kBatch; ++i) sum += x[i];
    ++batches;
    // The compiler cannot know that the addresses stay.
    shared += batches & zero;
    global += batches & zero;
  }
  return batches + (sum & zero);
}

__device__ uint32_t act(Role role, uint32_t words, const char* data, uint32_t begin, uint32_t zero) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t shared = words + lane * role.lane_stride;
  const char* global = data + warp * 32768 + lane * role.lane_stride;
  switch (role.kind) {
    case Kind::LoadShared: return repeat<Kind::LoadShared>(shared, global, begin, zero);
    case Kind::StoreShared: return repeat<Kind::StoreShared>(shared, global, begin, zero);
    case Kind::LoadGlobal: return repeat<Kind::LoadGlobal>(shared, global, begin, zero);
    case Kind::StoreGlobal: return repeat<Kind::StoreGlobal>(shared, global, begin, zero);
    case Kind::Shuffle: return repeat<Kind::Shuffle>(shared, global, begin, zero);
    default: return 0;
  }
}

// Warps come in fours, one for each sub-core; every other four has the other role.
__global__ void compete(Role first, Role second, const char* data, uint32_t zero, uint32_t* batches) {
  __shared__ uint32_t words[8 * 1024];
  const uint32_t warp = threadIdx.x / 32;
  words[threadIdx.x % 1024] = 0;
  __syncthreads();
  const uint32_t done = act(warp / 4 % 2 == 0 ? first : second, static_cast<uint32_t>(__cvta_generic_to_shared(words)), data, clock_low(), zero);
  if (threadIdx.x % 32 == 0) batches[warp] = done;
}

struct Named {
  const char* name;
  Role role;
};
constexpr std::array<Named, 9> kRoles{{{"none", {}},
                                       {"LDS", {Kind::LoadShared, 4}}, {"LDS of 32 wavefronts", {Kind::LoadShared, 128}},
                                       {"STS", {Kind::StoreShared, 4}}, {"STS of 32 wavefronts", {Kind::StoreShared, 128}},
                                       {"LDG that hits", {Kind::LoadGlobal, 4}},
                                       {"STG", {Kind::StoreGlobal, 4}}, {"STG of 32 lines", {Kind::StoreGlobal, 128}},
                                       {"SHFL", {Kind::Shuffle, 4}}}};

constexpr int kBurst = 4;

// The last warp issues a burst of `kKind` now and then, while the others go on with their role: clocks when the burst began, when
// all of it was issued, and when its results were there.
template <Kind kKind>
__global__ void intrude(Role role, uint32_t lane_stride, const char* data, uint32_t zero, uint32_t* cycles) {
  __shared__ uint32_t words[8 * 1024];
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  words[threadIdx.x] = 0;
  const auto at = static_cast<uint32_t>(__cvta_generic_to_shared(words));
  __syncthreads();
  const uint32_t start = clock_low();
  if (warp + 1 < blockDim.x / 32) {
    const uint32_t done = act(role, at, data, clock_low(), zero);
    if (done == 0xffffffff) cycles[100] = done;
    return;
  }
  uint32_t shared = at + lane * lane_stride;
  const char* global = data + (8 << 20) + lane * lane_stride;
  uint32_t issued = 0, answered = 0, bursts = 0;
#pragma unroll 1
  while (clock_low() - start < kCycles - 10000) {
    uint32_t x[kBurst];
#pragma unroll
    for (int k = 0; k < kBurst; ++k) x[k] = lane;
    const uint32_t idle = clock_low();
    while (clock_low() - idle < 1000) {
    }
    const uint32_t begin = clock_low();
#pragma unroll
    for (int k = 0; k < kBurst; ++k) issue<kKind>(shared + k * 4096, global + k * 4096, x[k]);
    issued += clock_low() - begin;
    uint32_t sum = 0;
#pragma unroll
    for (int k = 0; k < kBurst; ++k) sum += x[k];
    answered += clock_after(sum) - begin;
    ++bursts;
    shared += bursts & zero;
    global += bursts & zero;
  }
  if (lane == 0) {
    cycles[0] = issued / bursts;
    cycles[1] = answered / bursts;
  }
}

template <Kind kKind>
void measure_intruder(Output& output, const char* name, uint32_t lane_stride) {
  char* data = static_cast<char*>(device_memory(64 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (32 << 20));
  for (const Named& other : kRoles) {
    for (const unsigned fours : {1u, 2u, 4u}) {
      if (other.role.kind == Kind::None && fours > 1) continue;
      std::vector<double> issued, answered;
      for (int i = 0; i < repeats(7); ++i) {
        intrude<kKind><<<1, 128 * fours + 32>>>(other.role, lane_stride, data, 0, cycles);
        const auto host = copy_back<uint32_t>(cycles, 2);
        issued.push_back(host[0]);
        answered.push_back(host[1]);
      }
      const auto keys = [&](const char* until) {
        return parameters("burst", name, "others", other.name, "warps_a_sub_core", fours, "until", until);
      };
      output.result("data_path_burst", keys("issued"), issued, "cycles");
      if (kKind != Kind::StoreShared && kKind != Kind::StoreGlobal) output.result("data_path_burst", keys("answered"), answered, "cycles");
    }
  }
}

void data_path_burst(Output& output) {
  measure_intruder<Kind::LoadShared>(output, "LDS", 4);
  measure_intruder<Kind::LoadShared>(output, "LDS of 32 wavefronts", 128);
  measure_intruder<Kind::StoreShared>(output, "STS", 4);
  measure_intruder<Kind::LoadGlobal>(output, "LDG that hits", 4);
  measure_intruder<Kind::StoreGlobal>(output, "STG", 4);
  measure_intruder<Kind::Shuffle>(output, "SHFL", 4);
}
const Register registered_burst("data_path_burst", false, data_path_burst);

void data_path(Output& output) {
  char* data = static_cast<char*>(device_memory(64 << 20));
  auto* batches = reinterpret_cast<uint32_t*>(data + (32 << 20));
  for (const unsigned fours : {1u, 4u}) {
    for (size_t b = 0; b < kRoles.size(); ++b) {
      for (size_t a = std::max<size_t>(b, 1); a < kRoles.size(); ++a) {
        std::vector<double> first, second;
        for (int i = 0; i < repeats(7); ++i) {
          compete<<<1, 256 * fours>>>(kRoles[a].role, kRoles[b].role, data, 0, batches);
          const auto host = copy_back<uint32_t>(batches, 8 * fours);
          double sums[2] = {};
          for (unsigned w = 0; w < 8 * fours; ++w) sums[w / 4 % 2] += host[w];
          first.push_back(sums[0] * kBatch * 1000 / kCycles);
          second.push_back(sums[1] * kBatch * 1000 / kCycles);
        }
        const auto keys = [&](const char* of) {
          return parameters("one", kRoles[a].name, "other", kRoles[b].name, "warps_a_sub_core", fours, "of", of);
        };
        output.result("data_path", keys("one"), first, "instructions of an SM in 1000 cycles");
        if (b != 0) output.result("data_path", keys("other"), second, "instructions of an SM in 1000 cycles");
      }
    }
  }
}
const Register registered("data_path", false, data_path);

}  // namespace
}  // namespace warpglass::probes
