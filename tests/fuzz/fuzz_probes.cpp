// Any text as a probe's results.
#include "base/error.h"
#include "models/calibration/probe_results.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const warpglass::ProbeTable table = warpglass::parse_probe_table({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!table.columns.empty()) table.one({{table.columns.front(), 1.0}});
  } catch (const warpglass::Error&) {
  }
  return 0;
}
