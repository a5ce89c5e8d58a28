// Everything about a launch that its blocks share: program, micro-operations, constants, shapes.
#pragma once

#include <memory>

#include "isa/program.h"
#include "isa/semantics/block_context.h"
#include "isa/semantics/translate.h"
#include "traces/capsule.h"
#include "traces/launch.h"

namespace warpglass {

struct LaunchImage {
  isa::Program program;
  LaunchShape shape;
  isa::Translation code;
  isa::LaunchContext context;
  uint32_t local_low = 0;     ///< lowest local address of a thread
  uint32_t local_bytes = 0;   ///< local memory a thread has, from local_low on
};

/// Decodes and translates a capsule's kernel. Throws Unsupported for what has no semantics, BadInput for what is broken.
std::shared_ptr<const LaunchImage> load_launch(const Capsule& capsule, isa::Level level = isa::best_level());

/// The same from parts; `info` gives shape, constant banks and windows.
std::shared_ptr<const LaunchImage> make_launch(isa::Program program, const CapsuleInfo& info,
                                               isa::Level level = isa::best_level());

}  // namespace warpglass
