// MUFU over the lanes of a warp.
#include "isa/semantics/level.h"
#include "isa/semantics/mufu.h"
#include "isa/semantics/small_float.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

template <class F>
void write_executed(WarpState& w, const MicroOp& op, F f) {
  uint32_t* d = w.row(op.result);
  for (unsigned l = 0; l < kWarpLanes; ++l)
    if ((w.exec >> l) & 1) d[l] = f(l);
}

void single(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  const auto function = static_cast<MufuFunction>(op.immediate);
  write_executed(w, op, [=](unsigned l) { return mufu(function, a[l]); });
}

/// From and to 16 bits: the single-precision result, truncated. op.immediate2: shift to the operand's half.
template <class Format>
void half(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  const auto function = static_cast<MufuFunction>(op.immediate);
  const uint32_t shift = op.immediate2;
  write_executed(w, op, [=](unsigned l) {
    const float r = to_float(mufu(function, to_bits(Format::widen(a[l] >> shift & 0xffffu))));
    return r != r ? kNan16 : Format::pack(r);
  });
}

Execute bind_half(Binder& b, Execute execute) {
  b.bind(ValueType::Half);
  if (b.values != 1 || b.value[0]->kind == OperandKind::Immediate) b.problem = "has a half-precision immediate";
  else b.op.immediate2 = b.value[0]->select == select::kH1 || b.value[0]->select == select::kH1H1 ? 16 : 0;
  return execute;
}

}  // namespace

Execute bind_mufu(Binder& b) {
  if (b.instruction.opcode != Opcode::MUFU) return nullptr;
  struct Name { Modifier modifier; MufuFunction function; };
  static constexpr Name names[] = {{Modifier::COS, MufuFunction::Cos},       {Modifier::SIN, MufuFunction::Sin},
                                   {Modifier::EX2, MufuFunction::Ex2},       {Modifier::LG2, MufuFunction::Lg2},
                                   {Modifier::RCP, MufuFunction::Rcp},       {Modifier::RSQ, MufuFunction::Rsq},
                                   {Modifier::RCP64H, MufuFunction::Rcp64h}, {Modifier::RSQ64H, MufuFunction::Rsq64h},
                                   {Modifier::SQRT, MufuFunction::Sqrt},     {Modifier::TANH, MufuFunction::Tanh}};
  for (const Name& name : names) {
    if (!b.has(name.modifier)) continue;
    b.op.immediate = static_cast<uint32_t>(name.function);
    if (b.has(Modifier::F16)) return bind_half(b, half<Half>);
    if (b.has(Modifier::BF16)) return bind_half(b, half<Brain>);
    b.bind(ValueType::Float);
    return single;
  }
  return nullptr;
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
