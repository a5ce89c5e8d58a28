// MUFU over the lanes of a warp.
#include "isa/semantics/level.h"
#include "isa/semantics/mufu.h"
#include "isa/semantics/lanes.h"

namespace warpglass::isa::WARPGLASS_LEVEL {
namespace {

void run_mufu(WarpState& w, const MicroOp& op) {
  const InBits a(w, op.a);
  const auto function = static_cast<MufuFunction>(op.immediate);
  uint32_t r[kWarpLanes];
  uint32_t* d = w.row(op.result);
  for (unsigned l = 0; l < kWarpLanes; ++l) r[l] = (w.exec >> l) & 1 ? to_bits(mufu(function, to_float(a[l]))) : d[l];
  for (unsigned l = 0; l < kWarpLanes; ++l) d[l] = r[l];
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
  b.bind(ValueType::Float);
  for (const Name& name : names)
    if (b.has(name.modifier)) {
      b.op.immediate = static_cast<uint32_t>(name.function);
      return run_mufu;
    }
  return nullptr;
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
