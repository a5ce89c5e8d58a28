// Any bytes as a cubin: read or refused, never a crash.
#include "base/error.h"
#include "isa/cubin.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    warpglass::isa::read_cubin({data, size});
  } catch (const warpglass::Error&) {
  }
  return 0;
}
