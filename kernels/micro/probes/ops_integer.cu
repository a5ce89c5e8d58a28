// Latency and rate of integer, logic, warp-wide and special-register instructions.
#include "micro/probes/ops.h"

namespace warpglass::probes {
namespace {

WARPGLASS_OP(IADD_LOP, uint32_t, "r", 12345, 77777, "add.s32 %0, %0, %1; xor.b32 %0, %0, %2;");
WARPGLASS_OP(LOP3, uint32_t, "r", 0x1235, 0x7777, "lop3.b32 %0, %0, %1, %2, 0x6a;");
WARPGLASS_OP(IMAD, uint32_t, "r", 12345, 77777, "mad.lo.u32 %0, %0, %1, %2;");
WARPGLASS_OP(IMAD_HI, uint32_t, "r", 0xfffffff5u, 77777, "mad.hi.u32 %0, %0, %1, %2;");
WARPGLASS_OP(IMAD_WIDE, uint64_t, "l", 12345, 77777,
             "{ .reg .u32 x, y, u, v; mov.b64 {x, y}, %0; mov.b64 {u, v}, %1; mad.wide.u32 %0, x, u, %0; }");
WARPGLASS_OP(ISETP_SEL, uint32_t, "r", 5, 7, "{ .reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %2, %0, p; }");
WARPGLASS_OP(IMNMX, uint32_t, "r", 500, 7, "min.u32 %0, %0, %1; max.u32 %0, %0, %2;");
WARPGLASS_OP(SHF, uint32_t, "r", 5, 7, "shf.l.wrap.b32 %0, %0, %1, %2;");
WARPGLASS_OP(PRMT, uint32_t, "r", 0x1235, 0x6174, "prmt.b32 %0, %0, %1, %2;");
WARPGLASS_OP(POPC, uint32_t, "r", 0, 0, "popc.b32 %0, %0;");
WARPGLASS_OP(FLO, uint32_t, "r", 0, 0, "bfind.u32 %0, %0;");
WARPGLASS_OP(BREV, uint32_t, "r", 0, 0, "brev.b32 %0, %0;");
WARPGLASS_OP(IABS, int32_t, "r", 5, 0, "sad.s32 %0, %0, %1, %2;");
WARPGLASS_OP(SHFL_BFLY, uint32_t, "r", 1, 0, "shfl.sync.bfly.b32 %0, %0, 1, 0x1f, -1;");
WARPGLASS_OP(SHFL_IDX, uint32_t, "r", 1, 0, "shfl.sync.idx.b32 %0, %0, %0, 0x1f, -1;");
WARPGLASS_OP(VOTE, uint32_t, "r", 1, 0,
             "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1; }");
WARPGLASS_OP(MATCH, uint32_t, "r", 1, 0, "match.any.sync.b32 %0, %0, -1;");
WARPGLASS_OP(REDUX, uint32_t, "r", 1, 0, "redux.sync.add.u32 %0, %0, -1;");
WARPGLASS_OP(S2R_SM, uint32_t, "r", 1, 0, "{ .reg .u32 t; mov.u32 t, %%smid; add.u32 %0, %0, t; }");

void ops_integer(Output& output) {
  measure_chain<IADD_LOP>(output);
  measure_chain<LOP3>(output);
  measure_chain<IMAD>(output);
  measure_chain<IMAD_HI>(output);
  measure_chain<IMAD_WIDE>(output);
  measure_chain<ISETP_SEL>(output);
  measure_chain<IMNMX>(output);
  measure_chain<SHF>(output);
  measure_chain<PRMT>(output);
  measure_chain<POPC>(output);
  measure_chain<FLO>(output);
  measure_chain<BREV>(output);
  measure_chain<IABS>(output);
  measure_chain<SHFL_BFLY>(output);
  measure_chain<SHFL_IDX>(output);
  measure_chain<VOTE>(output);
  measure_chain<MATCH>(output);
  measure_chain<REDUX>(output);
  measure_chain<S2R_SM>(output);
}
const Register registered("ops_integer", false, ops_integer);

void pipes_integer(Output& output) {
  launch_chain<IADD_LOP>(output);
  launch_chain<LOP3>(output);
  launch_chain<IMAD>(output);
  launch_chain<IMAD_HI>(output);
  launch_chain<IMAD_WIDE>(output);
  launch_chain<ISETP_SEL>(output);
  launch_chain<IMNMX>(output);
  launch_chain<SHF>(output);
  launch_chain<PRMT>(output);
  launch_chain<POPC>(output);
  launch_chain<FLO>(output);
  launch_chain<BREV>(output);
  launch_chain<IABS>(output);
  launch_chain<SHFL_BFLY>(output);
  launch_chain<SHFL_IDX>(output);
  launch_chain<VOTE>(output);
  launch_chain<MATCH>(output);
  launch_chain<REDUX>(output);
  launch_chain<S2R_SM>(output);
}
const Register registered_pipes("pipes_integer", true, pipes_integer);

}  // namespace
}  // namespace warpglass::probes
