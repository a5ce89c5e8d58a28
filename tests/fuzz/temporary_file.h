// A file that a fuzz target writes and reads.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace warpglass::fuzz {

/// A name in memory where there is such a folder; what has it is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name) {
    std::error_code error;
    const std::filesystem::path memory = "/dev/shm";
    path_ = (std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path()) /
            fmt::format("warpglass-{}-{}", name, ::getpid());
  }
  ~TemporaryFile() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpglass::fuzz
