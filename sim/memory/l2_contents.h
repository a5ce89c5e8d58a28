// What a launch leaves in L2 for the next one.
#pragma once

#include <vector>

#include "sim/memory/partial_lines.h"
#include "sim/memory/sector_cache.h"

namespace warpglass::sim {

struct L2Contents {
  std::vector<SectorCache> slices;  ///< none: a cold cache
  std::vector<PartialLines> partial;  ///< by slice
};

}  // namespace warpglass::sim
