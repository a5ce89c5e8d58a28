#include "simulated_cuda/state.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/error.h"

namespace warpglass::simulated_cuda {

State& State::get() {
  static State state;
  return state;
}

Device& State::device() {
  if (device_ == nullptr) {
    const char* const model = std::getenv("WARPGLASS_MODEL");
    device_ = std::make_unique<Device>(model != nullptr ? model : "h200");
    log_ = std::make_unique<MetricsLog>();
  }
  return *device_;
}

cudaError_t State::guarded(cudaError_t failure, const std::function<cudaError_t()>& body) {
  cudaError_t result = failure;
  try {
    result = body();
  } catch (const std::exception& error) {
    if (told_ != error.what()) std::fprintf(stderr, "simulated CUDA: %s\n", error.what());
    told_ = error.what();
  }
  if (result != cudaSuccess) last_error = result;
  return result;
}

cudaError_t State::launch(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes) {
  return guarded(cudaErrorLaunchFailure, [&] {
    const auto found = kernels.find(function);
    if (found == kernels.end()) return cudaErrorInvalidDeviceFunction;
    LaunchShape shape;
    shape.grid = {grid.x, grid.y, grid.z};
    shape.block = {block.x, block.y, block.z};
    shape.dynamic_shared_bytes = static_cast<uint32_t>(shared_bytes);
    Device& on = device();
    const bool logged = log_->wants(found->second.name);
    if (logged && log_->cold()) on.flush();
    const sim::RunResult result = on.launch(*found->second.module, found->second.name, shape, arguments);
    if (logged) log_->add(found->second.name, result);
    return cudaSuccess;
  });
}

}  // namespace warpglass::simulated_cuda
