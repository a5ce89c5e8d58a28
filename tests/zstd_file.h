// Test data that is committed compressed.
#pragma once

#include <zstd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/file.h"

namespace warpglass::test {

inline std::string read_zstd_file(const std::filesystem::path& path) {
  const std::vector<uint8_t> data = read_file(path, 1 << 24);
  const unsigned long long bytes = ZSTD_getFrameContentSize(data.data(), data.size());
  if (bytes > (1u << 27)) throw std::runtime_error(path.string() + ": no zstd file of a sensible size");
  std::string text(bytes, '\0');
  const size_t size = ZSTD_decompress(text.data(), text.size(), data.data(), data.size());
  if (size != bytes) throw std::runtime_error(path.string() + ": broken");
  return text;
}

}  // namespace warpglass::test
