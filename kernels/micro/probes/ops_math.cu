// Latency and rate of arithmetic on the fma, fp64, half and xu pipes.
#include "micro/probes/ops.h"

namespace warpglass::probes {
namespace {

WARPGLASS_OP(FADD, float, "f", 1.5, 0, "add.f32 %0, %0, %1;");
WARPGLASS_OP(FMUL, float, "f", 1.0001, 0, "mul.f32 %0, %0, %1;");
WARPGLASS_OP(FFMA, float, "f", 1.0001, 0.5, "fma.rn.f32 %0, %0, %1, %2;");
WARPGLASS_OP(FMNMX, float, "f", 1.5, 9, "min.f32 %0, %0, %1; max.f32 %0, %0, %2;");
WARPGLASS_OP(DADD, double, "d", 1.5, 0, "add.f64 %0, %0, %1;");
WARPGLASS_OP(DMUL, double, "d", 1.0001, 0, "mul.f64 %0, %0, %1;");
WARPGLASS_OP(DFMA, double, "d", 1.0001, 0.5, "fma.rn.f64 %0, %0, %1, %2;");
WARPGLASS_OP(HFMA2, uint32_t, "r", 1006648320, 939538432, "fma.rn.f16x2 %0, %0, %1, %2;");
WARPGLASS_OP(HADD2, uint32_t, "r", 1006648320, 939538432, "add.f16x2 %0, %0, %1;");
WARPGLASS_OP(HMUL2, uint32_t, "r", 1006648320, 939538432, "mul.f16x2 %0, %0, %1;");
WARPGLASS_OP(BFMA2, uint32_t, "r", 1065369472, 939538432, "fma.rn.bf16x2 %0, %0, %1, %2;");
WARPGLASS_OP(MUFU_RCP_FADD, float, "f", 1.5, 0, "rcp.approx.ftz.f32 %0, %0; add.f32 %0, %0, %1;");
WARPGLASS_OP(MUFU_RSQ, float, "f", 0, 0, "rsqrt.approx.ftz.f32 %0, %0;");
WARPGLASS_OP(MUFU_SQRT, float, "f", 0, 0, "sqrt.approx.ftz.f32 %0, %0;");
WARPGLASS_OP(MUFU_EX2, float, "f", 0, 0, "ex2.approx.ftz.f32 %0, %0;");
WARPGLASS_OP(MUFU_LG2, float, "f", 0, 0, "lg2.approx.ftz.f32 %0, %0;");
WARPGLASS_OP(MUFU_TANH, float, "f", 0, 0, "tanh.approx.f32 %0, %0;");
WARPGLASS_OP(FMUL_MUFU_SIN, float, "f", 0, 0, "sin.approx.ftz.f32 %0, %0;");
WARPGLASS_OP(I2F, uint32_t, "r", 0, 0, "{ .reg .f32 t; cvt.rn.f32.u32 t, %0; mov.b32 %0, t; }");
WARPGLASS_OP(F2I, uint32_t, "r", 0, 0, "{ .reg .f32 t; mov.b32 t, %0; cvt.rzi.u32.f32 %0, t; }");
WARPGLASS_OP(F2F_64_32, double, "d", 0, 0, "{ .reg .f32 t; cvt.rn.f32.f64 t, %0; cvt.f64.f32 %0, t; }");
WARPGLASS_OP(F2F_16_32, uint32_t, "r", 0, 0,
             "{ .reg .f32 t; .reg .b16 h; mov.b32 t, %0; cvt.rn.f16.f32 h, t; mov.b32 %0, {h, h}; }");
WARPGLASS_OP(FRND, float, "f", 0, 0, "cvt.rmi.f32.f32 %0, %0;");

void ops_math(Output& output) {
  measure_chain<FADD>(output);
  measure_chain<FMUL>(output);
  measure_chain<FFMA>(output);
  measure_chain<FMNMX>(output);
  measure_chain<DADD>(output);
  measure_chain<DMUL>(output);
  measure_chain<DFMA>(output);
  measure_chain<HFMA2>(output);
  measure_chain<HADD2>(output);
  measure_chain<HMUL2>(output);
  measure_chain<BFMA2>(output);
  measure_chain<MUFU_RCP_FADD>(output);
  measure_chain<MUFU_RSQ>(output);
  measure_chain<MUFU_SQRT>(output);
  measure_chain<MUFU_EX2>(output);
  measure_chain<MUFU_LG2>(output);
  measure_chain<MUFU_TANH>(output);
  measure_chain<FMUL_MUFU_SIN>(output);
  measure_chain<I2F>(output);
  measure_chain<F2I>(output);
  measure_chain<F2F_64_32>(output);
  measure_chain<F2F_16_32>(output);
  measure_chain<FRND>(output);
}
const Register registered("ops_math", false, ops_math);

void pipes_math(Output& output) {
  launch_chain<FADD>(output);
  launch_chain<FMUL>(output);
  launch_chain<FFMA>(output);
  launch_chain<FMNMX>(output);
  launch_chain<DADD>(output);
  launch_chain<DMUL>(output);
  launch_chain<DFMA>(output);
  launch_chain<HFMA2>(output);
  launch_chain<HADD2>(output);
  launch_chain<HMUL2>(output);
  launch_chain<BFMA2>(output);
  launch_chain<MUFU_RCP_FADD>(output);
  launch_chain<MUFU_RSQ>(output);
  launch_chain<MUFU_SQRT>(output);
  launch_chain<MUFU_EX2>(output);
  launch_chain<MUFU_LG2>(output);
  launch_chain<MUFU_TANH>(output);
  launch_chain<FMUL_MUFU_SIN>(output);
  launch_chain<I2F>(output);
  launch_chain<F2I>(output);
  launch_chain<F2F_64_32>(output);
  launch_chain<F2F_16_32>(output);
  launch_chain<FRND>(output);
}
const Register registered_pipes("pipes_math", true, pipes_math);

}  // namespace
}  // namespace warpglass::probes
