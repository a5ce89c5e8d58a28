#include "traces/capture/launch_call.h"

namespace warpglass::capture {
namespace {

/// cuLaunchKernel and cuLaunchCooperativeKernel name the shape alike.
template <typename Parameters>
LaunchCall plain(const Parameters& p) {
  LaunchCall call;
  call.function = p.f;
  call.shape.grid = {p.gridDimX, p.gridDimY, p.gridDimZ};
  call.shape.block = {p.blockDimX, p.blockDimY, p.blockDimZ};
  call.shape.dynamic_shared_bytes = p.sharedMemBytes;
  call.stream = p.hStream;
  call.kernel_params = p.kernelParams;
  return call;
}

LaunchCall extended(const cuLaunchKernelEx_params& p) {
  const CUlaunchConfig& config = *p.config;
  LaunchCall call;
  call.function = p.f;
  call.shape.grid = {config.gridDimX, config.gridDimY, config.gridDimZ};
  call.shape.block = {config.blockDimX, config.blockDimY, config.blockDimZ};
  call.shape.dynamic_shared_bytes = config.sharedMemBytes;
  call.stream = config.hStream;
  call.kernel_params = p.kernelParams;
  call.extra = p.extra;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) call.cooperative = attribute.value.cooperative != 0;
    if (attribute.id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) continue;
    const auto& cluster = attribute.value.clusterDim;
    call.shape.cluster = {cluster.x, cluster.y, cluster.z};
    call.has_cluster = true;
  }
  return call;
}

}  // namespace

const std::vector<CUpti_CallbackId>& launch_callbacks() {
  static const std::vector<CUpti_CallbackId> callbacks{
      CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,           CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
      CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,         CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
      CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz};
  return callbacks;
}

std::optional<LaunchCall> read_launch(CUpti_CallbackId id, const void* parameters) {
  // The _ptsz variants take the same parameters.
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: {
      const auto& p = *static_cast<const cuLaunchKernel_params*>(parameters);
      LaunchCall call = plain(p);
      call.extra = p.extra;
      return call;
    }
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
      return extended(*static_cast<const cuLaunchKernelEx_params*>(parameters));
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: {
      LaunchCall call = plain(*static_cast<const cuLaunchCooperativeKernel_params*>(parameters));
      call.cooperative = true;
      return call;
    }
    default: return std::nullopt;
  }
}

}  // namespace warpglass::capture
