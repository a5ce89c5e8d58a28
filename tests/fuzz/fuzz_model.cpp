// Any text as a model file.
#include "base/error.h"
#include "models/model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    warpglass::parse_model({reinterpret_cast<const char*>(data), size}, "fuzz", WARPGLASS_SOURCE_DIR "/models");
  } catch (const warpglass::Error&) {
  }
  return 0;
}
