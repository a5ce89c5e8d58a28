// What the memory system counts.
#pragma once

#include <cstdint>

namespace warpglass::sim {

struct MemoryStatistics {
  uint64_t requests_read = 0, requests_write = 0, requests_atomic = 0;     ///< lines asked of L2
  uint64_t sectors_read = 0, sectors_write = 0, sectors_atomic = 0;        ///< lts__t_sectors_op_*
  uint64_t sectors_merged = 0;                                             ///< read sectors that another SM of the GPC was waiting for
  uint64_t read_hits = 0;                                                  ///< read sectors found in L2
  uint64_t write_hits = 0;
  uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
  uint64_t row_hits = 0, row_misses = 0;
  double slice_busy = 0;                                                   ///< slice-cycles of data transfer
  double channel_busy = 0;                                                 ///< channel-cycles of data transfer
};

}  // namespace warpglass::sim
