// The functions of the CUDA runtime that programs call. Everything is synchronous; time passes only in kernels.
#include <unistd.h>

#include <cstring>
#include <utility>

#include "models/topology.h"
#include "simulated_cuda/fat_binary.h"
#include "simulated_cuda/state.h"

using warpglass::simulated_cuda::Module;
using warpglass::simulated_cuda::State;

namespace {

cudaError_t fail(cudaError_t error) { return State::get().last_error = error; }

/// The host address of a range that a copy names; nullptr when it is no device memory.
uint8_t* device_range(const void* address, size_t bytes) {
  return State::get().device().memory().host(reinterpret_cast<uint64_t>(address), bytes);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** address, size_t bytes) {
  return State::get().guarded(cudaErrorMemoryAllocation, [&] {
    *address = reinterpret_cast<void*>(State::get().device().memory().allocate(bytes));
    return *address != nullptr || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

cudaError_t cudaFree(void* address) {
  if (address == nullptr) return cudaSuccess;
  return State::get().device().memory().release(reinterpret_cast<uint64_t>(address)) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemset(void* address, int value, size_t bytes) {
  if (value == 0)
    return State::get().device().memory().clear(reinterpret_cast<uint64_t>(address), bytes) ? cudaSuccess : fail(cudaErrorInvalidValue);
  uint8_t* to = device_range(address, bytes);
  if (to == nullptr) return fail(cudaErrorInvalidValue);
  std::memset(to, value, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice) to = device_range(to, bytes);
  if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice) from = device_range(from, bytes);
  if (to == nullptr || from == nullptr || kind == cudaMemcpyDefault) return fail(cudaErrorInvalidValue);
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes, cudaStream_t) {
  return State::get().launch(function, grid, block, arguments, shared_bytes);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id != cudaLaunchAttributeIgnore) return fail(cudaErrorNotSupported);
  return State::get().launch(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes);
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**, unsigned, cudaLibraryOption*, void**, unsigned) {
  return State::get().guarded(cudaErrorInvalidKernelImage, [&] {
    *library = reinterpret_cast<cudaLibrary_t>(new std::shared_ptr<Module>(std::make_shared<Module>(warpglass::simulated_cuda::cubin_at(code))));
    return cudaSuccess;
  });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  delete reinterpret_cast<std::shared_ptr<Module>*>(library);
  return cudaSuccess;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  const auto& module = *reinterpret_cast<std::shared_ptr<Module>*>(library);
  // Kernels of a library have no host function whose address could be their handle.
  const void* handle = module->handle(name);
  if (handle == nullptr) return fail(cudaErrorInvalidDeviceFunction);
  State::get().kernels[handle] = {module, name};
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(handle));
  return cudaSuccess;
}

// What a block may have is checked at the launch.
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }

cudaError_t cudaDeviceSynchronize() { return State::get().last_error; }
cudaError_t cudaGetLastError() { return std::exchange(State::get().last_error, cudaSuccess); }
const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid value, or no device memory";
    case cudaErrorMemoryAllocation: return "no room";
    case cudaErrorNotSupported: return "not supported by the simulated device";
    case cudaErrorInvalidDeviceFunction: return "the program's device code has no such kernel";
    case cudaErrorLaunchFailure: return "the simulated launch failed; the reason is above";
    default: return "unknown error";
  }
}

cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  return State::get().guarded(cudaErrorNotSupported, [&] {
    const warpglass::Model& model = State::get().device().model();
    switch (attribute) {
      case cudaDevAttrMultiProcessorCount: *value = static_cast<int>(model.device_sms); return cudaSuccess;
      case cudaDevAttrClockRate: *value = static_cast<int>(model.device_sm_clock * 1000); return cudaSuccess;
      case cudaDevAttrMemoryClockRate: *value = static_cast<int>(model.hbm_clock * 1000); return cudaSuccess;
      case cudaDevAttrComputeCapabilityMajor: *value = static_cast<int>(model.compute_capability / 10); return cudaSuccess;
      case cudaDevAttrComputeCapabilityMinor: *value = static_cast<int>(model.compute_capability % 10); return cudaSuccess;
      default: return cudaErrorNotSupported;
    }
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  return State::get().guarded(cudaErrorNotSupported, [&] {
    const warpglass::Model& model = State::get().device().model();
    *properties = cudaDeviceProp{};
    std::strncpy(properties->name, ("simulated " + model.title).c_str(), sizeof properties->name - 1);
    properties->multiProcessorCount = static_cast<int>(model.device_sms);
    properties->major = static_cast<int>(model.compute_capability / 10);
    properties->minor = static_cast<int>(model.compute_capability % 10);
    properties->l2CacheSize = static_cast<int>(model.l2_bytes);
    properties->warpSize = 32;
    // Device memory is the host's; more can be reserved than is touched.
    properties->totalGlobalMem = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGE_SIZE));
    return cudaSuccess;
  });
}

// Events note the simulated time.
// Launches follow one another, whatever stream they are in.
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return *stream = nullptr, cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = reinterpret_cast<cudaEvent_t>(new double(0));
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete reinterpret_cast<double*>(event);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  *reinterpret_cast<double*>(event) = State::get().device().nanoseconds();
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  *milliseconds = static_cast<float>((*reinterpret_cast<double*>(end) - *reinterpret_cast<double*>(begin)) / 1e6);
  return cudaSuccess;
}

/// For probes: which GPC an SM belongs to, which hardware tells through clusters only.
int warpglass_gpc_of_sm(int sm) {
  const warpglass::Model& model = State::get().device().model();
  return static_cast<int>(warpglass::gpc_of_sm(model, static_cast<unsigned>(sm)));
}

/// Empties L2. Other caches are empty when a simulated launch begins.
void warpglass_flush_caches() { State::get().device().flush(); }

}  // extern "C"
