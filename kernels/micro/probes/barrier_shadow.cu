// Which instructions still issue behind a barrier that has not opened: the clock is read behind a BAR that another warp reaches much
// later, then an instruction that needs what was read, then the clock again, for which its result is needed.
#include "micro/probes/probe.h"

namespace warpglass::probes {
namespace {

constexpr uint32_t kLate = 2000;

#define WARPGLASS_BEHIND_BARRIER(NAME, TEXT)                                                                    \
  struct NAME {                                                                                                 \
    static constexpr const char* kName = #NAME;                                                                 \
    static __device__ void step(uint32_t& x, uint32_t shared, const char* global) {                             \
      asm volatile(TEXT : "+r"(x) : "r"(shared), "l"(global) : "memory");                                       \
    }                                                                                                           \
  }
WARPGLASS_BEHIND_BARRIER(NOTHING, "");
WARPGLASS_BEHIND_BARRIER(IADD3, "add.u32 %0, %0, %1;");
WARPGLASS_BEHIND_BARRIER(LOP3, "xor.b32 %0, %0, %1;");
WARPGLASS_BEHIND_BARRIER(IMAD, "mad.lo.u32 %0, %0, %1, %1;");
WARPGLASS_BEHIND_BARRIER(ISETP_SEL, "{ .reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, %0, p; }");
WARPGLASS_BEHIND_BARRIER(FFMA, "{ .reg .f32 t; mov.b32 t, %0; fma.rn.f32 t, t, t, t; mov.b32 %0, t; }");
WARPGLASS_BEHIND_BARRIER(HFMA2, "fma.rn.f16x2 %0, %0, %0, %0;");
WARPGLASS_BEHIND_BARRIER(DFMA, "{ .reg .f64 t; .reg .u32 h; mov.b64 t, {%0, %0}; fma.rn.f64 t, t, t, t; mov.b64 {%0, h}, t; }");
WARPGLASS_BEHIND_BARRIER(MUFU, "{ .reg .f32 t; mov.b32 t, %0; ex2.approx.ftz.f32 t, t; mov.b32 %0, t; }");
WARPGLASS_BEHIND_BARRIER(POPC, "popc.b32 %0, %0;");
WARPGLASS_BEHIND_BARRIER(I2F, "{ .reg .f32 t; cvt.rn.f32.u32 t, %0; mov.b32 %0, t; }");
WARPGLASS_BEHIND_BARRIER(VOTE, "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1; }");
WARPGLASS_BEHIND_BARRIER(SHFL, "shfl.sync.bfly.b32 %0, %0, 1, 0x1f, -1;");
WARPGLASS_BEHIND_BARRIER(REDUX, "redux.sync.add.u32 %0, %0, -1;");
WARPGLASS_BEHIND_BARRIER(MATCH, "match.any.sync.b32 %0, %0, -1;");
WARPGLASS_BEHIND_BARRIER(S2R, "{ .reg .u32 t; mov.u32 t, %%smid; add.u32 %0, %0, t; }");
WARPGLASS_BEHIND_BARRIER(LDS, "ld.shared.u32 %0, [%1];");
WARPGLASS_BEHIND_BARRIER(STS, "st.shared.u32 [%1], %0;");
WARPGLASS_BEHIND_BARRIER(LDG, "ld.global.ca.u32 %0, [%2];");
WARPGLASS_BEHIND_BARRIER(STG, "st.global.u32 [%2], %0;");
WARPGLASS_BEHIND_BARRIER(ATOMS, "atom.shared.add.u32 %0, [%1], %0;");

/// Arithmetic for as long as hundreds of cycles.
struct FFMA_200 {
  static constexpr const char* kName = "FFMA_200";
  static __device__ void step(uint32_t& x, uint32_t shared, const char* global) {
#pragma unroll
    for (int i = 0; i < 200; ++i) FFMA::step(x, shared, global);
  }
};

template <class Op>
__global__ void pass_barrier(const char* global, uint32_t* cycles) {
  __shared__ uint32_t words[64];
  const auto shared = static_cast<uint32_t>(__cvta_generic_to_shared(words + threadIdx.x % 32));
  words[threadIdx.x % 64] = 0;
  uint32_t before = 0, behind = 0, after = 0, x = 0;
#pragma unroll 1
  for (int pass = 0; pass < 3; ++pass) {
    asm volatile("bar.sync 0;" ::: "memory");
    const uint32_t start = clock_low();
    if (threadIdx.x >= 32) {
      while (clock_low() - start < kLate) {
      }
    }
    __syncwarp();
    before = clock_low();
    asm volatile("bar.sync 0;" ::: "memory");
    behind = clock_low();
    x = behind + threadIdx.x;
    Op::step(x, shared, global);
    after = clock_when(x);
  }
  if (threadIdx.x == 0) {
    cycles[0] = before;
    cycles[1] = behind;
    cycles[2] = after;
    cycles[3] = x;
  }
}

template <class Op>
void measure(Output& output) {
  char* data = static_cast<char*>(device_memory(1 << 20));
  auto* cycles = reinterpret_cast<uint32_t*>(data + (1 << 19));
  std::vector<double> behind, after;
  for (int i = 0; i < repeats(9); ++i) {
    pass_barrier<Op><<<1, 64>>>(data, cycles);
    const auto host = copy_back<uint32_t>(cycles, 3);
    behind.push_back(host[1] - host[0]);
    after.push_back(host[2] - host[0]);
  }
  output.result("barrier_shadow", parameters("op", Op::kName, "read", "before"), behind, "cycles");
  output.result("barrier_shadow", parameters("op", Op::kName, "read", "after"), after, "cycles");
}

template <class... Ops>
void measure_all(Output& output) {
  (measure<Ops>(output), ...);
}

void barrier_shadow(Output& output) {
  measure_all<NOTHING, IADD3, LOP3, IMAD, ISETP_SEL, FFMA, FFMA_200, HFMA2, DFMA, MUFU, POPC, I2F, VOTE, SHFL, REDUX, MATCH, S2R, LDS, STS, LDG, STG, ATOMS>(output);
}
const Register registered("barrier_shadow", false, barrier_shadow);

}  // namespace
}  // namespace warpglass::probes
