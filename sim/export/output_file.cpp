#include "sim/export/output_file.h"

#include "base/error.h"
#include "base/file.h"

namespace warpglass::sim {

OutputFile::OutputFile(const std::filesystem::path& path)
    : path_(path), temporary_(temporary_name_beside(path)), stream_(temporary_, std::ios::binary) {
  if (!stream_) throw bad_input("{}: cannot be written (is the folder there?)", path.string());
}

OutputFile::~OutputFile() {
  stream_.close();
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void OutputFile::finish() {
  stream_.close();
  if (!stream_) throw bad_input("{}: cannot be written (is the disk full?)", path_.string());
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) throw bad_input("{}: cannot be written ({})", path_.string(), error.message());
  temporary_.clear();
}

}  // namespace warpglass::sim
