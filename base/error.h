// Errors as users meet them: one sentence that names the file, the place and the remedy, with the
// exit code that the command line documents.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace warpglass {

/// Exit codes of every `warpglass` command.
enum class ExitCode : int {
  Ok = 0,
  CheckFailed = 1,   ///< a proof or a comparison gate did not hold
  Usage = 2,         ///< the command line is wrong
  BadInput = 3,      ///< a file is missing, truncated, corrupt, foreign or newer
  Unsupported = 4,   ///< an instruction, feature or tool that Warpglass does not have
  Internal = 70,     ///< a bug in Warpglass
};

/// The only exception that leaves a library function. `what()` is a complete sentence for the user.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// `throw bad_input("{}: truncated at byte {}: capture it again", path, offset);`
template <typename... Args>
Error bad_input(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ExitCode::BadInput, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
Error unsupported(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ExitCode::Unsupported, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
Error usage_error(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ExitCode::Usage, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
Error internal_error(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ExitCode::Internal, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace warpglass
