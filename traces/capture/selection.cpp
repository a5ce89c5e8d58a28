#include "traces/capture/selection.h"

#include "base/error.h"
#include "traces/capture/capsule_name.h"

namespace warpglass::capture {

// POSIX's matcher rather than std::regex: it adds no code to the library that goes into other people's programs.
Selection::Selection(const CaptureRequest& request)
    : every_kernel_(request.kernel.empty()), skip_(request.skip), count_(request.count) {
  if (every_kernel_) return;
  const int error = regcomp(&expression_, request.kernel.c_str(), REG_EXTENDED | REG_NOSUB);
  if (error == 0) return;
  char reason[128];
  regerror(error, &expression_, reason, sizeof reason);
  throw usage_error("'{}' is no regular expression: {}", request.kernel, reason);
}

Selection::~Selection() {
  if (!every_kernel_) regfree(&expression_);
}

bool Selection::first_sight(const std::string& kernel) {
  if (known_.contains(kernel)) return false;
  matches(kernel);
  return true;
}

bool Selection::matches(const std::string& kernel) {
  if (const auto found = known_.find(kernel); found != known_.end()) return found->second;
  const auto match = [&](const std::string& name) {
    return regexec(&expression_, name.c_str(), 0, nullptr, 0) == 0;
  };
  return known_[kernel] = every_kernel_ || match(kernel) || match(demangle(kernel));
}

bool Selection::take(const std::string& kernel) {
  if (count_ != 0 && taken_ >= count_) return false;
  if (!matches(kernel)) return false;
  if (skip_ > 0) {
    --skip_;
    return false;
  }
  ++taken_;
  return true;
}

}  // namespace warpglass::capture
