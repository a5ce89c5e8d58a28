// The report of a run as text of 80 columns.
#pragma once

#include <string>

#include "sim/report/finding.h"
#include "sim/report/style.h"
#include "sim/result.h"

namespace warpglass::sim {

/// A few lines: kernel, shape, model, time, occupancy, top stall reasons.
std::string headline(const RunResult& result);

/// The whole report: findings with what is known of their gains, then the tables.
std::string text_report(const RunResult& result, const Style& style, const std::vector<Gain>& gains = {});

}  // namespace warpglass::sim
