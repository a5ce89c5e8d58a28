#include "traces/capture/allocation_calls.h"

namespace warpglass::capture {
namespace {

template <typename Parameters>
const Parameters& as(const CUpti_CallbackData& data) {
  return *static_cast<const Parameters*>(data.functionParams);
}

uint64_t address_of(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

void allocated(CUpti_CallbackId id, const CUpti_CallbackData& data, AllocationMap& map) {
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2: {
      const auto& p = as<cuMemAlloc_v2_params>(data);
      return map.add(*p.dptr, p.bytesize, "device");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2: {
      const auto& p = as<cuMemAllocPitch_v2_params>(data);
      return map.add(*p.dptr, *p.pPitch * p.Height, "device");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged: {
      const auto& p = as<cuMemAllocManaged_params>(data);
      return map.add(*p.dptr, p.bytesize, "managed");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync:
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync_ptsz: {
      const auto& p = as<cuMemAllocAsync_params>(data);
      return map.add(*p.dptr, p.bytesize, "device");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync:
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync_ptsz: {
      const auto& p = as<cuMemAllocFromPoolAsync_params>(data);
      return map.add(*p.dptr, p.bytesize, "device");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc: {
      // With unified addressing, which every 64-bit process has, the device sees the host's address.
      const auto& p = as<cuMemHostAlloc_params>(data);
      return map.add(address_of(*p.pp), p.bytesize, "host");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost_v2: {
      const auto& p = as<cuMemAllocHost_v2_params>(data);
      return map.add(address_of(*p.pp), p.bytesize, "host");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister_v2: {
      const auto& p = as<cuMemHostRegister_v2_params>(data);
      return map.add(address_of(p.p), p.bytesize, "host");
    }
    case CUPTI_DRIVER_TRACE_CBID_cuMemMap: {
      const auto& p = as<cuMemMap_params>(data);
      return map.add(p.ptr, p.size, "device");
    }
    default: return;
  }
}

void released(CUpti_CallbackId id, const CUpti_CallbackData& data, AllocationMap& map) {
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2: return map.remove(as<cuMemFree_v2_params>(data).dptr);
    case CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync:
    case CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz: return map.remove(as<cuMemFreeAsync_params>(data).dptr);
    case CUPTI_DRIVER_TRACE_CBID_cuMemFreeHost: return map.remove(address_of(as<cuMemFreeHost_params>(data).p));
    case CUPTI_DRIVER_TRACE_CBID_cuMemHostUnregister:
      return map.remove(address_of(as<cuMemHostUnregister_params>(data).p));
    case CUPTI_DRIVER_TRACE_CBID_cuMemUnmap: {
      const auto& p = as<cuMemUnmap_params>(data);
      return map.remove_range(p.ptr, p.size);
    }
    default: return;
  }
}

}  // namespace

const std::vector<CUpti_CallbackId>& allocation_callbacks() {
  static const std::vector<CUpti_CallbackId> callbacks{
      CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2,         CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2,
      CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged,     CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync,
      CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync_ptsz,  CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync,
      CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync_ptsz, CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc,
      CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost_v2,     CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister_v2,
      CUPTI_DRIVER_TRACE_CBID_cuMemMap,              CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2,
      CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync,        CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz,
      CUPTI_DRIVER_TRACE_CBID_cuMemFreeHost,         CUPTI_DRIVER_TRACE_CBID_cuMemHostUnregister,
      CUPTI_DRIVER_TRACE_CBID_cuMemUnmap};
  return callbacks;
}

void follow_allocation(CUpti_CallbackId id, const CUpti_CallbackData& data, AllocationMap& map) {
  if (data.callbackSite == CUPTI_API_ENTER) return released(id, data, map);
  const auto* result = static_cast<const CUresult*>(data.functionReturnValue);
  if (result && *result == CUDA_SUCCESS) allocated(id, data, map);
}

}  // namespace warpglass::capture
