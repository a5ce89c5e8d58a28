#include "isa/semantics/level.h"

namespace warpglass::isa::WARPGLASS_LEVEL {

Execute bind(Binder& b) {
  using Group = Execute (*)(Binder&);
  static constexpr Group groups[] = {bind_integer, bind_logic, bind_float, bind_double, bind_half,
                                     bind_convert, bind_mufu,  bind_warp,  bind_memory};
  for (Group group : groups)
    if (const Execute execute = group(b)) return execute;
  return nullptr;
}

}  // namespace warpglass::isa::WARPGLASS_LEVEL
