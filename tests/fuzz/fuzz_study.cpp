// Any text as a stored study of mechanisms (docs/validation/ablations.json), and what is printed of it.
#include "base/error.h"
#include "sim/compare/validation/ablation_study.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const warpglass::sim::AblationStudy study = warpglass::sim::parse_study({reinterpret_cast<const char*>(data), size}, "fuzz");
    warpglass::sim::ablation_section(study, study.whole);
  } catch (const warpglass::Error&) {
  }
  return 0;
}
