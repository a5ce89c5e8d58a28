// A timeline inside a run file.
//
//   value 'timeline'   JSON: end, bucket_cycles, sub_cores, slots, queue_entries (from version 2), recorded [[sm, complete, until]]; {} when
//                      there is none
//   timeline_chunk     sm, lane, first, last, segments, blob (see segment.h)
//   timeline_activity  sm (-1: memory), buckets, blob: varints, non-zero columns of each bucket
//   timeline_stay      sm, stays, blob: varints lane, start, block, warp
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/timeline/timeline.h"
#include "traces/container/blobs.h"

namespace warpglass::sim {

std::vector<std::string> timeline_tables();

/// Creates the tables; `timeline` may be nullptr.
void write_timeline(Database& database, BlobWriter& blobs, const Timeline* timeline);

/// Reads everything but the segments, which are read when asked for; nullptr when the run holds none.
std::shared_ptr<const Timeline> read_timeline(std::shared_ptr<const Database> database, const BlobReader& blobs);

}  // namespace warpglass::sim
