// Writes a capsule's execution as a trace.
#pragma once

#include <filesystem>

namespace warpglass {

class Capsule;

/// Executes the capsule block by block and writes every warp's steps, a few blocks in memory at a time.
void write_trace(const Capsule& capsule, const std::filesystem::path& path);

}  // namespace warpglass
