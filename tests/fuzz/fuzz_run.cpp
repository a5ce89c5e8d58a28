// Any bytes as a run: read and used, or refused.
#include "base/file.h"
#include "tests/fuzz/use_run.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const warpglass::fuzz::TemporaryFile file("fuzz_run");
  warpglass::write_file(file.path(), {reinterpret_cast<const char*>(data), size});
  warpglass::fuzz::use_run(file.path());
  return 0;
}
