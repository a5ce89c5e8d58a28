#include "isa/nvdisasm.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "isa/cubin.h"
#include "isa/text.h"

extern char** environ;

namespace warpglass::isa {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxOutputBytes = uint64_t{1} << 31;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> in_tools(fs::path folder) {
  while (true) {
    for (const char* inside : {".tools/bin/nvdisasm", ".tools/nvdisasm", ".tools/nvidia/cu13/bin/nvdisasm"})
      if (is_program(folder / inside)) return folder / inside;
    if (folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

std::optional<fs::path> in_search_path() {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    // An empty entry means the working directory; a program from there is not to be trusted.
    if (end > 0) {
      const fs::path candidate = fs::path(rest.substr(0, end)) / "nvdisasm";
      if (is_program(candidate)) return candidate;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

/// A file for nvdisasm to read, which takes no standard input; removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::span<const uint8_t> bytes) {
    std::error_code error;
    path_ = (fs::temp_directory_path(error) / "warpglass-XXXXXX").string();
    const Descriptor file(mkstemp(path_.data()));
    if (file.get() < 0) throw internal_error("{}: cannot create it: {}", path_, std::strerror(errno));
    while (!bytes.empty()) {
      const ssize_t written = write(file.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        unlink(path_.c_str());
        throw internal_error("{}: cannot write it: {}", path_, std::strerror(errno));
      }
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Output {
  std::string text;  ///< standard output, then standard error
  bool success = false;
};

std::string read_all(int fd) {
  std::string text;
  char buffer[1 << 16];
  while (text.size() < kMaxOutputBytes) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<size_t>(count));
  }
  return text;
}

/// Runs a program without a shell.
Output run(const fs::path& program, const std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw internal_error("cannot create a pipe: {}", std::strerror(errno));
  Descriptor input(ends[0]);
  Descriptor output(ends[1]);
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.get(), STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  output.close();
  if (error != 0) throw unsupported("{}: cannot be run: {}", program.string(), std::strerror(error));

  Output result{read_all(input.get()), false};
  input.close();  // a program that still writes would wait for ever
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.success = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return result;
}

std::string disassemble_with(std::span<const uint8_t> cubin, std::vector<std::string> arguments) {
  const fs::path program = find_nvdisasm();
  const TemporaryFile file(cubin);
  arguments.push_back(file.path());
  Output output = run(program, arguments);
  if (!output.success)
    throw bad_input("nvdisasm refuses the cubin: {}", trim(std::string_view(output.text).substr(0, 300)));
  return std::move(output.text);
}

}  // namespace

fs::path find_nvdisasm() {
  if (const char* path = std::getenv("WARPGLASS_NVDISASM")) {
    if (is_program(path)) return path;
    throw unsupported("WARPGLASS_NVDISASM is {}, which is not a program: let it name nvdisasm or unset it",
                      path);
  }
  std::error_code error;
  if (const auto found = in_tools(fs::current_path(error))) return *found;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable); home && is_program(fs::path(home) / "bin/nvdisasm"))
      return fs::path(home) / "bin/nvdisasm";
  if (const auto found = in_search_path()) return *found;
  if (is_program("/usr/local/cuda/bin/nvdisasm")) return "/usr/local/cuda/bin/nvdisasm";
  throw unsupported(
      "nvdisasm was not found, and this cubin has no stored disassembly: run scripts/setup, install "
      "the wheel nvidia-cuda-nvdisasm with pip, or set WARPGLASS_NVDISASM");
}

std::string nvdisasm_version(const fs::path& nvdisasm) {
  const std::string output = run(nvdisasm, {"--version"}).text;
  const size_t start = output.find("Cuda compilation tools");
  if (start == std::string::npos) return "";
  return output.substr(start, output.find('\n', start) - start);
}

std::string disassemble(std::span<const uint8_t> cubin) {
  return disassemble_with(cubin, {"-hex", "-g", "-c"});
}

std::string disassemble(std::span<const uint8_t> cubin, std::string_view kernel) {
  const Cubin contents = read_cubin(cubin);
  const CubinKernel* found = contents.find(kernel);
  if (!found) throw bad_input("cubin: no kernel {}", kernel);
  return disassemble_with(cubin, {"-hex", "-g", "-c", "-fun", std::to_string(found->symbol)});
}

}  // namespace warpglass::isa
