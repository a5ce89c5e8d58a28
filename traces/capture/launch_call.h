// The many forms of a kernel launch in the driver's interface, as one.
#pragma once

#include <cuda.h>
#include <cupti.h>

#include <optional>
#include <vector>

#include "traces/launch.h"

namespace warpglass::capture {

struct LaunchCall {
  CUfunction function = nullptr;  ///< may be a CUkernel: launches accept both
  LaunchShape shape;
  CUstream stream = nullptr;
  void** kernel_params = nullptr;
  void** extra = nullptr;
  bool cooperative = false;
  bool has_cluster = false;       ///< the launch names the cluster's shape itself
};

/// Nothing if the callback is no launch of one kernel.
std::optional<LaunchCall> read_launch(CUpti_CallbackId id, const void* parameters);

/// Every callback that read_launch understands.
const std::vector<CUpti_CallbackId>& launch_callbacks();

}  // namespace warpglass::capture
