// Memory instructions whose guard is false in all or most lanes: time of a dependent access and of many that nothing waits for.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr int kLength = 32;
constexpr int kRounds = 8;

enum class Kind { LoadShared, LoadGlobal, StoreShared, StoreGlobal };

template <Kind kKind>
__device__ void access(uint32_t& x, uint32_t shared, const char* global, uint32_t lane, uint32_t on) {
  if constexpr (kKind == Kind::LoadShared)
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, %3; @p ld.shared.u32 %0, [%1]; }" : "+r"(x) : "r"(shared), "r"(lane), "r"(on) : "memory");
  if constexpr (kKind == Kind::LoadGlobal)
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, %3; @p ld.global.ca.u32 %0, [%1]; }" : "+r"(x) : "l"(global), "r"(lane), "r"(on) : "memory");
  if constexpr (kKind == Kind::StoreShared)
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, %3; @p st.shared.u32 [%1], %0; }" ::"r"(x), "r"(shared), "r"(lane), "r"(on) : "memory");
  if constexpr (kKind == Kind::StoreGlobal)
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, %3; @p st.global.u32 [%1], %0; }" ::"r"(x), "l"(global), "r"(lane), "r"(on) : "memory");
}

// Each access's address needs what the one before it returned.
template <Kind kKind>
__global__ void chain(const char* data, uint32_t on, uint32_t zero, uint32_t* cycles) {
  __shared__ uint32_t words[1024];
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  words[threadIdx.x] = 0;
  const uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(words)) + threadIdx.x * 4;
  const char* global = data + threadIdx.x * 4;
  uint32_t x = 0, begin = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    begin = clock_when(x);
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round) {
#pragma unroll
      for (int i = 0; i < kLength; ++i) access<kKind>(x, shared + (x & zero), global + (x & zero), lane, on);
    }
    end = clock_when(x);
  }
  if (lane == 0) cycles[warp] = end - begin;
}

template <Kind kKind>
void measure(Output& output, const char* op) {
  char* data = static_cast<char*>(device_memory(1 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (1 << 19));
  for (const unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u}) {
    for (const uint32_t on : {0u, 1u, 32u}) {
      std::vector<double> values;
      for (int i = 0; i < repeats(7); ++i) {
        chain<kKind><<<1, 32 * warps>>>(data, on, 0, cycles);
        uint32_t most = 0;
        for (const uint32_t each : copy_back<uint32_t>(cycles, warps)) most = std::max(most, each);
        values.push_back(static_cast<double>(most) / (kLength * kRounds));
      }
      output.result("predicated", parameters("op", op, "lanes", on, "warps", warps), values, "cycles");
    }
  }
}

void predicated(Output& output) {
  measure<Kind::LoadShared>(output, "LDS");
  measure<Kind::LoadGlobal>(output, "LDG");
  measure<Kind::StoreShared>(output, "STS");
  measure<Kind::StoreGlobal>(output, "STG");
}
const Register registered("predicated", false, predicated);

}  // namespace
}  // namespace warpglass::probes
