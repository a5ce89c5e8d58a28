// Reads all of a capsule that may be anything.
#pragma once

#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "traces/capsule.h"

namespace warpglass::fuzz {

/// A name in memory where there is such a folder, removed at the end.
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
    std::filesystem::remove(path_, error);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline void read_capsule(const std::filesystem::path& path) {
  try {
    const Capsule capsule = Capsule::open(path);
    capsule.cubin();
    capsule.disassembly();
    capsule.sources();
    uint64_t left = 1000;  // a region can claim any number of chunks that are not there
    for (size_t r = 0; r < capsule.regions().size(); ++r)
      for (uint64_t c = 0; c < capsule.regions()[r].chunks() && left > 0; ++c, --left)
        if (capsule.chunk_present(r, c)) {
          capsule.chunk_before(r, c);
          capsule.chunk_after(r, c);
        }
  } catch (const Error& error) {
    if (error.code() == ExitCode::Internal) throw;
  }
}

}  // namespace warpglass::fuzz
