// The variables of a module: __device__ ones, and __constant__ ones (bank 3).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpglass::capture {

struct ModuleVariable {
  std::string name;
  uint64_t offset = 0;    ///< in its section
  uint64_t bytes = 0;
  bool constant = false;  ///< in bank 3
  bool initialised = false;  ///< in .nv.global.init
};

/// Variables that the cubin's symbol table lists. Throws BadInput for a damaged cubin.
std::vector<ModuleVariable> module_variables(std::span<const uint8_t> cubin);

}  // namespace warpglass::capture
