#include "traces/capture/launch.h"

#include <fmt/format.h>
#include <regex.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "traces/capsule.h"
#include "traces/capture/completion.h"
#include "traces/capture/log.h"
#include "traces/capture/run_program.h"

namespace warpglass::capture {
namespace {

namespace fs = std::filesystem;
constexpr const char* kLibraryName = "libwarpglass-capture.so";

fs::path find_library() {
  if (const char* path = std::getenv("WARPGLASS_CAPTURE_LIBRARY")) {
    if (fs::is_regular_file(path)) return fs::absolute(path);
    throw unsupported("WARPGLASS_CAPTURE_LIBRARY is {}, which is no file", path);
  }
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* place : {".", "../lib", "../lib/warpglass"})
    if (fs::is_regular_file(folder / place / kLibraryName)) return fs::canonical(folder / place / kLibraryName);
  throw unsupported("{} is not beside {}: build Warpglass where a CUDA toolkit is installed, or set "
                    "WARPGLASS_CAPTURE_LIBRARY", kLibraryName, folder.string());
}

void check(const CaptureOptions& options) {
  if (options.program.empty()) throw usage_error("name the program to run after `--`");
  if (options.request.folder.empty()) throw usage_error("name the folder of the capsules with -o");
  regex_t expression;
  if (regcomp(&expression, options.request.kernel.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
    throw usage_error("-k: '{}' is no regular expression", options.request.kernel);
  regfree(&expression);
}

/// The library's reports, in a file that is removed again.
class LogFile {
 public:
  explicit LogFile(const fs::path& folder) : path_(fs::absolute(temporary_name_beside(folder / "capture.log"))) {
    std::ofstream(path_, std::ios::app).flush();
    if (!fs::exists(path_)) throw usage_error("{}: cannot write into this folder", folder.string());
  }
  ~LogFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string shape_text(const Dim3& dim) { return fmt::format("{}x{}x{}", dim.x, dim.y, dim.z); }

void describe(const std::string& path) {
  const Capsule capsule = Capsule::open(path);
  uint64_t bytes = 0, chunks = 0, changed = 0;
  for (size_t region = 0; region < capsule.regions().size(); ++region) {
    bytes += capsule.regions()[region].bytes;
    chunks += capsule.regions()[region].chunks();
    for (uint64_t chunk = 0; chunk < capsule.regions()[region].chunks(); ++chunk)
      changed += capsule.chunk_changed(region, chunk) ? 1 : 0;
  }
  const CapsuleInfo& info = capsule.info();
  fmt::print(stderr, "warpglass: {}: {}, grid {}, block {}, {} bytes of memory in {} allocations, {} of {} chunks changed, "
             "{} bytes on disk\n", path, info.demangled, shape_text(info.shape.grid), shape_text(info.shape.block), bytes,
             capsule.regions().size(), changed, chunks, fs::file_size(path));
}

void explain_nothing(const CaptureOptions& options, const std::vector<std::string>& seen) {
  if (seen.empty()) {
    fmt::print(stderr, "warpglass: nothing was captured: {} launched no kernel\n", options.program[0]);
    return;
  }
  fmt::print(stderr, "warpglass: nothing was captured; these kernels were launched:\n");
  for (const std::string& kernel : seen) fmt::print(stderr, "  {}\n", kernel);
}

}  // namespace

int run_capture(const CaptureOptions& options) {
  check(options);
  const fs::path library = find_library();
  CaptureRequest request = options.request;
  request.folder = fs::absolute(request.folder).string();
  fs::create_directories(request.folder);
  const LogFile log(request.folder);
  request.log = log.path().string();
  Environment environment = to_environment(request);
  environment.emplace_back("CUDA_INJECTION64_PATH", library.string());
  const int exit_code = run_program(options.program, environment);

  std::vector<std::string> seen, capsules;
  for (const LogLine& line : parse_log(read_text_file(log.path(), uint64_t{1} << 30))) {
    if (line.kind == LogKind::Seen) seen.push_back(line.text);
    if (line.kind == LogKind::Capsule) capsules.push_back(line.text);
    if (line.kind == LogKind::Note) fmt::print(stderr, "warpglass: {}\n", line.text);
  }
  Completion completion(options.source_folders);
  for (const std::string& path : capsules) {
    completion.complete(path);
    describe(path);
  }
  if (exit_code != 0) return exit_code;
  if (!capsules.empty()) return 0;
  explain_nothing(options, seen);
  return 1;
}

}  // namespace warpglass::capture
