// A GPU that is simulated: memory, modules, and launches that take effect and time in the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/model.h"
#include "sim/memory/l2_contents.h"
#include "sim/result.h"
#include "simulated_cuda/module.h"
#include "traces/launch.h"
#include "traces/replay/allocated_memory.h"

namespace warpglass::simulated_cuda {

/// Launches run one after the other; L2 keeps its contents from one to the next, as on the hardware.
class Device {
 public:
  /// `model`: as for `warpglass run --model`.
  explicit Device(const std::string& model);

  const Model& model() const { return model_; }
  AllocatedMemory& memory() { return memory_; }
  /// Runs the kernel to its end. `arguments`: one pointer a parameter, as cudaLaunchKernel takes them.
  sim::RunResult launch(Module& module, const std::string& kernel, const LaunchShape& shape, void** arguments);
  /// Empties L2; what it held goes nowhere, since memory is always up to date.
  void flush() { l2_.slices.clear(); }
  /// What launches so far took, in nanoseconds of the model's clock.
  double nanoseconds() const { return nanoseconds_; }

 private:
  Model model_;
  AllocatedMemory memory_;
  sim::L2Contents l2_;
  double nanoseconds_ = 0;
};

}  // namespace warpglass::simulated_cuda
