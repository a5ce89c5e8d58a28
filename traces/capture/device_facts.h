// What the driver says about the device and itself, for a capsule's origin.
#pragma once

#include <map>
#include <string>

#include "traces/capture/driver.h"

namespace warpglass::capture {

/// Of the device of the current context: name, compute capability, SM count, memory, clocks, …
std::map<std::string, std::string> device_facts(const Driver& driver);

/// "580.159.04"; "CUDA 13.0" if only the interface's version is known.
std::string driver_version(const Driver& driver);

/// "NVRM version: NVIDIA UNIX … Kernel Module  580.159.04  Release Build …" -> "580.159.04"; "" if there is none.
std::string parse_driver_version(const std::string& proc_text);

/// The process's command line, arguments separated by spaces.
std::string command_line();

/// Now, as 2026-01-31T12:00:00Z.
std::string utc_date();

}  // namespace warpglass::capture
