#include "traces/capture/run_program.h"

#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.h"

extern char** environ;

namespace warpglass::capture {
namespace {

std::vector<std::string> merged(const Environment& added) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    bool replaced = false;
    for (const auto& [name, value] : added) replaced |= text.starts_with(name + '=');
    if (!replaced) result.push_back(text);
  }
  for (const auto& [name, value] : added) result.push_back(name + '=' + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Ctrl-C is for the program; we stay to look after the capsules that it wrote.
class IgnoredSignals {
 public:
  IgnoredSignals() : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~IgnoredSignals() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  IgnoredSignals(const IgnoredSignals&) = delete;
  IgnoredSignals& operator=(const IgnoredSignals&) = delete;

 private:
  void (*interrupt_)(int);
  void (*quit_)(int);
};

}  // namespace

int run_program(const std::vector<std::string>& program, const Environment& environment) {
  std::vector<std::string> arguments = program, variables = merged(environment);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGQUIT);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const IgnoredSignals ignored;
  pid_t child = 0;
  const int error = posix_spawnp(&child, program[0].c_str(), nullptr, &attributes, pointers(arguments).data(),
                                 pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw usage_error("{}: cannot be started: {}", program[0], std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace warpglass::capture
