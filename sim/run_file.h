// A run on disk: a SQLite file that users can query.
//
// Tables beside those of traces/container/blobs.h:
//   value        'summary': what `warpglass run --format json` prints; 'detail': the rest of RunResult as JSON
//   metric       name, unit, value, certainty
//   instruction  number, address, sass, file, line, executed, threads, threads_predicated_on, blamed, shared_wavefronts,
//                shared_ideal, shared_ways, sectors, ideal_sectors, lines, sector_hits, one stall_REASON column each
//   file         number, path, blob (source text, or NULL)
//   gain         obstacle, cycles, share: `warpglass run --gains`; empty when they were not simulated
//   timeline_*   what was recorded over time, if it was: sim/timeline/timeline_file.h
//
// Versions: a file is refused when it is newer than this program and read when it is older. What an older one does not
// hold is absent. 2 (November 2026) added `gain` and the L1 columns of timeline_activity.
#pragma once

#include <filesystem>

#include "sim/result.h"

namespace warpglass::sim {

void write_run(const RunResult& result, const std::filesystem::path& path);
/// Throws BadInput for anything that is not a whole run file.
RunResult read_run(const std::filesystem::path& path);

}  // namespace warpglass::sim
