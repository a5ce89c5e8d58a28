// Names of the enumerations as reports print them.
#include <array>

#include "isa/instruction.h"

namespace warpglass::isa {

std::string_view name(Pipe pipe) {
  // ncu's names, as in sm__inst_executed_pipe_alu.
  static constexpr std::array<std::string_view, 13> kNames = {
      "alu", "fma", "fp16", "fp64", "xu", "lsu", "adu", "cbu", "uniform", "tensor", "tex", "tma", "none"};
  return kNames[static_cast<size_t>(pipe)];
}

std::string_view name(LatencyClass latency_class) {
  static constexpr std::array<std::string_view, 21> kNames = {
      "alu",     "fma",     "imad_wide", "half",   "double", "conversion", "mufu",     "integer16",
      "uniform", "shared",  "shuffle",   "vote",   "global", "local",      "constant", "special_register",
      "branch",  "barrier", "memory",    "tensor", "none"};
  return kNames[static_cast<size_t>(latency_class)];
}

}  // namespace warpglass::isa
