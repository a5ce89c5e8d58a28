// What nvcc's generated code calls: it tells of modules and kernels before main, and launches `<<<>>>`. The signatures are those
// of crt/host_runtime.h and crt/device_functions.h of CUDA 13.0.
#include <vector>

#include "simulated_cuda/fat_binary.h"
#include "simulated_cuda/state.h"

using warpglass::simulated_cuda::Module;
using warpglass::simulated_cuda::State;

namespace {

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
};
std::vector<Configuration>& configurations() {
  static std::vector<Configuration> stack;
  return stack;
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  // Never freed: kernels are registered with it before main, and it must outlast the program's static objects.
  auto* module = new std::shared_ptr<Module>();
  State::get().guarded(cudaErrorInvalidKernelImage, [&] {
    *module = std::make_shared<Module>(warpglass::simulated_cuda::cubin_of(wrapper));
    return cudaSuccess;
  });
  return reinterpret_cast<void**>(module);
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
// Variables are found in the cubin, by the relocations that name them.
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}

void __cudaRegisterFunction(void** handle, const char* function, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*, int*) {
  const auto& module = *reinterpret_cast<std::shared_ptr<Module>*>(handle);
  if (module != nullptr) State::get().kernels[function] = {module, name};
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
  configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  if (configurations().empty()) return cudaErrorMissingConfiguration;
  const Configuration& top = configurations().back();
  *grid = top.grid, *block = top.block, *shared_bytes = top.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  configurations().pop_back();
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes, cudaStream_t) {
  return State::get().launch(kernel, grid, block, arguments, shared_bytes);
}

}  // extern "C"
