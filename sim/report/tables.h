// The report's tables: time, occupancy, stalls, memory, instructions.
#pragma once

#include <string>

#include "sim/report/style.h"
#include "sim/result.h"

namespace warpglass::sim {

std::string tables_text(const RunResult& result, const Style& style);

}  // namespace warpglass::sim
