// A run's timeline for the Perfetto UI (https://ui.perfetto.dev) and chrome://tracing.
#pragma once

#include <filesystem>

#include "sim/result.h"

namespace warpglass::sim {

/// Writes the Chrome trace event format (JSON). A process is a recorded SM, a thread one of its warp slots; a
/// slice is a warp's residency and, inside, each stretch with one reason, named and coloured by it, with the
/// instruction it waits to issue. Counters show issued instructions, HBM's and L2's traffic. One nanosecond
/// of the trace is one cycle. Written piece by piece: memory does not grow with the run. Throws BadInput when
/// the run holds no timeline, or the file cannot be written.
void write_perfetto(const RunResult& result, const std::filesystem::path& path);

}  // namespace warpglass::sim
