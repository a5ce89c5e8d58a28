// Any text as ncu's CSV, both pages.
#include "base/error.h"
#include "traces/import/ncu.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    warpglass::parse_ncu_raw(text, "fuzz");
  } catch (const warpglass::Error&) {
  }
  try {
    warpglass::parse_ncu_source(text, "fuzz");
  } catch (const warpglass::Error&) {
  }
  return 0;
}
