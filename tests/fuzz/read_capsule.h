// Reads all of a capsule that may be anything.
#pragma once

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "tests/fuzz/temporary_file.h"
#include "traces/capsule.h"

namespace warpglass::fuzz {

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
