#include "traces/capture/kernel_handle.h"

#include <algorithm>

namespace warpglass::capture {

KernelHandle resolve_kernel(const Driver& driver, CUfunction launched) {
  KernelHandle kernel{launched, nullptr};
  CUfunction function = nullptr;
  if (driver.cuKernelGetFunction_ &&
      driver.cuKernelGetFunction_(&function, reinterpret_cast<CUkernel>(launched)) == CUDA_SUCCESS && function)
    kernel.function = function;
  if (driver.cuFuncGetModule_ && driver.cuFuncGetModule_(&kernel.module, kernel.function) != CUDA_SUCCESS)
    kernel.module = nullptr;
  return kernel;
}

std::vector<ParameterSlot> parameter_slots(const Driver& driver, CUfunction launched, const KernelHandle& kernel) {
  std::vector<ParameterSlot> slots;
  const auto collect = [&](auto query) {
    size_t offset = 0, bytes = 0;
    while (slots.size() < 4096 && query(slots.size(), &offset, &bytes) == CUDA_SUCCESS)
      slots.push_back({static_cast<uint32_t>(offset), static_cast<uint32_t>(bytes)});
    return !slots.empty();
  };
  if (driver.cuKernelGetParamInfo_ && collect([&](size_t i, size_t* offset, size_t* bytes) {
        return driver.cuKernelGetParamInfo_(reinterpret_cast<CUkernel>(launched), i, offset, bytes);
      }))
    return slots;
  if (driver.cuFuncGetParamInfo_) collect([&](size_t i, size_t* offset, size_t* bytes) {
    return driver.cuFuncGetParamInfo_(kernel.function, i, offset, bytes);
  });
  return slots;
}

Dim3 compiled_cluster(const Driver& driver, const KernelHandle& kernel) {
  const auto attribute = [&](CUfunction_attribute which) {
    int value = 0;
    if (driver.cuFuncGetAttribute_(&value, which, kernel.function) != CUDA_SUCCESS) return 1u;
    return static_cast<uint32_t>(std::max(value, 1));
  };
  return {attribute(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH), attribute(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT),
          attribute(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH)};
}

}  // namespace warpglass::capture
