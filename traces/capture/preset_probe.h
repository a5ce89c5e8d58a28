// The presets of constant bank 0 in the current context: a tiny kernel reads what no interface tells, above all the
// windows of shared and local memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/capture/driver.h"

namespace warpglass::capture {

/// Bytes 0 … `parameter_base`. Empty, with a sentence in `why`, if the probe could not run.
std::vector<uint8_t> read_presets(const Driver& driver, uint32_t parameter_base, std::string& why);

}  // namespace warpglass::capture
