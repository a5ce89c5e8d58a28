// Barriers, fences, branches and convergence: cycles of one more of them in a row.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

struct BarSync {
  static constexpr const char* kName = "BAR.SYNC";
  static __device__ void step(uint32_t&, uint32_t*) { asm volatile("bar.sync 0;" ::: "memory"); }
};
struct WarpSync {
  static constexpr const char* kName = "WARPSYNC";
  static __device__ void step(uint32_t&, uint32_t*) { asm volatile("bar.warp.sync -1;" ::: "memory"); }
};
struct MembarBlock {
  static constexpr const char* kName = "MEMBAR.CTA";
  static __device__ void step(uint32_t&, uint32_t*) { asm volatile("membar.cta;" ::: "memory"); }
};
struct MembarGpu {
  static constexpr const char* kName = "MEMBAR.GPU";
  static __device__ void step(uint32_t&, uint32_t*) { asm volatile("membar.gl;" ::: "memory"); }
};
struct StoreMembarGpu {
  static constexpr const char* kName = "STG_MEMBAR.GPU";
  static __device__ void step(uint32_t& x, uint32_t* p) {
    asm volatile("st.global.u32 [%0], %1; membar.gl;" ::"l"(p), "r"(x) : "memory");
  }
};
struct AtomicGlobal {
  static constexpr const char* kName = "ATOMG";
  static __device__ void step(uint32_t& x, uint32_t* p) {
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(x) : "l"(p), "r"(x) : "memory");
  }
};
// A branch that lanes below x take; both ways are long enough not to be predicated.
struct BranchBothWays {
  static constexpr const char* kName = "BRANCH";
  static __device__ void step(uint32_t& x, uint32_t*) {
    uint32_t y = x;
    if (threadIdx.x % 32 < (x & 63u)) {
#pragma unroll
      for (int i = 0; i < 12; ++i) asm volatile("mad.lo.u32 %0, %0, %0, 1;" : "+r"(y));
    } else {
#pragma unroll
      for (int i = 0; i < 12; ++i) asm volatile("mad.lo.u32 %0, %0, %0, 3;" : "+r"(y));
    }
    asm volatile("bar.warp.sync -1;" ::: "memory");
    x = (y & 0xffffffc0u) | (x & 63u);
  }
};
// A comparison and an EXIT that no thread takes.
struct ExitNotTaken {
  static constexpr const char* kName = "EXIT_NOT_TAKEN";
  static __device__ void step(uint32_t& x, uint32_t*) {
    asm volatile("{ .reg .pred p; add.u32 %0, %0, 3; setp.eq.u32 p, %0, 0x7fffffff; @p exit; }" : "+r"(x)::"memory");
  }
};
struct NoBranch {
  static constexpr const char* kName = "NO_BRANCH";
  static __device__ void step(uint32_t& x, uint32_t*) {
    uint32_t y = x;
#pragma unroll
    for (int i = 0; i < 12; ++i) asm volatile("mad.lo.u32 %0, %0, %0, 1;" : "+r"(y));
    asm volatile("bar.warp.sync -1;" ::: "memory");
    x = (y & 0xffffffc0u) | (x & 63u);
  }
};

template <class Op, int kLength>
__global__ void repeat_step(uint32_t x, int rounds, uint32_t* memory, uint32_t* cycles) {
  uint32_t start = 0, end = 0;
  uint32_t* mine = memory + blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = clock_low();
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
      for (int j = 0; j < kLength; ++j) Op::step(x, mine);
    }
    end = clock_low();
  }
  __syncthreads();
  if (x == 0x98765432) memory[0] = 1;
  if (threadIdx.x % 32 == 0) cycles[threadIdx.x / 32] = end - start;
}

template <class Op>
void measure(Output& output, uint32_t x, std::initializer_list<unsigned> warp_counts) {
  auto* memory = static_cast<uint32_t*>(device_memory(64 << 20));
  auto* cycles = memory + (1 << 20);
  constexpr int kRounds = 16;
  const auto slowest = [&](unsigned warps) {
    double most = 0;
    for (uint32_t c : copy_back<uint32_t>(cycles, warps)) most = std::max(most, static_cast<double>(c));
    return most;
  };
  for (unsigned warps : warp_counts) {
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(); ++repeat) {
      repeat_step<Op, 2><<<1, 32 * warps>>>(x, kRounds, memory, cycles);
      const double with_short = slowest(warps);
      repeat_step<Op, 6><<<1, 32 * warps>>>(x, kRounds, memory, cycles);
      values.push_back((slowest(warps) - with_short) / (kRounds * 4));
    }
    output.result("control", parameters("op", Op::kName, "lanes", x, "warps", warps), values, "cycles");
  }
}

// A loop whose body is `kLength` dependent FFMA: what the loop costs beyond them.
template <int kLength>
__global__ void loop(float b, float c, int rounds, uint32_t* cycles) {
  float a = threadIdx.x;
  uint32_t start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    start = clock_low();
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
#pragma unroll
      for (int j = 0; j < kLength; ++j) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(a) : "f"(b), "f"(c));
    }
    end = clock_low();
  }
  if (threadIdx.x % 32 == 0) cycles[threadIdx.x / 32] = end - start + (a == 99.0f);
}

template <int kLength>
void measure_loop(Output& output) {
  auto* cycles = static_cast<uint32_t*>(device_memory(64 << 20));
  for (unsigned warps : {1u, 4u, 8u, 16u, 32u}) {
    std::vector<double> values;
    for (int repeat = 0; repeat < repeats(); ++repeat) {
      loop<kLength><<<1, 32 * warps>>>(0.5f, 1.0f, 256, cycles);
      values.push_back(copy_back<uint32_t>(cycles, 1)[0] / 256.0);
    }
    output.result("loop", parameters("ffma", kLength, "warps", warps), values, "cycles per round");
  }
}

void control(Output& output) {
  measure<BarSync>(output, 0, {1u, 2u, 3u, 4u, 5u, 8u, 12u, 16u, 24u, 32u});
  measure<WarpSync>(output, 0, {1u, 4u, 32u});
  measure<MembarBlock>(output, 0, {1u, 4u, 32u});
  measure<MembarGpu>(output, 0, {1u, 4u, 32u});
  measure<StoreMembarGpu>(output, 0, {1u, 4u, 32u});
  measure<AtomicGlobal>(output, 0, {1u, 4u, 32u});
  measure<ExitNotTaken>(output, 0, {1u, 4u, 16u});
  measure<NoBranch>(output, 0, {1u, 4u, 16u});
  for (uint32_t lanes : {0u, 1u, 16u, 31u, 32u}) measure<BranchBothWays>(output, lanes, {1u, 4u, 16u});
  measure_loop<1>(output);
  measure_loop<2>(output);
  measure_loop<4>(output);
  measure_loop<8>(output);
  measure_loop<16>(output);
  measure_loop<32>(output);
}
const Register registered("control", false, control);

}  // namespace
}  // namespace warpglass::probes
