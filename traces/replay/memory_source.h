// Where a replay's global memory comes from.
#pragma once

#include "isa/semantics/block_context.h"

namespace warpglass {

class MemorySource {
 public:
  virtual ~MemorySource() = default;
  /// A port with empty windows onto this memory; one a thread. It must not outlive the source.
  virtual isa::MemoryPort port() = 0;
};

}  // namespace warpglass
