// The CUDA driver's functions, found in the process at run time: the library must load where there is no driver.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <string>

namespace warpglass::capture {

// Every driver that CUDA 11 or newer needs has these …
#define WARPGLASS_DRIVER_REQUIRED(X)                                                                        \
  X(cuCtxSynchronize) X(cuCtxGetDevice) X(cuDeviceGetAttribute) X(cuDeviceGetName) X(cuDeviceTotalMem)      \
  X(cuDriverGetVersion) X(cuMemcpyDtoH) X(cuMemAlloc) X(cuMemFree) X(cuMemGetAddressRange)                  \
  X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction) X(cuModuleGetGlobal) X(cuLaunchKernel)       \
  X(cuFuncGetAttribute) X(cuStreamIsCapturing) X(cuThreadExchangeStreamCaptureMode) X(cuGetErrorName)
// … and these came later: nullptr when they are not there.
#define WARPGLASS_DRIVER_OPTIONAL(X) \
  X(cuFuncGetModule) X(cuKernelGetFunction) X(cuKernelGetParamInfo) X(cuFuncGetParamInfo)

struct Driver {
#define WARPGLASS_MEMBER(name) decltype(&::name) name##_;
  WARPGLASS_DRIVER_REQUIRED(WARPGLASS_MEMBER)
  WARPGLASS_DRIVER_OPTIONAL(WARPGLASS_MEMBER)
#undef WARPGLASS_MEMBER
};

/// nullptr, with a sentence in `why`, if the process has no usable driver.
const Driver* load_driver(std::string& why);

/// "CUDA_ERROR_INVALID_VALUE"
std::string error_name(const Driver& driver, CUresult result);

}  // namespace warpglass::capture
