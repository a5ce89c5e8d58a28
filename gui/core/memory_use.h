// What open files take in memory, and the bound on it.
#pragma once

#include <cstdint>

#include "gui/core/document.h"

namespace warpglass::gui {

/// Bytes that a run holds: its counts, program and sources, its timeline with the levels of detail, sampled
/// addresses. An estimate from the sizes of its containers. Measurements are small and not counted.
uint64_t document_bytes(const RunDocument& run);

/// Bytes of this process that are in main memory (Linux: VmRSS); 0 where that cannot be told.
uint64_t process_bytes();

/// What open files may take unless `--memory` says otherwise: half of this machine's memory.
uint64_t usual_memory_limit();

/// Throws BadInput with what to do when `name` would bring the files that are open from `open_bytes` above
/// `limit`.
void check_memory(const std::string& name, uint64_t bytes, uint64_t open_bytes, uint64_t limit);

}  // namespace warpglass::gui
