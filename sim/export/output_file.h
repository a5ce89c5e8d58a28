// A text file that is written piece by piece under a temporary name and appears when it is finished.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace warpglass::sim {

class OutputFile {
 public:
  /// Throws BadInput when the file cannot be created.
  explicit OutputFile(const std::filesystem::path& path);
  /// Without `finish` nothing is left behind.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) { stream_.write(text.data(), static_cast<std::streamsize>(text.size())); }
  /// Renames to the final name, over a file that has it. Throws BadInput when something could not be written.
  void finish();

 private:
  std::filesystem::path path_, temporary_;
  std::ofstream stream_;
};

}  // namespace warpglass::sim
