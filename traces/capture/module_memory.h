// A module's own memory: __device__ variables, __constant__ variables (bank 3), and the addresses of both (bank 4).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isa/cubin.h"
#include "traces/capsule.h"
#include "traces/capture/driver.h"
#include "traces/capture/module_variables.h"

namespace warpglass::capture {

/// Where the module's __device__ variables are.
std::vector<MemoryRegion> module_regions(const Driver& driver, CUmodule module,
                                         const std::vector<ModuleVariable>& variables);

/// Banks 3 and 4 as the kernel sees them. Names what could not be filled in in `missing`.
std::map<uint32_t, std::vector<uint8_t>> module_banks(const Driver& driver, CUmodule module, const isa::Cubin& cubin,
                                                      const std::string& kernel,
                                                      const std::vector<ModuleVariable>& variables,
                                                      std::vector<std::string>& missing);

}  // namespace warpglass::capture
