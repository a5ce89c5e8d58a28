// The counts of a simulation that grow with the work done, as one vector: what extrapolation adds to.
#pragma once

#include <vector>

#include "sim/core/statistics.h"
#include "sim/memory/memory_system.h"

namespace warpglass::sim {

/// Warp-cycles by reason, requests, sectors, wavefronts, traffic: everything in `sm` and `memory` but
/// executions (with the cycles in which a warp was selected) and threads, which sampling counts without
/// extrapolating, and what follows from others.
std::vector<double> counts_of(const SmStatistics& sm, const MemoryStatistics& memory);

/// Adds to the same counts, rounded to whole numbers; `warp_cycles` becomes the sum of all stalls.
void add_counts(const std::vector<double>& counts, SmStatistics& sm, MemoryStatistics& memory);

/// Bytes that HBM read and wrote, of `counts`.
double dram_bytes(const std::vector<double>& counts);
/// Bytes that SMs wrote to L2 and HBM has not been given, at most: an overwritten sector counts twice.
double unwritten_bytes(const std::vector<double>& counts);

}  // namespace warpglass::sim
