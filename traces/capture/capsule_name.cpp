#include "traces/capture/capsule_name.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/error.h"

namespace warpglass::capture {
namespace {

bool reserve(const std::filesystem::path& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd >= 0) {
    close(fd);
    return true;
  }
  if (errno == EEXIST) return false;
  throw bad_input("{}: cannot be created: {}", path.string(), std::strerror(errno));
}

/// Without template arguments and parameter lists, at any depth.
std::string without_brackets(std::string_view text) {
  std::string result;
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) result += c;
    if ((c == '>' || c == ')') && depth > 0) --depth;
  }
  return result;
}

}  // namespace

std::string demangle(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && text ? text.get() : mangled;
}

std::string short_kernel_name(const std::string& demangled) {
  std::string name = without_brackets(demangled);
  if (const size_t colon = name.rfind(':'); colon != std::string::npos) name.erase(0, colon + 1);
  if (const size_t space = name.rfind(' '); space != std::string::npos) name.erase(0, space + 1);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' && c != '.') c = '_';
  constexpr size_t kLongest = 100;
  if (name.size() > kLongest) name.resize(kLongest);
  return name.empty() ? "kernel" : name;
}

ReservedName::ReservedName(const std::filesystem::path& folder, const std::string& stem, bool exact) {
  constexpr int kMost = 1'000'000;
  if (exact && reserve(folder / (stem + ".capsule"))) {
    path_ = folder / (stem + ".capsule");
    return;
  }
  for (int number = 1; number < kMost; ++number) {
    path_ = folder / (stem + '-' + std::to_string(number) + ".capsule");
    if (reserve(path_)) return;
  }
  throw bad_input("{}: too many capsules with the name {}: choose another folder", folder.string(), stem);
}

ReservedName::~ReservedName() {
  if (!keep_) unlink(path_.c_str());
}

}  // namespace warpglass::capture
