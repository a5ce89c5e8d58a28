#include "traces/capture/cupti_library.h"

#include <dlfcn.h>
#include <glob.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <filesystem>

namespace warpglass::capture {
namespace {

void add_matches(const std::string& pattern, std::vector<std::string>& paths) {
  glob_t found{};
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
  globfree(&found);
}

void add_toolkit(const std::string& root, std::vector<std::string>& paths) {
  for (const char* folder : {"/extras/CUPTI/lib64", "/lib64", "/lib", "/targets/x86_64-linux/lib"})
    add_matches(root + folder + "/libcupti.so*", paths);
}

/// Wheels: site-packages/nvidia/cu13/lib (CUDA 13) and site-packages/nvidia/cuda_cupti/lib (CUDA 12).
void add_wheels(std::vector<std::string>& paths) {
  char executable[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
  std::vector<std::string> roots;
  if (const char* environment = std::getenv("VIRTUAL_ENV")) roots.emplace_back(environment);
  if (length > 0)
    roots.push_back(std::filesystem::path(std::string(executable, static_cast<size_t>(length))).parent_path().parent_path());
  for (const std::string& root : roots)
    for (const char* packages : {"site-packages", "dist-packages"})
      for (const char* wheel : {"cu13", "cuda_cupti"})
        add_matches(root + "/lib/python3*/" + packages + "/nvidia/" + wheel + "/lib/libcupti.so*", paths);
}

}  // namespace

std::vector<std::string> cupti_candidates() {
  std::vector<std::string> names;
  if (const char* path = std::getenv("WARPGLASS_CUPTI")) names.emplace_back(path);
  for (const char* name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so"}) names.emplace_back(name);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable)) add_toolkit(root, names);
  add_toolkit("/usr/local/cuda", names);
  add_toolkit("/usr/local/cuda-*", names);
  add_wheels(names);
  return names;
}

const Cupti* load_cupti(std::string& why) {
  static Cupti cupti;
  for (const std::string& name : cupti_candidates()) {
    void* const library = dlopen(name.c_str(), RTLD_NOW);
    if (!library) continue;
    cupti.subscribe = reinterpret_cast<decltype(cupti.subscribe)>(dlsym(library, "cuptiSubscribe"));
    cupti.enable_callback = reinterpret_cast<decltype(cupti.enable_callback)>(dlsym(library, "cuptiEnableCallback"));
    cupti.result_string = reinterpret_cast<decltype(cupti.result_string)>(dlsym(library, "cuptiGetResultString"));
    if (cupti.subscribe && cupti.enable_callback && cupti.result_string) return &cupti;
  }
  why = "CUPTI (libcupti.so) was not found, so nothing is captured: install it with the CUDA toolkit or the wheel "
        "nvidia-cuda-cupti, or let WARPGLASS_CUPTI name the file";
  return nullptr;
}

}  // namespace warpglass::capture
