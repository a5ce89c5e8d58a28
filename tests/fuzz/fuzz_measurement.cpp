// Any text as a measurement.
#include "base/error.h"
#include "traces/import/measurement.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const warpglass::Measurement m = warpglass::parse_measurement({reinterpret_cast<const char*>(data), size}, "fuzz");
    m.value("gpc__cycles_elapsed.max");
    m.stall_samples();
  } catch (const warpglass::Error&) {
  }
  return 0;
}
