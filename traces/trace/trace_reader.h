// Reads a trace as a stream of warp steps, a few segments in memory at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "traces/warp_stream.h"

namespace warpglass {

struct TraceDescription {
  std::string kernel;        ///< readable name where known
  std::string source;        ///< file name of the capsule that it was written from
  uint64_t steps = 0;        ///< warp instructions
  uint64_t bytes = 0;        ///< of the file
  std::vector<std::pair<std::string, std::string>> sources;  ///< path and text
};

class TraceReader {
 public:
  /// Checks every checksum and decodes the program. Throws BadInput.
  static std::unique_ptr<TraceReader> open(const std::filesystem::path& path);
  virtual ~TraceReader() = default;
  virtual const TraceDescription& description() const = 0;
  virtual LaunchStream& stream() = 0;
};

}  // namespace warpglass
