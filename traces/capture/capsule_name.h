// Names of capsules that no other process or launch uses.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpglass::capture {

/// "a::(anonymous namespace)::gemm<float>(float const*)" for the mangled name; the name itself if it is not mangled.
std::string demangle(const std::string& mangled);

/// The function's own name for file names: "gemm".
std::string short_kernel_name(const std::string& demangled);

/// A name that exists from now on as an empty file; the file is removed unless `keep` is called.
class ReservedName {
 public:
  /// `folder`/`stem`-1.capsule or the next number that is free. With `exact`, `folder`/`stem`.capsule comes first.
  ReservedName(const std::filesystem::path& folder, const std::string& stem, bool exact);
  ~ReservedName();
  ReservedName(const ReservedName&) = delete;
  ReservedName& operator=(const ReservedName&) = delete;
  const std::filesystem::path& path() const { return path_; }
  void keep() { keep_ = true; }

 private:
  std::filesystem::path path_;
  bool keep_ = false;
};

}  // namespace warpglass::capture
