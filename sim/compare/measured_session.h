// What `kernels/measure` brings back from the GPU, joined by launch order into one measurement a kernel.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "traces/import/measurement.h"

namespace warpglass::sim {

struct MeasuredSession {
  std::vector<Measurement> measurements;
  std::vector<std::string> not_understood;
};

/// Reads raw.csv and source.csv with index.json, and where they are there cycles.csv with index-cycles.json, and warm.json.
/// Throws BadInput when a file is broken or its rows do not match the index.
MeasuredSession read_session(const std::filesystem::path& folder);

}  // namespace warpglass::sim
