#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/compare/comparison.h"

namespace warpglass::cli {

/// One comparison as `compare --format json` prints it; `validate` lists one a kernel.
nlohmann::json comparison_json(const sim::Comparison& comparison);

}  // namespace warpglass::cli
