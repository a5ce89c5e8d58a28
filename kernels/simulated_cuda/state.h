// What the functions of the simulated runtime share: the device, the program's kernels, the last error.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "simulated_cuda/device.h"
#include "simulated_cuda/metrics_log.h"

namespace warpglass::simulated_cuda {

struct Kernel {
  std::shared_ptr<Module> module;
  std::string name;  ///< mangled
};

/// One thread at a time uses the runtime.
class State {
 public:
  /// The program's only one; the device comes into being at its first use.
  static State& get();

  Device& device();
  /// By the address of the host function that launches them, or Module::handle.
  std::unordered_map<const void*, Kernel> kernels;
  cudaError_t last_error = cudaSuccess;

  cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes);
  /// Runs `body`; an exception is told on stderr, once, and becomes `failure`.
  cudaError_t guarded(cudaError_t failure, const std::function<cudaError_t()>& body);

 private:
  std::unique_ptr<Device> device_;
  std::unique_ptr<MetricsLog> log_;
  std::string told_;  ///< the last error: the same one is told once
};

}  // namespace warpglass::simulated_cuda
