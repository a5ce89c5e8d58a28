// What moved between the levels of memory in some time.
#pragma once

#include <optional>

#include "gui/core/document.h"
#include "gui/core/selection.h"

namespace warpglass::gui {

struct MemoryCounts {
  double cycles = 0;        ///< in which SMs could work
  double instructions = 0;  ///< warp instructions issued
  double shared_wavefronts = 0;
  double load_sectors = 0, load_hits = 0, store_sectors = 0, atomic_sectors = 0;  ///< of L1, 32 bytes each
  double l2_read_sectors = 0, l2_read_hits = 0, l2_write_sectors = 0;  ///< writes and atomics together
  double dram_read_bytes = 0, dram_write_bytes = 0;
  // Counted for whole launches only, 0 otherwise.
  double shared_requests = 0, load_requests = 0, store_requests = 0, atomic_requests = 0, l2_reads = 0,
         l2_writes = 0;
  bool has_l1 = true;  ///< false: nothing of shared memory and L1 is known
  TimeRange range;     ///< that was counted: whole buckets
};

MemoryCounts counts_of_launch(const RunDocument& run);
/// Nothing when the run holds no timeline.
std::optional<MemoryCounts> counts_of_range(const RunDocument& run, const TimeRange& range);

}  // namespace warpglass::gui
