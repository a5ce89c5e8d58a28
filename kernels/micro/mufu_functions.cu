// Device code that evaluates each MUFU function over ranges of inputs. The `.ftz` forms of PTX compile to the
// bare MUFU instruction; SIN and COS come with a multiplication by 1/2pi, which mufu_sweep.cpp patches to 1.
#include <cstdint>

#include "micro/mufu_laws.h"

using warpglass::mufu::Law;
using warpglass::mufu::LawResult;

namespace {

#define DEFINE_FUNCTION(Name, instruction)                             \
  struct Name {                                                        \
    static __device__ std::uint32_t at(std::uint32_t x) {              \
      float y;                                                         \
      asm(instruction " %0, %1;" : "=f"(y) : "f"(__uint_as_float(x))); \
      return __float_as_uint(y);                                       \
    }                                                                  \
  }
DEFINE_FUNCTION(Rcp, "rcp.approx.ftz.f32");
DEFINE_FUNCTION(Rsq, "rsqrt.approx.ftz.f32");
DEFINE_FUNCTION(Sqrt, "sqrt.approx.ftz.f32");
DEFINE_FUNCTION(Ex2, "ex2.approx.ftz.f32");
DEFINE_FUNCTION(Lg2, "lg2.approx.ftz.f32");
DEFINE_FUNCTION(Sin, "sin.approx.ftz.f32");
DEFINE_FUNCTION(Cos, "cos.approx.ftz.f32");
DEFINE_FUNCTION(Tanh, "tanh.approx.f32");

// The double-precision seeds read and write the high word alone.
#define DEFINE_HIGH_WORD_FUNCTION(Name, instruction)                                         \
  struct Name {                                                                              \
    static __device__ std::uint32_t at(std::uint32_t x) {                                    \
      double y;                                                                              \
      asm(instruction " %0, %1;" : "=d"(y) : "d"(__hiloint2double(static_cast<int>(x), 0))); \
      return static_cast<std::uint32_t>(__double2hiint(y));                                  \
    }                                                                                        \
  }
DEFINE_HIGH_WORD_FUNCTION(Rcp64h, "rcp.approx.ftz.f64");
DEFINE_HIGH_WORD_FUNCTION(Rsq64h, "rsqrt.approx.ftz.f64");

#define DEFINE_HALF_FUNCTION(Name, instruction)                                   \
  struct Name {                                                                   \
    static __device__ std::uint32_t at(std::uint32_t x) {                         \
      std::uint16_t y;                                                            \
      asm(instruction " %0, %1;" : "=h"(y) : "h"(static_cast<std::uint16_t>(x))); \
      return y;                                                                   \
    }                                                                             \
  }
DEFINE_HALF_FUNCTION(Ex2F16, "ex2.approx.f16");
DEFINE_HALF_FUNCTION(TanhF16, "tanh.approx.f16");
DEFINE_HALF_FUNCTION(Ex2Bf16, "ex2.approx.ftz.bf16");
DEFINE_HALF_FUNCTION(TanhBf16, "tanh.approx.bf16");

__device__ std::uint64_t thread_index() {
  return static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ std::uint64_t thread_count() {
  return static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
}

template <class Function>
__device__ void outputs(std::uint32_t start, std::uint32_t stride, std::uint64_t count, std::uint32_t* out) {
  for (std::uint64_t i = thread_index(); i < count; i += thread_count()) {
    out[i] = Function::at(start + static_cast<std::uint32_t>(i) * stride);
  }
}

// One hash for each block of 2^16 inputs: a sum over the inputs, so the order of evaluation does not matter.
template <class Function>
__device__ void hash(std::uint32_t* hashes) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = threadIdx.x; i < 65536; i += blockDim.x) {
    const std::uint32_t x = blockIdx.x * 65536 + i;
    sum += warpglass::mufu::hash_term(x, Function::at(x));
  }
  atomicAdd(&hashes[blockIdx.x], sum);
}

// Counts over all 2^32 inputs where the function departs from a supposed law.
template <class Function>
__device__ void law(Law kind, int parameter, LawResult* result) {
  std::uint64_t checked = 0;
  std::uint64_t broken = 0;
  for (std::uint64_t i = thread_index(); i < (std::uint64_t{1} << 32); i += thread_count()) {
    const auto x = static_cast<std::uint32_t>(i);
    const warpglass::mufu::Prediction p = warpglass::mufu::predict(kind, parameter, x);
    if (!p.applies) continue;
    const std::uint32_t base = Function::at(p.input);
    const std::uint32_t expected =
        (base + (static_cast<std::uint32_t>(p.exponent_shift) << 23)) ^ p.sign_flip;
    if (p.exponent_shift != 0) {  // a shifted exponent must stay among the normal numbers
      const int exponent = static_cast<int>((base >> 23) & 0xff) + p.exponent_shift;
      if (exponent < 1 || exponent > 254) continue;
    }
    ++checked;
    if (Function::at(x) == expected) continue;
    ++broken;
    atomicMin(&result->first_broken, x);
  }
  atomicAdd(&result->checked, checked);
  atomicAdd(&result->broken, broken);
}

}  // namespace

#define INSTANTIATE_OUTPUTS(name, Name)                                                                     \
  extern "C" __global__ void name##_outputs(std::uint32_t start, std::uint32_t stride, std::uint64_t count, \
                                            std::uint32_t* out) {                                           \
    outputs<Name>(start, stride, count, out);                                                               \
  }
#define INSTANTIATE_HASH(name, Name)                              \
  extern "C" __global__ void name##_hash(std::uint32_t* hashes) { \
    hash<Name>(hashes);                                           \
  }
#define INSTANTIATE(name, Name)                                                       \
  INSTANTIATE_OUTPUTS(name, Name)                                                     \
  INSTANTIATE_HASH(name, Name)                                                        \
  extern "C" __global__ void name##_law(Law kind, int parameter, LawResult* result) { \
    law<Name>(kind, parameter, result);                                               \
  }

INSTANTIATE(rcp, Rcp)
INSTANTIATE(rsq, Rsq)
INSTANTIATE(sqrt, Sqrt)
INSTANTIATE(ex2, Ex2)
INSTANTIATE(lg2, Lg2)
INSTANTIATE(sin, Sin)
INSTANTIATE(cos, Cos)
INSTANTIATE(tanh, Tanh)
INSTANTIATE_OUTPUTS(rcp64h, Rcp64h)
INSTANTIATE_HASH(rcp64h, Rcp64h)
INSTANTIATE_OUTPUTS(rsq64h, Rsq64h)
INSTANTIATE_HASH(rsq64h, Rsq64h)
INSTANTIATE_OUTPUTS(ex2_f16, Ex2F16)
INSTANTIATE_OUTPUTS(tanh_f16, TanhF16)
INSTANTIATE_OUTPUTS(ex2_bf16, Ex2Bf16)
INSTANTIATE_OUTPUTS(tanh_bf16, TanhBf16)
