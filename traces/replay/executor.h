// The executor behind the timing simulator: a LaunchStream whose blocks execute one instruction at a time.
#pragma once

#include <memory>

#include "traces/replay/launch_image.h"
#include "traces/replay/memory_source.h"
#include "traces/warp_stream.h"

namespace warpglass {

/// Executes a launch over `memory`, which must outlive it. Atomics, reductions and accesses at GPU or system scope to
/// global memory are deferred to `complete`; all else takes effect in `step`. Errors: BadInput for accesses that the
/// capsule does not hold.
std::unique_ptr<LaunchStream> make_executor(std::shared_ptr<const LaunchImage> image, MemorySource& memory);

/// Why no warp of the block can run (which warps wait at which barrier, what is missing): for the caller's deadlock error.
std::string explain_deadlock(const BlockStream& block);

}  // namespace warpglass
