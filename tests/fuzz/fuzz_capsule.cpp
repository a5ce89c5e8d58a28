// Any bytes as a capsule: opened and read to the end, or refused.
#include "tests/fuzz/read_capsule.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const warpglass::fuzz::TemporaryFile file("fuzz_capsule");
  warpglass::write_file(file.path(), {reinterpret_cast<const char*>(data), size});
  warpglass::fuzz::read_capsule(file.path());
  return 0;
}
