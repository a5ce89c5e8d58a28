// What the driver knows about a launched function.
#pragma once

#include <optional>
#include <vector>

#include "traces/capture/driver.h"
#include "traces/capture/parameters.h"
#include "traces/launch.h"

namespace warpglass::capture {

/// A launch names a CUfunction, or a CUkernel that belongs to no context yet.
struct KernelHandle {
  CUfunction function = nullptr;
  CUmodule module = nullptr;  ///< nullptr if the driver does not tell

  uint64_t module_number() const { return reinterpret_cast<uint64_t>(module); }
};

/// Loads the kernel's module if that was put off until the first launch.
KernelHandle resolve_kernel(const Driver& driver, CUfunction launched);

/// The parameters' places in their block, as the driver tells them; empty if it does not.
std::vector<ParameterSlot> parameter_slots(const Driver& driver, CUfunction launched, const KernelHandle& kernel);

/// The cluster's shape that the kernel was compiled for (__cluster_dims__), 1x1x1 if none.
Dim3 compiled_cluster(const Driver& driver, const KernelHandle& kernel);

}  // namespace warpglass::capture
