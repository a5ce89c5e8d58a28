// Instructions for chain.h, one line each: name, type of the value, the constants b and c, and the PTX of a step.
#pragma once

#include "micro/probes/chain.h"

#define WARPGLASS_OP(NAME, TYPE, CONSTRAINT, B, C, TEXT)                             \
  struct NAME {                                                                      \
    using Value = TYPE;                                                              \
    static constexpr const char* kName = #NAME;                                      \
    static constexpr double kB = B, kC = C;                                          \
    static __device__ void step(TYPE& a, TYPE b, TYPE c) {                           \
      asm volatile(TEXT : "+" CONSTRAINT(a) : CONSTRAINT(b), CONSTRAINT(c));         \
    }                                                                                \
  }
