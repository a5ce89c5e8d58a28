#include "traces/capture/driver.h"

#include <dlfcn.h>

namespace warpglass::capture {
namespace {

// cuda.h renames functions to their newest version (cuMemAlloc is cuMemAlloc_v2): the second step sees that name.
#define WARPGLASS_TEXT_OF(name) #name
#define WARPGLASS_NAME(name) WARPGLASS_TEXT_OF(name)

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool fill(void* library, Driver& driver, std::string& why) {
#define WARPGLASS_FIND(name)                                                             \
  if (!find(library, WARPGLASS_NAME(name), driver.name##_)) {                            \
    why = "the CUDA driver lacks " WARPGLASS_NAME(name) ": install a newer one";         \
    return false;                                                                        \
  }
  WARPGLASS_DRIVER_REQUIRED(WARPGLASS_FIND)
#undef WARPGLASS_FIND
#define WARPGLASS_FIND(name) find(library, WARPGLASS_NAME(name), driver.name##_);
  WARPGLASS_DRIVER_OPTIONAL(WARPGLASS_FIND)
#undef WARPGLASS_FIND
  return true;
}

}  // namespace

const Driver* load_driver(std::string& why) {
  static Driver driver;
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) {
    why = std::string("the CUDA driver cannot be loaded: ") + dlerror();
    return nullptr;
  }
  return fill(library, driver, why) ? &driver : nullptr;
}

std::string error_name(const Driver& driver, CUresult result) {
  const char* name = nullptr;
  if (driver.cuGetErrorName_(result, &name) == CUDA_SUCCESS && name) return name;
  return "CUDA error " + std::to_string(static_cast<int>(result));
}

}  // namespace warpglass::capture
