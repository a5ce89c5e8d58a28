#include "base/file.h"

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <system_error>

#include "base/error.h"

namespace warpglass {
namespace fs = std::filesystem;

namespace {

template <typename Container>
Container read_into(const fs::path& path, uint64_t max_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw bad_input("{}: no such file", path.string());
  if (!fs::is_regular_file(status)) throw bad_input("{}: not a regular file", path.string());
  const uint64_t size = fs::file_size(path, error);
  if (error) throw bad_input("{}: cannot be read ({})", path.string(), error.message());
  if (size > max_bytes)
    throw bad_input("{}: {} bytes, more than the {} that such a file may have", path.string(), size, max_bytes);
  std::ifstream in(path, std::ios::binary);
  Container content(size, typename Container::value_type{});
  if (!in || !in.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(size)))
    throw bad_input("{}: cannot be read to its end", path.string());
  return content;
}

}  // namespace

std::vector<uint8_t> read_file(const fs::path& path, uint64_t max_bytes) {
  return read_into<std::vector<uint8_t>>(path, max_bytes);
}

std::string read_text_file(const fs::path& path, uint64_t max_bytes) {
  return read_into<std::string>(path, max_bytes);
}

fs::path temporary_name_beside(const fs::path& path) {
  static std::atomic<unsigned> serial{0};
  return path.string() + fmt::format(".tmp.{}.{}", ::getpid(), serial.fetch_add(1));
}

void write_file(const fs::path& path, std::string_view content) {
  const fs::path temporary = temporary_name_beside(path);
  {
    std::ofstream out(temporary, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out) {
      std::error_code ignored;
      fs::remove(temporary, ignored);
      throw bad_input("{}: cannot be written (is the folder there, and is there room?)", path.string());
    }
  }
  std::error_code error;
  fs::rename(temporary, path, error);
  if (error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw bad_input("{}: cannot be written ({})", path.string(), error.message());
  }
}

}  // namespace warpglass
