// The functions of the multi-function unit by the names that mufu_sweep gives them, and the hash of their outputs.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "isa/semantics/mufu.h"
#include "kernels/micro/mufu_laws.h"

namespace warpglass::mufu_tests {

using isa::MufuFunction;

inline MufuFunction function(std::string_view name) {
  static constexpr std::pair<std::string_view, MufuFunction> kNames[] = {
      {"rcp", MufuFunction::Rcp},       {"rsq", MufuFunction::Rsq},   {"sqrt", MufuFunction::Sqrt},
      {"ex2", MufuFunction::Ex2},       {"lg2", MufuFunction::Lg2},   {"sin", MufuFunction::Sin},
      {"cos", MufuFunction::Cos},       {"tanh", MufuFunction::Tanh}, {"rcp64h", MufuFunction::Rcp64h},
      {"rsq64h", MufuFunction::Rsq64h},
  };
  for (const auto& [known, value] : kNames)
    if (known == name) return value;
  throw std::invalid_argument("no function of the multi-function unit is called '" + std::string(name) + "'");
}

/// The hash of the outputs for the inputs block * 2^16 and on, as mufu_functions.cu computes it.
inline std::uint32_t block_hash(MufuFunction which, std::uint32_t block) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const std::uint32_t x = block << 16 | i;
    sum += mufu::hash_term(x, isa::mufu(which, x));
  }
  return sum;
}

}  // namespace warpglass::mufu_tests
