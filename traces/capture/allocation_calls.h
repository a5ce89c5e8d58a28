// Which driver calls allocate and release device memory.
#pragma once

#include <cupti.h>

#include <vector>

#include "traces/capture/allocations.h"

namespace warpglass::capture {

const std::vector<CUpti_CallbackId>& allocation_callbacks();

/// Updates the map for one callback. Allocations count after their call succeeded, releases before their call: another
/// thread may get the same addresses before this one returns.
void follow_allocation(CUpti_CallbackId id, const CUpti_CallbackData& data, AllocationMap& map);

}  // namespace warpglass::capture
