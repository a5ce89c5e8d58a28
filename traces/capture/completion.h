// What a capsule gets after the program has ended: disassembly and source text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "traces/capsule.h"

namespace warpglass::capture {

using SourceFolders = std::vector<std::pair<std::string, std::string>>;

/// Paths that the line information of a disassembly names, each once, in order of appearance.
std::vector<std::string> source_paths(const std::string& disassembly);

/// The text, with the path as the line information spells it; nothing if the file is not there, is no text or belongs to
/// a CUDA toolkit, whose headers are not ours to pass on.
std::vector<SourceFile> find_sources(const std::vector<std::string>& paths, const SourceFolders& folders);

class Completion {
 public:
  explicit Completion(SourceFolders folders) : folders_(std::move(folders)) {}
  /// Rewrites the capsule under a temporary name and renames it. Without nvdisasm, says so once and leaves it as it is.
  void complete(const std::string& path);

 private:
  SourceFolders folders_;
  bool warned_ = false;
};

}  // namespace warpglass::capture
