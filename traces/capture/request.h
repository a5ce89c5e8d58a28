// What to capture, as the command line tool hands it to the injected library: through the environment.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warpglass::capture {

inline constexpr uint64_t kDefaultMaxBytes = uint64_t{4} << 30;

struct CaptureRequest {
  std::string kernel;        ///< POSIX extended regular expression on mangled or demangled names; "" is every kernel
  uint64_t skip = 0;         ///< matching launches to let pass first
  uint64_t count = 1;        ///< launches to capture; 0 is no limit
  std::string folder;        ///< of the capsules
  std::string name;          ///< stem of the capsule's name; "" takes the kernel's
  std::string log;           ///< file that the library reports to; "" is standard error
  uint64_t max_bytes = kDefaultMaxBytes;  ///< of memory in one capsule, before compression
};

using Environment = std::vector<std::pair<std::string, std::string>>;

Environment to_environment(const CaptureRequest& request);

/// `lookup` returns nullptr for a variable that is not set. Throws Usage naming the variable that is wrong.
CaptureRequest from_environment(const std::function<const char*(const char*)>& lookup);

/// "65536", "64K", "100M" or "2G". Throws Usage, naming `what`.
uint64_t parse_bytes(const std::string& text, const std::string& what);

}  // namespace warpglass::capture
