// Reading and writing whole files with bounds and clear errors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

/// The file's bytes. Throws BadInput if it is absent, unreadable, no regular file, or larger than `max_bytes`.
std::vector<uint8_t> read_file(const std::filesystem::path& path, uint64_t max_bytes);
std::string read_text_file(const std::filesystem::path& path, uint64_t max_bytes);

/// Writes to a temporary name beside `path` and renames, so that a reader sees the old file or the new one, never half.
void write_file(const std::filesystem::path& path, std::string_view content);

/// A name beside `path` that no other process uses; for writers that rename when they are done.
std::filesystem::path temporary_name_beside(const std::filesystem::path& path);

}  // namespace warpglass
