// One cubin on the simulated device: its kernels and its variables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "isa/cubin.h"
#include "isa/program.h"
#include "traces/launch.h"
#include "traces/replay/allocated_memory.h"
#include "traces/replay/launch_image.h"

namespace warpglass::simulated_cuda {

class Module {
 public:
  /// Throws BadInput for a damaged cubin.
  explicit Module(std::vector<uint8_t> cubin);

  /// Something that stands for the kernel of that name; nullptr if there is none.
  const void* handle(const std::string& kernel) const { return cubin_.find(kernel); }

  /// Everything about a launch; decodes the kernel at its first one and places the module's variables in `memory`. Throws
  /// BadInput for a kernel that the module does not have, Unsupported for instructions without semantics.
  std::shared_ptr<const LaunchImage> launch_image(const std::string& kernel, const LaunchShape& shape, void** arguments,
                                                  uint32_t sm_count, AllocatedMemory& memory);

 private:
  const isa::Program& program(const std::string& kernel);
  void place_variables(AllocatedMemory& memory);
  std::vector<uint8_t> bank(const isa::ConstantBank& source) const;

  std::vector<uint8_t> bytes_;
  isa::Cubin cubin_;
  std::map<std::string, isa::Program> programs_;
  bool placed_ = false;
  std::map<std::string, uint64_t> addresses_;  ///< of __device__ variables
};

}  // namespace warpglass::simulated_cuda
